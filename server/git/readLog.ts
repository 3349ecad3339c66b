import { folderPathspecs, historyOptions } from "./folderPaths.ts";
import { splitAtNul } from "./splitAtNul.ts";
import { startReading } from "./startReading.ts";
import { MAX_FILES, tooManyChanges } from "./treeLimits.ts";

/** One commit of the history. */
export interface LoggedCommit {
  readonly hash: string;
  readonly parents: number;
  /** Full ids of the parents, the line that was merged into first. */
  readonly parentHashes: readonly string[];
  readonly author: string;
  readonly email: string;
  /** The committer: who merged or applied it, or the author. */
  readonly committer: string;
  readonly committerEmail: string;
  /** Seconds since 1970: when it was written, and when it came into this history. */
  readonly authoredAt: number;
  readonly committedAt: number;
  readonly message: string;
  /** Changed paths; empty for a merge. A rename is the removal of one path and the addition of another. */
  readonly paths: readonly string[];
}

const HEAD_FIELDS = 9;
const LOG = [
  "log",
  "-z",
  "--name-status",
  "--no-renames",
  "--no-color",
  "--format=%x01%H%x00%P%x00%an%x00%ae%x00%cn%x00%ce%x00%at%x00%ct%x00%B%x00",
];

/**
 * The history that leads to `revision` (or `a..b`), newest first, merges included. Without detection of renames each status has one path.
 * @param maxFiles files that one commit may change
 * @param folders only commits that differ from one of their parents in these, and only paths in them; none: all
 * @throws GitLimitError, GitReadError
 */
export async function* readLog(
  gitDir: string,
  revision: string,
  signal?: AbortSignal,
  maxFiles: number = MAX_FILES,
  folders: readonly string[] = [],
): AsyncGenerator<LoggedCommit> {
  const { stdin, stdout, kill, ended } = startReading(
    gitDir,
    [...LOG, ...historyOptions(folders), revision, "--", ...folderPathspecs(folders)],
    signal,
  );
  stdin.end();
  let head: string[] = [];
  let paths: string[] = [];
  let isPath = false;
  const commit = (): LoggedCommit => ({
    hash: head[0] ?? "",
    parents: head[1] ? head[1].split(" ").length : 0,
    parentHashes: head[1] ? head[1].split(" ") : [],
    author: head[2] ?? "",
    email: head[3] ?? "",
    committer: head[4] ?? "",
    committerEmail: head[5] ?? "",
    authoredAt: Number(head[6]),
    committedAt: Number(head[7]),
    message: head[8] ?? "",
    paths,
  });
  for await (const piece of splitAtNul(stdout)) {
    if (head.length > 0 && head.length < HEAD_FIELDS) {
      head.push(piece);
    } else if (isPath) {
      paths.push(piece);
      isPath = false;
      if (paths.length > maxFiles) {
        kill();
        throw tooManyChanges(maxFiles);
      }
    } else if (piece.startsWith("\u0001")) {
      if (head.length === HEAD_FIELDS) yield commit();
      head = [piece.slice(1)];
      paths = [];
    } else {
      isPath = /^\n?[A-Z]\d*$/.test(piece);
    }
  }
  if (head.length === HEAD_FIELDS) yield commit();
  await ended;
}
