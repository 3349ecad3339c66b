import type { IssuesPart, RequestsPart } from "../manifest.ts";
import type { BuildContext } from "./buildContext.ts";
import { ContentPackWriter } from "../segment/contentPack.ts";
import { TextFilterWriter } from "../segment/textFilters.ts";
import { type IndexedIssue, IssueTableWriter } from "../tables/issueTable.ts";
import { type IndexedRequest, RequestTableWriter } from "../tables/requestTable.ts";
import type { FieldScheme } from "../segment/MultiSegmentReader.ts";
import { BatchedSegmentWriter } from "../segment/BatchedSegmentWriter.ts";

/** The fields of an issue or a request as a document. */
const FIELDS = ["body", "title", "comments", "labels"] as const;
export const DISCUSSION_SCHEME: FieldScheme = {
  weights: [1, 3, 0.5, 1],
  lengthPenalty: [0.6, 0.4, 0.7, 0.3],
  saturation: 1.2,
};

const MAX_TEXT_LENGTH = 200_000;

/** All issues of a project as one segment. */
export async function buildIssues(
  batches: AsyncIterable<readonly IndexedIssue[]>,
  context: BuildContext,
): Promise<IssuesPart> {
  const table = new IssueTableWriter();
  const part = await buildDiscussions("issues", { batches, table }, context);
  return { ...part, issues: table.length };
}

/** All pull and merge requests of a project as one segment. */
export async function buildRequests(
  batches: AsyncIterable<readonly IndexedRequest[]>,
  context: BuildContext,
): Promise<RequestsPart> {
  const table = new RequestTableWriter();
  const part = await buildDiscussions("requests", { batches, table }, context);
  return { ...part, requests: table.length };
}

interface Discussion {
  readonly title: string;
  readonly body: string;
  readonly comments: string;
  readonly labels: readonly string[];
}

interface TableWriter<Row> {
  readonly length: number;
  add(row: Row): void;
  finish(): Buffer;
}

/**
 * Builds the segment whole each time: 50,000 issues take about a second, and a tracker's changes touch titles, states and comments alike.
 * Document `n` is item `n` of the content pack.
 */
async function buildDiscussions<Row extends Discussion>(
  step: "issues" | "requests",
  { batches, table }: { readonly batches: AsyncIterable<readonly Row[]>; readonly table: TableWriter<Row> },
  context: BuildContext,
): Promise<Omit<IssuesPart, "issues">> {
  const writer = new BatchedSegmentWriter(FIELDS.length);
  const filters = new TextFilterWriter();
  const pack = new ContentPackWriter();
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
    context.progress({ step, done: table.length, total: null });
  }
  context.progress({ step: "write", done: table.length, total: table.length });
  return {
    builtAt: new Date().toISOString(),
    // One after the other: each takes twice its size while it is put together.
    segment: await context.blobs.put(writer.finish()),
    content: [await context.blobs.put(pack.finish())],
    filters: await context.blobs.put(filters.finish()),
    table: await context.blobs.put(table.finish()),
  };
}
