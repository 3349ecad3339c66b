import { randomBytes } from "node:crypto";
import { decodeSubject } from "./commitText.ts";
import { readCommitTime } from "./commitTime.ts";
import { plainPath } from "./patchPath.ts";
import { type OutputLimits, readOutput } from "./readOutput.ts";

/** A commit of the history of a file or of some of its lines. */
export interface FileChange {
  readonly hash: string;
  readonly author: string;
  readonly email: string;
  /** Seconds since 1970 when it was written. */
  readonly authoredAt: number;
  readonly title: string;
  /** The letter of git: A, M, R, C, D or T; empty in the history of a range. */
  readonly status: string;
  readonly path: string;
  /** Before a rename or a copy. */
  readonly oldPath: string | null;
  /** Lines of the hunks of a range, with their headings. Empty in the history of a file. */
  readonly patch: readonly string[];
}

/** What the letters of git stand for; a later git may have others. */
export const CHANGE_NAMES: {
  readonly [status: string]: "added" | "removed" | "modified" | "renamed" | "copied" | "type" | undefined;
} = { A: "added", D: "removed", M: "modified", R: "renamed", C: "copied", T: "type" };

export interface FileHistory {
  /** Newest first. */
  readonly changes: readonly FileChange[];
  /** There are more, which a limit cut off. */
  readonly isCut: boolean;
  /** The limit was that of time: another try may read more. */
  readonly isTimedOut: boolean;
}

/** Each record begins with a random mark between NUL bytes: a patch may have NUL bytes and hashes, and a field of a commit may be empty. */
const newMark = (): string => randomBytes(16).toString("hex");
const formatOf = (mark: string): string => `--format=%x00${mark}%x00%H%x00%an%x00%ae%x00%at%x00%s%x00`;
const COMMON = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-mailmap", "-M"];

/**
 * The commits that changed a file, with renames followed, as `git log --follow` lists them.
 * @throws GitReadError where there is no such commit, or the signal's reason
 */
export async function readFileHistory(
  gitDir: string,
  commit: string,
  path: string,
  { maxCommits, ...limits }: OutputLimits & { readonly maxCommits: number },
  signal: AbortSignal,
): Promise<FileHistory> {
  const mark = newMark();
  const { bytes, isCut, isTimedOut } = await readOutput(
    gitDir,
    [
      "--literal-pathspecs",
      "log",
      "--follow",
      "-z",
      "--name-status",
      ...COMMON,
      `--max-count=${maxCommits + 1}`,
      formatOf(mark),
      "--end-of-options",
      commit,
      "--",
      path,
    ],
    limits,
    signal,
  );
  const changes = recordsOf(bytes, mark, isCut).map(({ fields, rest }) => {
    // With `-z` a NUL and a newline are before the status, and a NUL is after each name.
    const [status = "", first = path, second] = rest
      .toString("utf8")
      .replace(/^[\0\n]+/, "")
      .split("\0");
    const isMove = /^[RC]/.test(status);
    const presentPath = (isMove ? second : first) ?? path;
    return {
      ...fields,
      status: status.slice(0, 1),
      path: presentPath.toWellFormed(),
      oldPath: isMove ? first.toWellFormed() : null,
      patch: [],
    };
  });
  return { changes: changes.slice(0, maxCommits), isCut: isCut || changes.length > maxCommits, isTimedOut };
}

/**
 * The commits that changed a range of lines, with what they changed in it, as `git log -L` lists them.
 * @throws GitReadError where the file has no such lines
 */
export async function readRangeHistory(
  gitDir: string,
  commit: string,
  { path, from, to }: { readonly path: string; readonly from: number; readonly to: number },
  { maxCommits, ...limits }: OutputLimits & { readonly maxCommits: number },
  signal: AbortSignal,
): Promise<FileHistory> {
  const mark = newMark();
  const args = ["log", `-L${from},${to}:${path}`, ...COMMON, `--max-count=${maxCommits + 1}`, formatOf(mark)];
  const { bytes, isCut, isTimedOut } = await readOutput(gitDir, [...args, "--end-of-options", commit], limits, signal);
  const changes = recordsOf(bytes, mark, isCut).map(({ fields, rest }) => {
    const { path: named, oldPath, patch } = readPatchOfRange(rest.toString("utf8").toWellFormed().replace(/^\n+/, ""));
    return { ...fields, status: "", path: named ?? path, oldPath, patch };
  });
  return { changes: changes.slice(0, maxCommits), isCut: isCut || changes.length > maxCommits, isTimedOut };
}

interface Record {
  readonly fields: Pick<FileChange, "hash" | "author" | "email" | "authoredAt" | "title">;
  readonly rest: Buffer;
}

const HEADER_FIELDS = 5;

/** Splits at the mark, which no text can have: it is made for one call. */
function recordsOf(bytes: Buffer, mark: string, isCut: boolean): Record[] {
  const start = Buffer.from(`\0${mark}\0`);
  const starts: number[] = [];
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + start.length)) starts.push(at);
  const records = starts.map((begin, at): Record => {
    const texts: Buffer[] = [];
    let from = begin + start.length;
    for (let field = 0; field < HEADER_FIELDS; field++) {
      const index = bytes.indexOf(0, from);
      const end = index < 0 ? bytes.length : index;
      texts.push(bytes.subarray(from, end));
      from = Math.min(end + 1, bytes.length);
    }
    const text = (field: number): string => (texts[field]?.toString("utf8") ?? "").toWellFormed();
    const fields = {
      hash: text(0),
      author: text(1),
      email: text(2),
      authoredAt: readCommitTime(text(3)),
      title: decodeSubject(texts[4] ?? Buffer.alloc(0)),
    };
    return { fields, rest: bytes.subarray(from, starts[at + 1] ?? bytes.length) };
  });
  // The last one may lack a part.
  return isCut ? records.slice(0, -1) : records;
}

const MAX_PATCH_LINES = 400;
const MAX_LINE_LENGTH = 1000;

function readPatchOfRange(text: string): { path: string | null; oldPath: string | null; patch: string[] } {
  const { path, oldPath, end } = plainHead(text) ?? quotedHead(text);
  const patch = text
    .slice(end)
    .split("\n")
    .filter((line) => line !== "")
    .slice(0, MAX_PATCH_LINES)
    .map((line) => line.slice(0, MAX_LINE_LENGTH));
  return { path, oldPath: oldPath === path ? null : oldPath, patch };
}

interface PatchHead {
  readonly path: string | null;
  readonly oldPath: string | null;
  /** Where the first hunk begins. */
  readonly end: number;
}

const DIFF = "diff --git a/";
const OLD = "\n--- ";
const NEW = "\n+++ b/";
const HUNK = "\n@@ ";
/** Characters of a head: a path has 4,096 bytes on Linux, and each of the two is in it twice. */
const MAX_HEAD_LENGTH = 20_000;

/**
 * `git log -L` writes names as they are, also those with newlines, after which a line of the name can look like a hunk. The head is the
 * longest beginning that has both names twice: a longer one would need the heading of its first hunk a second time, and hunks differ.
 */
function plainHead(text: string): PatchHead | null {
  if (!text.startsWith(DIFF)) return null;
  const start = text.slice(0, MAX_HEAD_LENGTH);
  for (let end = start.lastIndexOf(HUNK); end >= 0; end = end === 0 ? -1 : start.lastIndexOf(HUNK, end - 1)) {
    for (let at = start.indexOf(NEW); at >= 0 && at < end; at = start.indexOf(NEW, at + 1)) {
      const path = start.slice(at + NEW.length, end);
      for (const before of ["a/", "/dev/null"]) {
        const middle = " b/".length + path.length + OLD.length + before.length;
        const length = before === "a/" ? (at - DIFF.length - middle) / 2 : path.length;
        // Most places fail here, at the cost of a few characters.
        if (length < 0 || !start.startsWith(" b/", DIFF.length + length)) continue;
        const oldPath = start.slice(DIFF.length, DIFF.length + length);
        const head = `${oldPath} b/${path}${OLD}${before}${before === "a/" ? oldPath : ""}${NEW}`;
        if (start.startsWith(head, DIFF.length)) return { path, oldPath, end: end + 1 };
      }
    }
  }
  return null;
}

/** The head as git writes it elsewhere: a name with a newline is quoted as in C, so that each line is one. */
function quotedHead(text: string): PatchHead {
  const end = /^@@ /m.exec(text)?.index ?? text.length;
  const lines = text.slice(0, end).split("\n");
  const side = (mark: string, prefix: string): string | null => {
    const line = lines.find((candidate) => candidate.startsWith(mark));
    return line === undefined ? null : sidePath(line.slice(mark.length), prefix);
  };
  return { path: side("+++ ", "b/"), oldPath: side("--- ", "a/"), end };
}

/** The path of `a/path`, which git quotes as in C where it must, and ends with a tab where it has blanks. */
function sidePath(text: string, prefix: string): string | null {
  const plain = plainPath(Buffer.from(text.replace(/\t$/, "")));
  return plain.startsWith(prefix) ? plain.slice(prefix.length) : null;
}
