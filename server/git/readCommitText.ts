import { folderPathspecs } from "./folderPaths.ts";
import { readCommitTime } from "./commitTime.ts";
import { readOutput } from "./readOutput.ts";

/** As much of a message as the index keeps is far below this. */
const TEXT_LIMITS = { maxBytes: 1 << 20, timeoutMs: 10_000 };
const NAMES_LIMITS = { maxBytes: 32 << 20, timeoutMs: 10_000 };
const LINES_LIMITS = { maxBytes: 4096, timeoutMs: 5000 };

/** Who wrote or committed a commit, and when. */
export interface CommitSignature {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly at: number;
}

export interface CommitText {
  readonly author: CommitSignature;
  readonly committer: CommitSignature;
  /** Hashes; the line that was merged into first. */
  readonly parents: readonly string[];
  readonly message: string;
}

/** A commit as it was written. @throws GitReadError where the repository has no such commit, or the signal's reason */
export async function readCommitText(gitDir: string, hash: string, signal: AbortSignal): Promise<CommitText> {
  const format = "--format=%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%P%x00%B";
  const args = ["log", "-1", "--no-color", "--no-show-signature", format, "--end-of-options", hash, "--"];
  const { bytes } = await readOutput(gitDir, args, TEXT_LIMITS, signal);
  const [author = "", email = "", authoredAt = "", committer = "", mail = "", committedAt = "", parents = "", ...text] =
    bytes.toString("utf8").toWellFormed().split("\0");
  return {
    author: { name: author, email, at: readCommitTime(authoredAt) },
    committer: { name: committer, email: mail, at: readCommitTime(committedAt) },
    parents: parents.split(" ").filter((parent) => parent !== ""),
    message: text.join("\0"),
  };
}

export interface CommitSize {
  /** Files that differ from the first parent; 0 for a merge. */
  readonly files: number;
  /** Lines, without those of binary files; null where counting them takes too long. */
  readonly added: number | null;
  readonly removed: number | null;
}

const COMPARE = ["diff-tree", "-r", "--root", "-M", "--no-commit-id", "--no-ext-diff"];

/** How much a commit changed. @param folders only files in these; omitted: all @throws GitReadError where the repository has no such commit, or the signal's reason */
export async function readCommitSize(
  gitDir: string,
  hash: string,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<CommitSize> {
  const read = (format: readonly string[], limits: typeof TEXT_LIMITS) =>
    readOutput(
      gitDir,
      [...COMPARE, ...format, "--end-of-options", hash, "--", ...folderPathspecs(folders)],
      limits,
      signal,
    );
  const [names, lines] = await Promise.all([
    read(["--name-only", "-z"], NAMES_LIMITS),
    read(["--shortstat", "--no-textconv"], LINES_LIMITS),
  ]);
  const files = names.bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  if (lines.isCut) return { files, added: null, removed: null };
  const text = lines.bytes.toString("latin1");
  const count = (word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0);
  return { files, added: count("insertion"), removed: count("deletion") };
}

/** The commits of the branches and tags of a repository whose history has a commit. @throws GitReadError, or the signal's reason */
export async function readRefsContaining(gitDir: string, hash: string, signal: AbortSignal): Promise<string[]> {
  const args = ["for-each-ref", `--contains=${hash}`, "--format=%(objectname) %(*objectname)"];
  const { bytes } = await readOutput(gitDir, args, TEXT_LIMITS, signal);
  return [...new Set(bytes.toString("latin1").split(/\s+/).filter(Boolean))];
}
