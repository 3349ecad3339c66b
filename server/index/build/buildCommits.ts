import type { CommitsPart } from "../manifest.ts";
import { type BuildContext, requireBlob } from "./buildContext.ts";
import { buildHunks } from "./buildHunks.ts";
import { type CommitRow, CommitTable, writeCommitTable } from "../tables/commitTable.ts";
import { ContentPack, ContentPackWriter } from "../segment/contentPack.ts";
import { parseTrailers } from "../text/commitTrailers.ts";
import { isAncestor, readLog } from "../../git/readObjects.ts";
import { HunkTable } from "../tables/hunkTable.ts";
import { Segment } from "../segment/segment.ts";
import type { FieldScheme } from "../segment/MultiSegmentReader.ts";
import { mergeSegments } from "../segment/segmentMerge.ts";
import { SegmentWriter } from "../segment/segmentWriter.ts";
import { TextFilterWriter, TextFilters } from "../segment/textFilters.ts";

/** The fields of a commit as a document. */
const COMMIT_FIELDS = ["message", "subject"] as const;
export const COMMIT_SCHEME: FieldScheme = { weights: [1, 1], lengthPenalty: [0.6, 0.4], saturation: 1.2 };

export interface CommitsBuildInput {
  /** A bare repository on this machine. */
  readonly gitDir: string;
  /** Full id of the newest commit to include. */
  readonly commit: string;
  readonly source: string;
  /** The part built last time; only commits after it are read, unless history was rewritten. */
  readonly previous: CommitsPart | null;
  /** Commits whose changed lines are kept, for questions about older commits than the newest. */
  readonly maxHunkCommits?: number;
  /** Files that one commit may change; more fail with GitLimitError. */
  readonly maxFiles?: number | undefined;
}

const MAX_MESSAGE_LENGTH = 8000;
const MAX_PACKS = 12;
/** Lines that machines add to messages; they are stored for reading but not indexed. */
const TRAILER =
  /^(signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|cc|change-id|git-svn-id|approved-by|reviewers|differential revision):.*$/gim;

/** The history of a repository as a segment over messages, with who, when and which files. */
export async function buildCommits(input: CommitsBuildInput, context: BuildContext): Promise<CommitsPart> {
  const old = await openPrevious(input, context);
  const writer = new SegmentWriter(COMMIT_FIELDS.length);
  const filters = new TextFilterWriter();
  const pack = new ContentPackWriter();
  const packNumber = old?.content.length ?? 0;
  const rows: CommitRow[] = [];
  const range = old ? `${old.head}..${input.commit}` : input.commit;
  for await (const logged of readLog(input.gitDir, range, context.signal, input.maxFiles)) {
    const message = logged.message.trim().slice(0, MAX_MESSAGE_LENGTH);
    const end = message.indexOf("\n");
    const subject = (end < 0 ? message : message.slice(0, end)).trim();
    writer.addText(0, message.replaceAll(TRAILER, ""));
    writer.addText(1, subject);
    writer.endDocument();
    filters.add(message);
    rows.push({
      hash: logged.hash,
      author: logged.author,
      email: logged.email.toLowerCase(),
      committer: logged.committer,
      committerEmail: logged.committerEmail.toLowerCase(),
      parents: logged.parentHashes,
      trailers: parseTrailers(message),
      committedAt: logged.committedAt,
      subject: subject.slice(0, 400),
      isMerge: logged.parents > 1,
      paths: logged.paths,
      pack: packNumber,
      item: pack.add(Buffer.from(message)),
    });
    if (rows.length % 500 === 0) {
      context.checkpoint();
      context.progress({ step: "history", done: rows.length, total: null });
    }
  }
  context.progress({ step: "write", done: rows.length, total: rows.length });
  const fresh = rows.length;
  const segment = writer.finish();
  const hunks = await buildHunks(
    input.gitDir,
    // A history that was read before lines were kept is read again for them.
    old?.hunks ? range : input.commit,
    new Map([...rows.map(({ hash }, at): [string, number] => [hash, at]), ...placesIn(old, fresh)]),
    old?.hunks ? { table: old.hunks, fresh } : null,
    context,
    input.maxHunkCommits,
  );
  const base = { source: input.source, head: input.commit, builtAt: new Date().toISOString(), hunks };
  if (!old) {
    return {
      ...base,
      commits: rows.length,
      table: await context.blobs.put(writeCommitTable(rows)),
      segment: await context.blobs.put(segment),
      content: [await context.blobs.put(pack.finish())],
      filters: await context.blobs.put(filters.finish()),
    };
  }
  for (let commit = 0; commit < old.table.length; commit++) {
    rows.push(old.table.row(commit));
    filters.copy(old.filters, commit);
  }
  const merged = mergeSegments(
    [
      { segment: new Segment(segment), places: Int32Array.from({ length: fresh }, (_, index) => index) },
      { segment: old.segment, places: Int32Array.from({ length: old.table.length }, (_, index) => fresh + index) },
    ],
    rows.length,
    COMMIT_FIELDS.length,
  );
  const { content, rows: placed } = await storeMessages(rows, fresh > 0 ? pack : null, old.content, context);
  return {
    ...base,
    commits: rows.length,
    table: await context.blobs.put(writeCommitTable(placed)),
    segment: await context.blobs.put(merged),
    content,
    filters: await context.blobs.put(filters.finish()),
  };
}

/** The current places of earlier commits, needed only when their hunks are not stored yet. */
function* placesIn(old: PreviousCommits | null, fresh: number): Generator<[hash: string, place: number]> {
  if (!old || old.hunks) return;
  for (let commit = 0; commit < old.table.length; commit++) yield [old.table.hash(commit), fresh + commit];
}

interface PreviousCommits {
  readonly head: string;
  readonly table: CommitTable;
  readonly segment: Segment;
  readonly filters: TextFilters;
  readonly content: readonly string[];
  readonly hunks: HunkTable | null;
}

async function openPrevious(input: CommitsBuildInput, { blobs }: BuildContext): Promise<PreviousCommits | null> {
  const { previous } = input;
  if (!previous || !(await isAncestor(input.gitDir, previous.head, input.commit))) return null;
  try {
    for (const hash of previous.content) if (!(await blobs.has(hash))) return null;
    return {
      head: previous.head,
      table: new CommitTable(await requireBlob(blobs, previous.table, "commit table")),
      segment: new Segment(await requireBlob(blobs, previous.segment, "commit segment")),
      filters: new TextFilters(await requireBlob(blobs, previous.filters, "text filters")),
      content: previous.content,
      hunks:
        previous.hunks === null
          ? null
          : new HunkTable(await requireBlob(blobs, previous.hunks, "table of changed lines")),
    };
  } catch {
    return null;
  }
}

/** Adds the new messages as one more pack, or packs all into one when there are too many. */
async function storeMessages(
  rows: readonly CommitRow[],
  fresh: ContentPackWriter | null,
  old: readonly string[],
  { blobs }: BuildContext,
): Promise<{ rows: readonly CommitRow[]; content: string[] }> {
  const content = [...old];
  if (fresh) content.push(await blobs.put(fresh.finish()));
  if (content.length <= MAX_PACKS) return { rows, content };
  const packs: ContentPack[] = [];
  for (const hash of content) packs.push(new ContentPack(await requireBlob(blobs, hash, "content pack")));
  const whole = new ContentPackWriter();
  const moved = rows.map((row) => ({
    ...row,
    pack: 0,
    item: whole.add(Buffer.from(packs[row.pack]?.bytes(row.item) ?? [])),
  }));
  return { rows: moved, content: [await blobs.put(whole.finish())] };
}
