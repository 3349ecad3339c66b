/** A mirror of which only some folders are read. */
import { foldersWithin, isInFolders, leadsToFolders } from "./folderPaths.ts";
import { GitReadError } from "./gitErrors.ts";
import type { Mirror } from "./MirrorReads.ts";
import type { Blame } from "./readBlame.ts";
import type { FileHistory } from "./readFileHistory.ts";

/**
 * Limits the reads of a mirror to folders: a path outside of them is not there, of a folder above them only the way to them is there, and a
 * commit that changes nothing in them has neither a text nor a difference. Revisions are resolved as before, since each of them has the folders
 * in some state. Reads by the id of a blob or a tree are not limited: callers have such an id from a read that is.
 */
export function limitMirror(mirror: Mirror, folders: readonly string[]): Mirror {
  if (folders.length === 0) return mirror;
  return {
    ...mirror,
    ...treeReads(mirror, folders),
    ...commitReads(mirror, folders),
    ...fileReads(mirror, folders),
    folders,
  };
}

/** What a revision has at a path. */
function treeReads(mirror: Mirror, folders: readonly string[]): Partial<Mirror> {
  const isIn = (path: string): boolean => isInFolders(folders, path);
  const leads = (path: string): boolean => leadsToFolders(folders, path);
  return {
    findNode: async (commit, path, signal) => {
      if (!leads(path)) return null;
      const node = await mirror.findNode(commit, path, signal);
      return isIn(path) || node?.kind === "folder" ? node : null;
    },
    findDeepestFolder: async (commit, path, signal) => {
      const folder = await mirror.findDeepestFolder(commit, path, signal);
      const parts = folder.split("/");
      const ways = parts.map((_part, at) => parts.slice(0, at + 1).join("/"));
      return ways.findLast(leads) ?? "";
    },
    pathExists: async (commit, path, signal) => leads(path) && (await mirror.pathExists(commit, path, signal)),
    findRename: async (commit, path, signal) => {
      const renamed = isIn(path) ? await mirror.findRename(commit, path, signal) : null;
      return renamed !== null && isIn(renamed) ? renamed : null;
    },
  };
}

/** What commits have changed. */
function commitReads(mirror: Mirror, folders: readonly string[]): Partial<Mirror> {
  const isIn = (path: string): boolean => isInFolders(folders, path);
  return {
    touchesFolders: (hash, _folders, signal) => mirror.touchesFolders(hash, folders, signal),
    readCommitText: async (hash, signal) => {
      if (await mirror.touchesFolders(hash, folders, signal)) return mirror.readCommitText(hash, signal);
      throw new GitReadError("log", "the commit changes nothing in the folders");
    },
    readCommitSize: (hash, _folders, signal) => mirror.readCommitSize(hash, folders, signal),
    readCommitsBetween: (sides, signal) => mirror.readCommitsBetween({ ...sides, folders }, signal),
    readDiff: (sides, limits, signal) => mirror.readDiff({ ...sides, folders }, limits, signal),
    readPatch: async (commit, paths, limits, signal) => {
      const within = paths.filter(isIn);
      // Without a path git would show the whole commit.
      return within.length === 0 ? { files: [], isCut: false } : mirror.readPatch(commit, within, limits, signal);
    },
    readChangedLines: async (file, signal) =>
      isIn(file.path) && isIn(file.newPath) ? mirror.readChangedLines(file, signal) : null,
    removals: (revision, signal) => mirror.removals(revision, signal, folders),
  };
}

/** Where a file and its lines come from. */
function fileReads(mirror: Mirror, folders: readonly string[]): Partial<Mirror> {
  const isIn = (path: string): boolean => isInFolders(folders, path);
  return {
    readBlame: async (commit, path, limits, signal) => {
      if (!isIn(path)) throw new GitReadError("blame", "the path is outside of the folders");
      const blame = await mirror.readBlame(commit, path, limits, signal);
      // A file that came from outside has what it had then from the commit that brought it.
      const isWithin = blame.commits.every((origin) => isIn(origin.path));
      return withinPrevious(
        isWithin ? blame : await mirror.readBlame(commit, path, { ...limits, follows: false }, signal),
        isIn,
      );
    },
    readFileHistory: async (commit, path, limits, signal) =>
      isIn(path) ? cutOutside(await mirror.readFileHistory(commit, path, limits, signal), isIn) : NO_HISTORY,
    readRangeHistory: async (commit, range, limits, signal) => {
      if (!isIn(range.path)) return NO_HISTORY;
      const history = await mirror.readRangeHistory(commit, range, limits, signal);
      const cut = cutOutside(history, isIn);
      if (history.changes.every(({ path }) => isIn(path))) return cut;
      // The lines came with the file, by a commit that git does not list where it only moved them.
      const ofFile = cutOutside(await mirror.readFileHistory(commit, range.path, limits, signal), isIn);
      const arrival = ofFile.changes.at(-1);
      const isListed = cut.changes.some(({ hash }) => hash === arrival?.hash);
      return arrival === undefined || ofFile.isCut || isListed
        ? cut
        : { ...cut, changes: [...cut.changes, { ...arrival, status: "" }] };
    },
  };
}

const NO_HISTORY: FileHistory = { changes: [], isCut: false, isTimedOut: false };

/** A history of a file until it came into the folders: that change is the first one, and is shown as an addition. */
function cutOutside({ changes, ...rest }: FileHistory, isIn: (path: string) => boolean): FileHistory {
  const outside = changes.findIndex(({ path }) => !isIn(path));
  const within = outside < 0 ? changes : changes.slice(0, outside);
  return {
    ...rest,
    isCut: rest.isCut && outside < 0,
    changes: within.map((change) =>
      change.oldPath === null || isIn(change.oldPath)
        ? change
        : { ...change, oldPath: null, status: change.status === "" ? "" : "A", patch: [] },
    ),
  };
}

const withinPrevious = (blame: Blame, isIn: (path: string) => boolean): Blame => ({
  ...blame,
  commits: blame.commits.map((commit) =>
    commit.previous === null || isIn(commit.previous.path) ? commit : { ...commit, previous: null },
  ),
});

/** The entries of a folder that the folders of a mirror are, or are in, or are below. @param path of the folder */
export function entriesWithin<T extends { readonly kind: string; readonly name: string }>(
  folders: readonly string[],
  path: string,
  entries: readonly T[],
): readonly T[] {
  if (isInFolders(folders, path) || folders.includes(path)) return entries;
  const prefix = path === "" ? "" : `${path}/`;
  return entries.filter(({ kind, name }) => kind === "folder" && foldersWithin(folders, `${prefix}${name}`).length > 0);
}
