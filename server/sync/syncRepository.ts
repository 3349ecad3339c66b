import type { Db } from "../db/openDb.ts";
import { deleteCommitsOfSource } from "../db/tables/commitStorage.ts";
import { deleteMailmap } from "../db/tables/mailmaps.ts";
import { countItems } from "../db/tables/sourceCounts.ts";
import { listTrackerUrls } from "../db/tables/sources.ts";
import { updateDefaultBranch } from "../db/tables/sourceSync.ts";
import { type CodePart, type Manifest, symbolsOf, withPart, withoutSource } from "../index/manifest.ts";
import { isMergeDue } from "../index/build/mergeLayers.ts";
import type { BuildProgress } from "../index/build/buildContext.ts";
import { BuildFailedError } from "../index/build/builder.ts";
import { GitLimitError, GitReadError, GitStoppedError } from "../git/gitErrors.ts";
import { findSuspiciousTreeEntries } from "../sources/git/suspiciousTreeEntries.ts";
import { removeMirror } from "../sources/git/mirror.ts";
import { SourceError } from "../sources/SourceError.ts";
import { noteCommits } from "./notices/sourceNotices.ts";
import { readManifest, swapManifest } from "./storedManifest.ts";
import { syncRefs } from "./syncRefs.ts";
import { syncRequests } from "./syncRequests.ts";
import { storeHistory } from "./storeHistory.ts";
import { storeMailmap } from "./storeMailmap.ts";
import { storeTags } from "./storeTags.ts";
import { type SyncedSource, storeCursor, updateCursor } from "./SyncedSource.ts";
import { vacuumAnalyze } from "../db/vacuumAnalyze.ts";
import { retryOnRateLimit } from "./retryOnRateLimit.ts";
import type { SyncContext } from "./SyncContext.ts";
import { message } from "../messages/messages.ts";

/**
 * Copies and indexes a repository. Each stage checks what exists and does what is missing, so an interrupted sync resumes where it stopped:
 * mirror, files (searchable from here on), history, commits, symbols.
 * @returns how many commits are stored
 */
export async function syncRepository(source: SyncedSource, context: SyncContext): Promise<number> {
  const { db, sources, progress, signal } = context;
  progress.report("connect");
  const remote = await retryOnRateLimit(context, () =>
    sources.updateMirror(source.id, context.access(), {
      signal,
      // Resolving follows receiving and counts from zero: one bar for both, the second half for the second.
      onProgress: ({ phase, done, total }) => {
        progress.report("fetch", phase === "receive" ? done : total + done, total === 0 ? null : total * 2);
      },
    }),
  );
  signal.throwIfAborted();
  await updateDefaultBranch(db, source.id, remote.branch);
  if (remote.commit === null) {
    await emptied(db, source);
    return 0;
  }
  const head = remote.commit;
  const folder = sources.mirrorFolder(source.id);
  const { refused } = source.cursor;
  if (refused && refused.head === head && refused.mostFiles === context.maxFiles && !context.isManual)
    throw new SourceError("too_large", refused.text);
  try {
    await indexFiles(source, context, { folder, head, branch: remote.branch });
    await noteSuspiciousEntries(source, context, folder, head);
    await storeTags(db, source.id, remote.tags);
    await storeMailmap(db, { sourceId: source.id, folder, head, signal });
    const changed = await storeHistory(db, {
      sourceId: source.id,
      folder,
      head,
      storedHead: source.cursor.head,
      signal,
      maxFiles: context.maxFiles,
      onProgress: (done, total) => {
        progress.report("history", done, total);
      },
    });
    await vacuumAnalyze(db, ["git_commits", "git_changes", "git_paths", "git_authors"], changed);
    const isBehind = changed > 0 || source.cursor.isIndexBehind;
    await db.transaction().execute(async (tx) => {
      if (source.cursor.head !== head)
        await storeCursor(tx, source.id, { ...source.cursor, head, isIndexBehind: isBehind });
      await noteCommits(tx, source);
    });
    await indexCommits(source, context, folder, head);
    await indexSymbols(source, context);
    await mergeLayers(source, context);
    await syncRefs(source, context, { branch: remote.branch, commit: head });
    const before = { ...source.cursor, head, isIndexBehind: isBehind };
    const after = (await isReadByTracker(db, source)) ? before : await syncRequests(source, before, context, true);
    const hasRequests = JSON.stringify(after.requests) !== JSON.stringify(before.requests);
    if (isBehind || hasRequests) {
      // The index of issues contains the commits and requests that fix them.
      progress.report("links");
      await context.rebuildIssues(source.projectId, signal);
      await storeCursor(db, source.id, { ...after, isIndexBehind: false });
    }
    if (refused) await updateCursor(db, source.id, { refused: null });
  } catch (error) {
    // Our own copy may be what is damaged. The next sync makes a new one, and all that was stored is kept.
    const limit = beyondLimits(error);
    if (limit !== null && !signal.aborted) {
      // The same commit would fail the same way: it is not read again until a user requests it, or the limit changes.
      await updateCursor(db, source.id, { refused: { head, mostFiles: context.maxFiles, text: limit.text } });
      throw limit;
    }
    const known = isUnreadable(error) && !signal.aborted ? damaged(error) : error;
    if (known instanceof SourceError && known.code === "damaged") await removeMirror(folder);
    throw known;
  }
  return countItems(db, "git_commits", source.id);
}

/** The repository is larger than the limits of git's readers, here or in a thread of the builder; null for any other error. */
function beyondLimits(error: unknown): SourceError | null {
  if (error instanceof GitLimitError || (error instanceof GitStoppedError && error.reason === "memory"))
    return new SourceError("too_large", error.text, { cause: error });
  if (error instanceof SourceError && error.cause instanceof GitStoppedError && error.cause.reason === "memory")
    return error;
  if (error instanceof BuildFailedError && (error.cause === GitLimitError.name || error.cause === GitStoppedError.name))
    return new SourceError("too_large", error.text, { cause: error });
  return null;
}

/** What git could not read while the index was built. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof GitReadError || (error instanceof BuildFailedError && error.cause === GitReadError.name);

const damaged = (cause: Error): SourceError => new SourceError("damaged", message("repository.damaged"), { cause });

/** A tracker of the project that is the same place reads its requests: once is enough. */
async function isReadByTracker(db: Db, source: SyncedSource): Promise<boolean> {
  const place = (url: string) =>
    url
      .replace(/\/+$/, "")
      .replace(/\.git$/, "")
      .toLowerCase();
  const trackers = await listTrackerUrls(db, source.projectId, source.provider);
  return trackers.some((url) => place(url) === place(source.url));
}

/** A repository without commits, or one that lost them all. */
async function emptied(db: Db, source: SyncedSource): Promise<void> {
  if (source.cursor.head === null) return;
  await deleteCommitsOfSource(db, source.id);
  await deleteMailmap(db, source.id);
  await storeTags(db, source.id, new Map());
  await storeCursor(db, source.id, { ...source.cursor, head: null });
  await swapManifest(db, source.projectId, (manifest) => withoutSource(manifest, source.id));
}

const codePart = (manifest: Manifest, sourceId: string): CodePart | null =>
  manifest.code.find(({ source }) => source === sourceId) ?? null;

async function indexFiles(
  source: SyncedSource,
  context: SyncContext,
  { folder, head, branch }: { readonly folder: string; readonly head: string; readonly branch: string | null },
): Promise<void> {
  const { db, builder, progress, signal } = context;
  const previous = codePart(await readManifest(db, source.projectId), source.id);
  if (previous?.commit === head) {
    if (previous.branch !== branch)
      await swapManifest(db, source.projectId, (manifest) => withPart(manifest, { code: { ...previous, branch } }));
    return;
  }
  progress.report("files");
  const onProgress = ({ step, done, total }: BuildProgress) => {
    if (step === "files") progress.report("files", done, total);
  };
  const { id, name } = source;
  const input = { gitDir: folder, commit: head, source: id, name, branch, maxFiles: context.maxFiles };
  // After the first time the symbols are a matter of the changed files only, and readers keep the old ones until the new are there.
  const build = previous && symbolsOf(previous) !== null ? builder.updateCode : builder.buildCode;
  let part: CodePart;
  try {
    part = await build({ ...input, previous }, { signal, onProgress, isUpdate: previous !== null });
  } catch (error) {
    if (!previous || signal.aborted || beyondLimits(error)) throw error;
    // Something of the last build may be damaged: without it everything is read again.
    part = await builder.buildCode({ ...input, previous: null }, { signal, onProgress });
  }
  await swapManifest(db, source.projectId, (manifest) => withPart(manifest, { code: part }));
}

/** Entries of a repository that are harmless here, but of interest to the users who linked it. */
async function noteSuspiciousEntries(
  source: SyncedSource,
  context: SyncContext,
  folder: string,
  head: string,
): Promise<void> {
  const { outside, disguised, unseen, submodules, pointers } = await findSuspiciousTreeEntries(
    folder,
    head,
    context.signal,
    context.maxFiles,
  );
  const skipped = codePart(await readManifest(context.db, source.projectId), source.id)?.skipped;
  const notes = [
    ["large_files", skipped?.large ?? 0, "note.large_files"],
    ["too_many_files", skipped?.overLimit ?? 0, "note.excess_files"],
    ["ignored_files", skipped?.ignored ?? 0, "note.ignored_files"],
    ["missing_files", skipped?.missing ?? 0, "note.missing_files"],
    ["links_outside", outside, "note.outside_links"],
    ["disguised_paths", disguised, "note.git_paths"],
    ["unseen_names", unseen, "note.invisible_names"],
    ["submodules", submodules, "note.submodules"],
    ["lfs_files", pointers, "note.lfs_files"],
  ] as const;
  for (const [code, count, text] of notes) if (count > 0) context.addNote({ code, text: message(text, { count }) });
}

async function indexSymbols(source: SyncedSource, context: SyncContext): Promise<void> {
  const { db, builder, progress, signal } = context;
  const part = codePart(await readManifest(db, source.projectId), source.id);
  if (!part || symbolsOf(part) !== null) return;
  progress.report("symbols", 0, part.files);
  const whole = await builder.buildSymbols(
    { part },
    {
      signal,
      isUpdate: part.layers.length > 1,
      onProgress: ({ step, done, total }) => {
        if (step === "symbols") progress.report("symbols", done, total);
      },
    },
  );
  await swapManifest(db, source.projectId, (manifest) => withPart(manifest, { code: whole }));
}

/** Keeps the number of layers small, after all that readers wait for. */
async function mergeLayers(source: SyncedSource, { db, builder, blobs, signal }: SyncContext): Promise<void> {
  const part = codePart(await readManifest(db, source.projectId), source.id);
  if (!part || !(await isMergeDue(blobs, part))) return;
  const merged = await builder.mergeLayers(part, { signal });
  await swapManifest(db, source.projectId, (manifest) => withPart(manifest, { code: merged }));
}

async function indexCommits(source: SyncedSource, context: SyncContext, folder: string, head: string): Promise<void> {
  const { db, builder, progress, signal } = context;
  const previous = (await readManifest(db, source.projectId)).commits.find((part) => part.source === source.id) ?? null;
  if (previous?.head === head) return;
  progress.report("index");
  const part = await builder.buildCommits(
    { gitDir: folder, commit: head, source: source.id, previous, maxFiles: context.maxFiles },
    {
      signal,
      isUpdate: previous !== null,
      onProgress: ({ done, total }) => {
        progress.report("index", done, total);
      },
    },
  );
  await swapManifest(db, source.projectId, (manifest) => withPart(manifest, { commits: part }));
}
