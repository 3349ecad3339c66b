import type { Db } from "../db/openDb.ts";
import { type CodePart, type Manifest, withPart, withoutSource } from "../index/manifest.ts";
import type { BuildProgress } from "../index/buildContext.ts";
import { BuildFailedError } from "../index/builder.ts";
import { GitLimitError, GitReadError, GitStoppedError } from "../git/gitErrors.ts";
import { findSuspiciousTreeEntries } from "../sources/git/suspiciousTreeEntries.ts";
import { removeMirror } from "../sources/git/mirror.ts";
import { SourceError } from "../sources/SourceError.ts";
import { readManifest, swapManifest } from "./storedManifest.ts";
import { syncRequests } from "./syncRequests.ts";
import { storeHistory } from "./storeHistory.ts";
import { storeMailmap } from "./storeMailmap.ts";
import { type SyncedSource, storeCursor, updateCursor } from "./SyncedSource.ts";
import { vacuumAnalyze } from "../db/vacuumAnalyze.ts";
import type { SyncContext } from "./SyncContext.ts";

/**
 * Copies and indexes a repository. Each stage checks what exists and does what is missing, so an interrupted sync resumes where it stopped:
 * mirror, files (searchable from here on), history, commits, symbols.
 * @returns how many commits are stored
 */
export async function syncRepository(source: SyncedSource, work: SyncContext): Promise<number> {
  const { db, sources, progress, signal, access } = work;
  progress.report("connect");
  const remote = await sources.updateMirror(source.id, access, {
    signal,
    // Resolving follows receiving and counts anew: one bar for both, the second half for the second.
    onProgress: ({ phase, done, total }) => {
      progress.report("fetch", phase === "receive" ? done : total + done, total === 0 ? null : total * 2);
    },
  });
  signal.throwIfAborted();
  await db.updateTable("sources").set({ default_branch: remote.branch }).where("id", "=", source.id).execute();
  if (remote.commit === null) {
    await emptied(db, source);
    return 0;
  }
  const head = remote.commit;
  const folder = sources.mirrorFolder(source.id);
  const { refused } = source.cursor;
  if (refused && refused.head === head && refused.mostFiles === work.maxFiles && !work.isManual)
    throw new SourceError("too_large", refused.message);
  try {
    await indexFiles(source, work, folder, head);
    await noteSuspiciousEntries(source, work, folder, head);
    await storeMailmap(db, { sourceId: source.id, folder, head, signal });
    const changed = await storeHistory(db, {
      sourceId: source.id,
      folder,
      head,
      storedHead: source.cursor.head,
      signal,
      maxFiles: work.maxFiles,
      onProgress: (done, total) => {
        progress.report("history", done, total);
      },
    });
    await vacuumAnalyze(db, ["git_commits", "git_changes", "git_paths", "git_authors"], changed);
    const isBehind = changed > 0 || source.cursor.isIndexBehind;
    if (source.cursor.head !== head)
      await storeCursor(db, source.id, { ...source.cursor, head, isIndexBehind: isBehind });
    await indexCommits(source, work, folder, head);
    await indexSymbols(source, work, null);
    const before = { ...source.cursor, head, isIndexBehind: isBehind };
    const after = (await isReadByTracker(db, source)) ? before : await syncRequests(source, before, work, true);
    const hasRequests = JSON.stringify(after.requests) !== JSON.stringify(before.requests);
    if (isBehind || hasRequests) {
      // Commits and requests say which issues they fix, and the index of the issues keeps that.
      progress.report("links");
      await work.rebuildIssues(source.projectId, signal);
      await storeCursor(db, source.id, { ...after, isIndexBehind: false });
    }
    if (refused) await updateCursor(db, source.id, { refused: null });
  } catch (error) {
    // Our own copy may be what is damaged. The next sync makes a new one, and all that was stored is kept.
    const limit = beyondLimits(error);
    if (limit !== null && !signal.aborted) {
      const { message } = limit;
      // The same commit would fail the same way: it is not read again until a user requests it, or the limit changes.
      await updateCursor(db, source.id, { refused: { head, mostFiles: work.maxFiles, message } });
      throw limit;
    }
    const known = isUnreadable(error) && !signal.aborted ? damaged(error) : error;
    if (known instanceof SourceError && known.code === "damaged") await removeMirror(folder);
    throw known;
  }
  return countCommits(db, source.id);
}

/** The repository is larger than the limits of git's readers, here or in a thread of the builder; null for any other error. */
function beyondLimits(error: unknown): SourceError | null {
  if (error instanceof GitLimitError || (error instanceof GitStoppedError && error.reason === "memory"))
    return new SourceError("too_large", error.message, { cause: error });
  if (error instanceof SourceError && error.cause instanceof GitStoppedError && error.cause.reason === "memory")
    return error;
  if (error instanceof BuildFailedError && (error.cause === GitLimitError.name || error.cause === GitStoppedError.name))
    return new SourceError("too_large", error.detail, { cause: error });
  return null;
}

/** What git could not read while the index was built. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof GitReadError || (error instanceof BuildFailedError && error.cause === GitReadError.name);

const damaged = (cause: Error): SourceError =>
  new SourceError(
    "damaged",
    "The repository is damaged: git could not read all of it. Have it checked with git fsck where it lives.",
    { cause },
  );

/** A tracker of the project that is the same place reads its requests: once is enough. */
async function isReadByTracker(db: Db, source: SyncedSource): Promise<boolean> {
  const place = (url: string) =>
    url
      .replace(/\/+$/, "")
      .replace(/\.git$/, "")
      .toLowerCase();
  const trackers = await db
    .selectFrom("sources")
    .select("url")
    .where("project_id", "=", source.projectId)
    .where("kind", "=", "tracker")
    .where("provider", "=", source.provider)
    .execute();
  return trackers.some(({ url }) => place(url) === place(source.url));
}

async function countCommits(db: Db, sourceId: string): Promise<number> {
  const { count } = await db
    .selectFrom("git_commits")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("source_id", "=", sourceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A repository without commits, or one that lost them all. */
async function emptied(db: Db, source: SyncedSource): Promise<void> {
  if (source.cursor.head === null) return;
  await db.deleteFrom("git_commits").where("source_id", "=", source.id).execute();
  await db.deleteFrom("mailmaps").where("source_id", "=", source.id).execute();
  await storeCursor(db, source.id, { ...source.cursor, head: null });
  await swapManifest(db, source.projectId, (manifest) => withoutSource(manifest, source.id));
}

const codePart = (manifest: Manifest, sourceId: string): CodePart | null =>
  manifest.code.find(({ source }) => source === sourceId) ?? null;

async function indexFiles(source: SyncedSource, work: SyncContext, folder: string, head: string): Promise<void> {
  const { db, builder, progress, signal } = work;
  const previous = codePart(await readManifest(db, source.projectId), source.id);
  if (previous?.commit === head) return;
  progress.report("files");
  const onProgress = ({ step, done, total }: BuildProgress) => {
    if (step === "files") progress.report("files", done, total);
  };
  const input = { gitDir: folder, commit: head, source: source.id, name: source.name, maxFiles: work.maxFiles };
  let part: CodePart;
  try {
    part = await builder.buildCode({ ...input, previous }, { signal, onProgress });
  } catch (error) {
    if (!previous || signal.aborted || beyondLimits(error)) throw error;
    // Something of the last build may be damaged: without it everything is read again.
    part = await builder.buildCode({ ...input, previous: null }, { signal, onProgress });
  }
  // After the first time the symbols are a matter of the changed files only, and readers keep the old ones until the new are there.
  if (previous?.symbols) await indexSymbols(source, work, { part, previous });
  else await swapManifest(db, source.projectId, (manifest) => withPart(manifest, { code: part }));
}

/** What a repository holds that is no harm here, but that those who linked it should know of. */
async function noteSuspiciousEntries(
  source: SyncedSource,
  work: SyncContext,
  folder: string,
  head: string,
): Promise<void> {
  const { outside, disguised, unseen, submodules, pointers } = await findSuspiciousTreeEntries(
    folder,
    head,
    work.signal,
    work.maxFiles,
  );
  const skipped = codePart(await readManifest(work.db, source.projectId), source.id)?.skipped;
  const notes: readonly (readonly [string, number, string])[] = [
    ["large_files", skipped?.large ?? 0, "Files that are too large to be searched: {}."],
    [
      "too_many_files",
      skipped?.overLimit ?? 0,
      "Files beyond what one repository may hold, which are not searched: {}.",
    ],
    [
      "ignored_files",
      skipped?.ignored ?? 0,
      "Files that the repository’s .clewignore leaves out: {}. They are not searched.",
    ],
    [
      "missing_files",
      skipped?.missing ?? 0,
      "Files that the repository names and does not have: {}. Have it checked with git fsck.",
    ],
    ["links_outside", outside, "Symbolic links that lead out of the repository: {}. They were not followed."],
    ["disguised_paths", disguised, "Paths that would write into git’s own folder: {}. Nothing was written."],
    ["unseen_names", unseen, "File names with characters that cannot be seen: {}."],
    ["submodules", submodules, "Submodules, whose files are not read: {}. Link their repositories to search them."],
    ["lfs_files", pointers, "Files that Git LFS keeps elsewhere, of which only the pointer is here: {}."],
  ];
  for (const [code, count, text] of notes)
    if (count > 0) work.addNote({ code, text: text.replace("{}", String(count)) });
}

async function indexSymbols(
  source: SyncedSource,
  { db, builder, progress, signal }: SyncContext,
  built: { readonly part: CodePart; readonly previous: CodePart } | null,
): Promise<void> {
  const part = built?.part ?? codePart(await readManifest(db, source.projectId), source.id);
  if (!part || part.symbols) return;
  progress.report("symbols", 0, part.files);
  const whole = await builder.buildSymbols(
    { part, previous: built?.previous ?? null },
    {
      signal,
      onProgress: ({ step, done, total }) => {
        if (step === "symbols") progress.report("symbols", done, total);
      },
    },
  );
  await swapManifest(db, source.projectId, (manifest) => withPart(manifest, { code: whole }));
}

async function indexCommits(source: SyncedSource, work: SyncContext, folder: string, head: string): Promise<void> {
  const { db, builder, progress, signal } = work;
  const previous = (await readManifest(db, source.projectId)).commits.find((part) => part.source === source.id) ?? null;
  if (previous?.head === head) return;
  progress.report("index");
  const part = await builder.buildCommits(
    { gitDir: folder, commit: head, source: source.id, previous, maxFiles: work.maxFiles },
    {
      signal,
      onProgress: ({ done, total }) => {
        progress.report("index", done, total);
      },
    },
  );
  await swapManifest(db, source.projectId, (manifest) => withPart(manifest, { commits: part }));
}
