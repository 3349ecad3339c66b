import type { RequestsPart } from "../manifest.ts";
import type { BuildContext } from "./buildContext.ts";
import { ContentPackWriter } from "../segment/contentPack.ts";
import { TextFilterWriter } from "../segment/textFilters.ts";
import { type IndexedRequest, RequestTableWriter } from "../tables/requestTable.ts";
import type { FieldScheme } from "../segment/MultiSegmentReader.ts";
import { BatchedSegmentWriter } from "../segment/BatchedSegmentWriter.ts";

/** The fields of a request as a document; the same weights as those of an issue. */
const REQUEST_FIELDS = ["body", "title", "comments", "labels"] as const;
export const REQUEST_SCHEME: FieldScheme = {
  weights: [1, 3, 0.5, 1],
  lengthPenalty: [0.6, 0.4, 0.7, 0.3],
  saturation: 1.2,
};

const MAX_TEXT_LENGTH = 200_000;

/** All pull and merge requests of a project as one segment, built whole each time as the one of issues is. */
export async function buildRequests(
  batches: AsyncIterable<readonly IndexedRequest[]>,
  context: BuildContext,
): Promise<RequestsPart> {
  const writer = new BatchedSegmentWriter(REQUEST_FIELDS.length);
  const filters = new TextFilterWriter();
  const pack = new ContentPackWriter();
  const table = new RequestTableWriter();
  for await (const batch of batches) {
    context.checkpoint();
    for (const row of batch) {
      const body = row.body.slice(0, MAX_TEXT_LENGTH);
      const comments = row.comments.slice(0, MAX_TEXT_LENGTH);
      writer.addText(0, body);
      writer.addText(1, row.title);
      writer.addText(2, comments);
      for (const label of row.labels) writer.addText(3, label);
      writer.endDocument();
      const text = comments === "" ? body : `${body}\n\n${comments}`;
      pack.add(Buffer.from(text));
      filters.add(`${row.title}\n${text}`);
      table.add(row);
    }
    context.progress({ step: "requests", done: table.length, total: null });
  }
  return {
    builtAt: new Date().toISOString(),
    requests: table.length,
    // One after the other: each takes twice its size while it is put together.
    segment: await context.blobs.put(writer.finish()),
    content: [await context.blobs.put(pack.finish())],
    filters: await context.blobs.put(filters.finish()),
    table: await context.blobs.put(table.finish()),
  };
}
