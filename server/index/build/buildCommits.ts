import { type CommitsPart, isOfFolders } from "../manifest.ts";
import { type BuildContext, requireBlob } from "./buildContext.ts";
import { buildHunks } from "./buildHunks.ts";
import { type IndexedCommit, CommitTable, writeCommitTable } from "../tables/commitTable.ts";
import { ContentPackWriter } from "../segment/contentPack.ts";
import { parseTrailers } from "../text/commitTrailers.ts";
import { isAncestor, SYNC_TIMEOUT_MS } from "../../git/commitLookup.ts";
import { findNearest, joinNearest, readNearest } from "../../git/nearestCommits.ts";
import { shortSubject } from "../../git/commitText.ts";
import { readLog } from "../../git/readLog.ts";
import { HunkTable } from "../tables/hunkTable.ts";
import { Segment } from "../segment/segment.ts";
import type { FieldScheme } from "../segment/MultiSegmentReader.ts";
import { mergeSegments } from "../segment/segmentMerge.ts";
import { storePacks } from "./storePacks.ts";
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
  /** Only commits that differ from one of their parents in these, and only files in them; none: all. */
  readonly folders?: readonly string[] | undefined;
}

const MAX_MESSAGE_LENGTH = 8000;
const MAX_PACKS = 12;
/** Lines that machines add to messages; they are stored for reading but not indexed. */
const TRAILER =
  /^(signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|cc|change-id|git-svn-id|approved-by|reviewers|differential revision):.*$/gim;

/** The history of a repository as a segment over messages, with who, when and which files. */
export async function buildCommits(input: CommitsBuildInput, context: BuildContext): Promise<CommitsPart> {
  const { gitDir, commit, source, maxHunkCommits, folders = [] } = input;
  const old = await openPrevious(input, context);
  const range = old ? `${old.head}..${commit}` : commit;
  const { rows, writer, filters, pack } = await readNewCommits(input, range, old, context);
  context.progress({ step: "write", done: rows.length, total: rows.length });
  const fresh = rows.length;
  const segment = writer.finish();
  const hunks = await buildHunks(
    gitDir,
    // A history that was read before lines were kept is read again for them.
    old?.hunks ? range : commit,
    new Map([...rows.map(({ hash }, at): [string, number] => [hash, at]), ...placesIn(old, fresh)]),
    old?.hunks ? { table: old.hunks, fresh } : null,
    context,
    maxHunkCommits,
    folders,
  );
  for (let at = 0; old && at < old.table.length; at++) {
    rows.push(old.table.row(at));
    filters.copy(old.filters, at);
  }
  const merged = old ? mergeSegments(inOrder(segment, fresh, old), rows.length, COMMIT_FIELDS.length) : segment;
  const isEmpty = old !== null && fresh === 0;
  const stored = await storePacks(rows, isEmpty ? null : pack, old?.content ?? [], MAX_PACKS, context);
  return {
    source,
    head: commit,
    folders: [...folders],
    builtAt: new Date().toISOString(),
    hunks,
    commits: rows.length,
    table: await context.blobs.put(writeCommitTable(stored.rows)),
    segment: await context.blobs.put(merged),
    content: stored.content,
    filters: await context.blobs.put(filters.finish()),
  };
}

interface NewCommits {
  readonly rows: IndexedCommit[];
  readonly writer: SegmentWriter;
  readonly filters: TextFilterWriter;
  readonly pack: ContentPackWriter;
}

async function readNewCommits(
  input: CommitsBuildInput,
  range: string,
  old: PreviousCommits | null,
  context: BuildContext,
): Promise<NewCommits> {
  const { gitDir, maxFiles, folders = [] } = input;
  const packNumber = old?.content.length ?? 0;
  const writer = new SegmentWriter(COMMIT_FIELDS.length);
  const filters = new TextFilterWriter();
  const pack = new ContentPackWriter();
  const rows: IndexedCommit[] = [];
  for await (const logged of readLog(gitDir, range, context.signal, maxFiles, folders)) {
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
      subject: shortSubject(subject),
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
  return {
    rows: folders.length === 0 ? rows : await withNearestParents(input, range, rows, old, context),
    writer,
    filters,
    pack,
  };
}

/** Commits of folders with the nearest ones of their parents: the parents themselves may not be in the table. */
async function withNearestParents(
  { gitDir, folders = [] }: CommitsBuildInput,
  range: string,
  rows: readonly IndexedCommit[],
  old: PreviousCommits | null,
  { signal }: BuildContext,
): Promise<IndexedCommit[]> {
  const nearest = await readNearest(
    gitDir,
    range,
    new Set(rows.map(({ hash }) => hash)),
    async (hash) =>
      old === null ? [] : old.table.withHash(hash, 1).length > 0 ? [hash] : findNearest(gitDir, hash, folders, signal),
    signal,
  );
  return rows.map((row) => ({ ...row, parents: joinNearest(row.parents.map((hash) => nearest.get(hash) ?? [])) }));
}

/** The new commits, then the earlier ones. */
function inOrder(segment: Buffer, fresh: number, old: PreviousCommits): Parameters<typeof mergeSegments>[0] {
  return [
    { segment: new Segment(segment), places: Int32Array.from({ length: fresh }, (_, index) => index) },
    { segment: old.segment, places: Int32Array.from({ length: old.table.length }, (_, index) => fresh + index) },
  ];
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

async function openPrevious(
  { previous, gitDir, commit, folders = [] }: CommitsBuildInput,
  { blobs, signal }: BuildContext,
): Promise<PreviousCommits | null> {
  if (
    !previous ||
    !isOfFolders(previous, folders) ||
    !(await isAncestor(gitDir, previous.head, commit, signal, SYNC_TIMEOUT_MS))
  )
    return null;
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
