import { type CommitDiff, type CommitFile, MAX_DIFF_FILES } from "../../contract/code/commits.ts";
import type { QueryOf } from "../../contract/endpoints.ts";
import { findOnlyCommit } from "../engines/commits/findCommits.ts";
import type { DiffFile } from "../git/DiffReader.ts";
import { hasGitFailed } from "../git/gitErrors.ts";
import type { Mirror } from "../git/MirrorReads.ts";
import { type DiffLimits, type DiffSides, MAX_TEXT_BYTES } from "../git/readDiff.ts";
import type { OpenedIndex } from "../index/OpenedIndex.ts";
import { imageTypeOf } from "../index/text/fileKind.ts";
import { fileLanguageOf } from "../index/text/languages.ts";
import { listRepositories } from "./repositories.ts";
import { resolveRevision } from "./revisions.ts";
import type { CommitDeps } from "./commitDeps.ts";

/** Differences that are shown unfolded; the rest is unfolded file by file. */
export const LIST_LIMITS: DiffLimits = {
  maxFiles: MAX_DIFF_FILES,
  maxFileLines: 600,
  maxLines: 4000,
  maxBytes: 8 << 20,
  timeoutMs: 8000,
};
export const FILE_LIMITS: DiffLimits = {
  maxFiles: MAX_DIFF_FILES,
  maxFileLines: 20_000,
  maxLines: 20_000,
  maxBytes: 64 << 20,
  timeoutMs: 15_000,
};

type DiffRequest = Omit<QueryOf<"commitDiff">, "file"> & {
  readonly hash: string;
  readonly file?: number | undefined;
};

export const UNAVAILABLE: CommitDiff = { status: "unavailable", parents: [], parent: null, total: 0, files: [] };

/**
 * What a commit changed against one of its parents, read from the repository's mirror. What a mirror has besides the history of the refs that
 * were read, such as the commits of a removed branch, stays closed. @throws the signal's reason
 */
export async function diffOfCommit(
  { db, openMirror }: CommitDeps,
  index: OpenedIndex,
  projectId: string,
  { hash: digits, source, parent: which, whitespace, file }: DiffRequest,
  signal: AbortSignal,
): Promise<CommitDiff> {
  // A mirror is named by the source's id, so that of another project must not be one.
  const row = (await listRepositories(db, projectId)).find(({ id }) => id === source);
  const mirror = row ? await openMirror(source) : null;
  if (!row || mirror === null) return UNAVAILABLE;
  const place = findOnlyCommit(index, digits, source);
  const indexed = place && index.commits[place.member]?.table.hash(place.commit);
  try {
    const hash =
      indexed ?? (await resolveRevision(db, { projectId, index, source: row, mirror }, digits, signal)).revision?.hash;
    if (hash === undefined) return UNAVAILABLE;
    if (!indexed && !(await mirror.touchesFolders(hash, mirror.folders, signal))) return UNAVAILABLE;
    const parents = await mirror.readParents(hash, signal);
    const parent = parents[which - 1] ?? parents[0] ?? null;
    const sides = { commit: hash, parent, ignoresWhitespace: whitespace === "ignore" };
    return { status: "shown", parents, parent, ...(await compareInMirror(mirror, sides, file, signal)) };
  } catch (error) {
    // The mirror may be older than the index, or git's memory limit was reached.
    if (hasGitFailed(error)) return UNAVAILABLE;
    throw error;
  }
}

/**
 * The difference of two commits that a mirror has.
 * @param file the number of the only file whose lines are read, with a larger limit
 */
export const compareInMirror = (
  mirror: Mirror,
  sides: DiffSides,
  file: number | undefined,
  signal: AbortSignal,
): Promise<Pick<CommitDiff, "total" | "files">> =>
  readFiles(mirror, sides, file === undefined ? LIST_LIMITS : { ...FILE_LIMITS, only: file }, signal);

/** The files that differ between two commits, with the sizes of those that have no lines. @throws GitReadError */
export async function readFiles(
  mirror: Mirror,
  sides: DiffSides,
  limits: DiffLimits,
  signal: AbortSignal,
): Promise<Pick<CommitDiff, "files" | "total">> {
  const { files, total } = await mirror.readDiff(sides, limits, signal);
  const unsized = files.filter((file) => file.isBinary).flatMap(({ oldId, newId }) => [oldId, newId]);
  const ids = unsized.filter((id) => id !== null);
  const sizes = ids.length === 0 ? new Map<string, number>() : await mirror.readObjectSizes([...new Set(ids)], signal);
  return { total, files: files.map((file) => presentFile(file, sizes)) };
}

const CHANGES: Readonly<Record<string, CommitFile["change"]>> = {
  A: "added",
  D: "removed",
  R: "renamed",
  T: "type",
};
const SUBMODULE = "160000";
const LINK = "120000";

function presentFile(file: DiffFile, sizes: ReadonlyMap<string, number>): CommitFile {
  const sizeOf = (id: string | null): number | null => (id === null ? null : (sizes.get(id) ?? null));
  const [oldSize, newSize] = [sizeOf(file.oldId), sizeOf(file.newId)];
  return {
    number: file.number,
    path: file.path,
    old_path: file.oldPath,
    change: CHANGES[file.status] ?? "modified",
    old_mode: file.oldMode,
    new_mode: file.newMode,
    kind: kindOf(file, Math.max(oldSize ?? 0, newSize ?? 0)),
    old_size: oldSize,
    new_size: newSize,
    added: file.added,
    removed: file.removed,
    language: fileLanguageOf(file.path)?.name ?? null,
    folded: file.isBinary ? null : file.folded,
    clipped: file.isClipped,
    hunks: file.hunks.map((hunk) => ({
      old_start: hunk.oldStart,
      old_lines: hunk.oldLines,
      new_start: hunk.newStart,
      new_lines: hunk.newLines,
      heading: hunk.heading,
      lines: [...hunk.lines],
    })),
  };
}

/** @param size bytes of the larger side */
function kindOf({ path, isBinary, oldMode, newMode }: DiffFile, size: number): CommitFile["kind"] {
  if (newMode === SUBMODULE || oldMode === SUBMODULE) return "submodule";
  if ((newMode ?? oldMode) === LINK) return "link";
  if (!isBinary) return "text";
  if (imageTypeOf(path) !== undefined) return "image";
  return size > MAX_TEXT_BYTES ? "large" : "binary";
}
