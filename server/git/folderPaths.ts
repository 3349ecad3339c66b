/** Folders that a repository is limited to, as arguments of git and as a test of paths. No folders: the whole repository. */
import { readOutput } from "./readOutput.ts";

/** Pathspecs for everything below these folders. The slash at the end excludes a file or a link of that name. */
export const folderPathspecs = (folders: readonly string[]): string[] =>
  folders.map((folder) => `:(literal)${folder}/`);

/** Options of `git log` and `git rev-list` with these pathspecs: a commit of each side of a merge is listed, also where the other side made the same change. */
export const historyOptions = (folders: readonly string[]): string[] =>
  folders.length === 0 ? [] : ["--full-history"];

/** Whether a path is below one of these folders. */
export const isInFolders = (folders: readonly string[], path: string): boolean =>
  folders.length === 0 || folders.some((folder) => path.startsWith(`${folder}/`));

/** Whether a path is below one of these folders, is one of them, or is above one of them; "" is the root. */
export const leadsToFolders = (folders: readonly string[], path: string): boolean =>
  isInFolders(folders, path) || foldersWithin(folders, path).length > 0;

/** Those of these folders that are a path or below it; "" is the root. */
export const foldersWithin = (folders: readonly string[], path: string): readonly string[] =>
  path === "" ? folders : folders.filter((folder) => folder === path || folder.startsWith(`${path}/`));

const TREE_LIMITS = { maxBytes: 1 << 20, timeoutMs: 10_000 };
const TOUCH_LIMITS = { maxBytes: 4096, timeoutMs: 10_000 };

/** Those of the folders that a commit does not have as folders. @throws GitReadError where there is no such commit */
export async function findMissingFolders(
  gitDir: string,
  commit: string,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  if (folders.length === 0) return [];
  const args = "--literal-pathspecs ls-tree -d -z --full-tree --end-of-options".split(" ");
  const { bytes } = await readOutput(gitDir, [...args, commit, "--", ...folders], TREE_LIMITS, signal);
  // A submodule is listed as a folder is, and has no files here.
  const names = bytes.toString("utf8").split("\0");
  const present = new Set(
    names.filter((line) => line.startsWith("040000 ")).map((line) => line.slice(line.indexOf("\t") + 1)),
  );
  return folders.filter((folder) => !present.has(folder));
}

/** Whether a commit differs from one of its parents in these folders. @throws GitReadError where there is no such commit */
export async function touchesFolders(
  gitDir: string,
  commit: string,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  if (folders.length === 0) return true;
  const args = "diff-tree -m --root -r --no-commit-id --name-only -z --no-renames --no-ext-diff --end-of-options".split(
    " ",
  );
  const { bytes } = await readOutput(
    gitDir,
    [...args, commit, "--", ...folderPathspecs(folders)],
    TOUCH_LIMITS,
    signal,
  );
  return bytes.length > 0;
}
