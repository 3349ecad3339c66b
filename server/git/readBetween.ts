/** What lies between two commits of a repository. */
import { shortSubject } from "./commitText.ts";
import { readCommitTime } from "./commitTime.ts";
import { folderPathspecs, historyOptions } from "./folderPaths.ts";
import { hasGitFailed } from "./gitErrors.ts";
import { readOutput } from "./readOutput.ts";

const LIMITS = { maxBytes: 4 << 20, timeoutMs: 10_000 };
const RENAME_LIMITS = { maxBytes: 8 << 20, timeoutMs: 5000 };

/** A commit as a list of commits shows it. */
export interface ListedCommit {
  readonly hash: string;
  /** Seconds since 1970 when it was written. */
  readonly authoredAt: number;
  readonly author: string;
  readonly email: string;
  readonly title: string;
}

export interface CommitsBetween {
  /** The newest ones of the head that the base lacks. */
  readonly commits: readonly ListedCommit[];
  /** All of them. */
  readonly ahead: number;
  /** Commits of the base that the head lacks. */
  readonly behind: number;
}

/** The commits that only one of two histories has. @throws GitReadError */
export async function readCommitsBetween(
  gitDir: string,
  {
    base,
    head,
    maxCommits,
    folders = [],
  }: {
    readonly base: string;
    readonly head: string;
    readonly maxCommits: number;
    /** Only commits that differ from one of their parents in these; omitted: all. */
    readonly folders?: readonly string[] | undefined;
  },
  signal: AbortSignal,
): Promise<CommitsBetween> {
  const [options, paths] = [historyOptions(folders), folderPathspecs(folders)];
  const count = [
    "rev-list",
    "--count",
    "--left-right",
    ...options,
    "--end-of-options",
    `${base}...${head}`,
    "--",
    ...paths,
  ];
  const format = "--format=%H%x00%at%x00%an%x00%ae%x00%s%x00";
  const log = [
    "log",
    "-z",
    "--no-color",
    `--max-count=${maxCommits}`,
    ...options,
    format,
    "--end-of-options",
    `${base}..${head}`,
    "--",
    ...paths,
  ];
  const [counted, listed] = [
    await readOutput(gitDir, count, LIMITS, signal),
    await readOutput(gitDir, log, LIMITS, signal),
  ];
  const [behind = 0, ahead = 0] = counted.bytes.toString("latin1").trim().split("\t").map(Number);
  const fields = listed.bytes.toString("utf8").toWellFormed().split("\0");
  const commits: ListedCommit[] = [];
  // The fields of a commit and, with `-z`, an empty one after it.
  for (let at = 0; at + 5 < fields.length; at += 6) {
    const [hash = "", time = "", author = "", email = "", title = ""] = fields.slice(at, at + 5);
    commits.push({ hash, title: shortSubject(title), author, email, authoredAt: readCommitTime(time) });
  }
  return { commits, ahead, behind };
}

/** The new name of a file that a commit renamed; null where it renamed no such file. */
export async function findRename(
  gitDir: string,
  commit: string,
  path: string,
  signal: AbortSignal,
): Promise<string | null> {
  const args = "diff-tree -r -z -M -l1000 --root --name-status --diff-filter=R --no-commit-id --end-of-options";
  try {
    const { bytes } = await readOutput(gitDir, [...args.split(" "), commit, "--"], RENAME_LIMITS, signal);
    const names = bytes.toString("utf8").split("\0");
    for (let at = 0; at + 2 < names.length; at += 3) if (names[at + 1] === path) return names[at + 2] ?? null;
    return null;
  } catch (error) {
    if (hasGitFailed(error)) return null;
    throw error;
  }
}
