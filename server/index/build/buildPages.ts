import type { PagesPart } from "../manifest.ts";
import type { BuildContext } from "./buildContext.ts";
import { ContentPackWriter } from "../segment/contentPack.ts";
import { TextFilterWriter } from "../segment/textFilters.ts";
import { type IndexedPage, type PageTableRow, writePageTable } from "../tables/pageTable.ts";
import type { FieldScheme } from "../segment/MultiSegmentReader.ts";
import { BatchedSegmentWriter } from "../segment/BatchedSegmentWriter.ts";

/** The fields of a wiki page as a document. */
const PAGE_FIELDS = ["body", "title", "labels", "ancestors", "comments"] as const;
export const PAGE_SCHEME: FieldScheme = {
  weights: [1, 3, 1.5, 0.5, 0.7],
  lengthPenalty: [0.6, 0.4, 0.3, 0.3, 0.6],
  saturation: 1.2,
};

const MAX_TEXT_LENGTH = 400_000;
/** Characters of all comments on one page that are searched. */
const MAX_COMMENTS_LENGTH = 200_000;
/** Between the body and each comment, so that no match crosses it. */
const PARAGRAPH = "\n\n";

/** All wiki pages of a project as one segment, built whole each time as the issues are. Document `n` is item `n` of the content pack. */
export async function buildPages(
  batches: AsyncIterable<readonly IndexedPage[]>,
  context: BuildContext,
): Promise<PagesPart> {
  const writer = new BatchedSegmentWriter(PAGE_FIELDS.length);
  const filters = new TextFilterWriter();
  const pack = new ContentPackWriter();
  const rows: PageTableRow[] = [];
  for await (const batch of batches) {
    context.checkpoint();
    for (const row of batch) {
      const body = row.body.slice(0, MAX_TEXT_LENGTH);
      writer.addText(0, body);
      writer.addText(1, row.title);
      for (const label of row.labels) writer.addText(2, label);
      for (const title of row.ancestors) writer.addText(3, title);
      const comments = boundComments(row.comments);
      for (const comment of comments) writer.addText(4, comment);
      writer.endDocument();
      const text = [body, ...comments].join(PARAGRAPH);
      pack.add(Buffer.from(text));
      filters.add(`${row.title}\n${text}`);
      const { body: _body, comments: _comments, ...facts } = row;
      rows.push({ ...facts, bodyLength: body.length });
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

/** The first of them, up to the bound. */
function boundComments(comments: readonly string[]): string[] {
  let left = MAX_COMMENTS_LENGTH;
  return comments.flatMap((comment) => {
    if (left <= 0) return [];
    const text = comment.slice(0, left);
    left -= text.length;
    return [text];
  });
}
