import type { PagesPart } from "../manifest.ts";
import type { BuildContext } from "./buildContext.ts";
import { ContentPackWriter } from "../segment/contentPack.ts";
import { TextFilterWriter } from "../segment/textFilters.ts";
import { type IndexedPage, writePageTable } from "../tables/pageTable.ts";
import type { FieldScheme } from "../segment/MultiSegmentReader.ts";
import { BatchedSegmentWriter } from "../segment/BatchedSegmentWriter.ts";

/** The fields of a wiki page as a document. */
const PAGE_FIELDS = ["body", "title", "labels", "ancestors"] as const;
export const PAGE_SCHEME: FieldScheme = {
  weights: [1, 3, 1.5, 0.5],
  lengthPenalty: [0.6, 0.4, 0.3, 0.3],
  saturation: 1.2,
};

const MAX_TEXT_LENGTH = 400_000;

/** All wiki pages of a project as one segment, built whole each time as the issues are. Document `n` is item `n` of the content pack. */
export async function buildPages(
  batches: AsyncIterable<readonly IndexedPage[]>,
  context: BuildContext,
): Promise<PagesPart> {
  const writer = new BatchedSegmentWriter(PAGE_FIELDS.length);
  const filters = new TextFilterWriter();
  const pack = new ContentPackWriter();
  const rows: IndexedPage[] = [];
  for await (const batch of batches) {
    context.checkpoint();
    for (const row of batch) {
      const body = row.body.slice(0, MAX_TEXT_LENGTH);
      writer.addText(0, body);
      writer.addText(1, row.title);
      for (const label of row.labels) writer.addText(2, label);
      for (const title of row.ancestors) writer.addText(3, title);
      writer.endDocument();
      pack.add(Buffer.from(body));
      filters.add(`${row.title}\n${body}`);
      rows.push({ ...row, body: "" });
    }
    context.progress({ step: "pages", done: rows.length, total: null });
  }
  context.progress({ step: "write", done: rows.length, total: rows.length });
  return {
    builtAt: new Date().toISOString(),
    pages: rows.length,
    table: await context.blobs.put(writePageTable(rows)),
    segment: await context.blobs.put(writer.finish()),
    content: [await context.blobs.put(pack.finish())],
    filters: await context.blobs.put(filters.finish()),
  };
}
