import { GitReadError } from "./gitErrors.ts";
import { splitAtNul } from "./splitAtNul.ts";
import { startReading } from "./startReading.ts";
import { MAX_FILES, TreeCounter } from "./treeLimits.ts";

/** A file of a commit's tree. Links and submodules are not listed. */
export interface TreeEntry {
  readonly path: string;
  /** Blob id in hex. */
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * The files of a commit in the byte order of their paths. git is killed at the first entry beyond the limits.
 * @param maxFiles entries of the tree, links and submodules included
 * @param paths to list, as they are; one that ends with a slash is a folder, whose files are listed; left out: all
 * @throws GitLimitError, GitReadError
 */
export async function listTree(
  gitDir: string,
  commit: string,
  signal?: AbortSignal,
  maxFiles: number = MAX_FILES,
  paths: readonly string[] = [],
): Promise<TreeEntry[]> {
  const git = startReading(
    gitDir,
    ["--literal-pathspecs", "ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", ...paths],
    signal,
  );
  git.stdin.end();
  const entries: TreeEntry[] = [];
  const counter = new TreeCounter(maxFiles);
  try {
    for await (const line of splitAtNul(git.stdout)) {
      const tab = line.indexOf("\t");
      const path = line.slice(tab + 1);
      counter.add(path);
      const match = /^100\d{3} blob ([0-9a-f]+) +(\d+)$/.exec(line.slice(0, tab));
      if (match && path !== "") entries.push({ oid: match[1] ?? "", size: Number(match[2]), path });
    }
    await git.ended;
  } catch (error) {
    git.kill();
    if (error instanceof GitReadError) counter.checkExit(error.code);
    throw error;
  }
  // git orders directories as if their names ended in a slash, which is the order of whole paths; decoding may disturb it.
  return sortByPath(entries);
}

/** In the byte order of their paths, as the documents of an index are. */
export function sortByPath<T extends { readonly path: string }>(entries: T[]): T[] {
  // UTF-16 order equals byte order where no path has a surrogate, and is compared many times faster.
  if (!entries.some(({ path }) => /[\ud800-\udfff]/.test(path)))
    return entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return entries.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

/** A file that differs between two commits. */
export interface TreeChange {
  readonly path: string;
  /** Blob ids before and after; null where there is no file, or a link or a submodule. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The files that differ between two commits; a rename is a removal and an addition. git reads only folders that differ.
 * @param maxFiles changes
 * @param pathspecs left out: all files
 * @throws GitLimitError, GitReadError when a commit is not there
 */
export async function listChanges(
  gitDir: string,
  from: string,
  to: string,
  signal?: AbortSignal,
  maxFiles: number = MAX_FILES,
  pathspecs: readonly string[] = [],
): Promise<TreeChange[]> {
  const options = ["diff-tree", "-r", "-z", "--no-renames", "--raw", "--no-abbrev"];
  const git = startReading(gitDir, [...options, from, to, "--", ...pathspecs], signal);
  git.stdin.end();
  const changes: TreeChange[] = [];
  const counter = new TreeCounter(maxFiles);
  let head: RegExpExecArray | null = null;
  try {
    for await (const piece of splitAtNul(git.stdout)) {
      if (!head) {
        head = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*$/.exec(piece);
        continue;
      }
      counter.add(piece);
      const [, oldMode = "", newMode = "", oldOid = "", newOid = ""] = head;
      head = null;
      const before = oldMode.startsWith("100") ? oldOid : null;
      const after = newMode.startsWith("100") ? newOid : null;
      if (piece !== "" && before !== after) changes.push({ path: piece, before, after });
    }
    await git.ended;
  } catch (error) {
    git.kill();
    if (error instanceof GitReadError) counter.checkExit(error.code);
    throw error;
  }
  return changes;
}
