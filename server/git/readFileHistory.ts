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
  /** Of a range: the lines of its hunks with their headings. */
  readonly patch: readonly string[];
}

export interface FileHistory {
  /** Newest first. */
  readonly changes: readonly FileChange[];
  /** There are more, which a limit cut off. */
  readonly isCut: boolean;
  /** The limit was that of time: another try may read more. */
  readonly isTimedOut: boolean;
}

/** Each record begins with a byte that no text of a commit has, because git refuses it there. */
const FORMAT = "--format=%x00%x00%H%x00%an%x00%ae%x00%at%x00%s%x00";
const COMMON = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-mailmap", "-M"];

/**
 * The commits that changed a file, with renames followed, as `git log --follow` lists them.
 * @throws GitReadError where there is no such commit, or the signal's reason
 */
export async function readFileHistory(
  gitDir: string,
  commit: string,
  path: string,
  { most, ...limits }: OutputLimits & { readonly most: number },
  signal: AbortSignal,
): Promise<FileHistory> {
  const { bytes, isCut, isTimedOut } = await readOutput(
    gitDir,
    [
      "--literal-pathspecs",
      "log",
      "--follow",
      "-z",
      "--name-status",
      ...COMMON,
      `--max-count=${most + 1}`,
      FORMAT,
      "--end-of-options",
      commit,
      "--",
      path,
    ],
    limits,
    signal,
  );
  const changes = recordsOf(bytes, isCut).map(({ fields, rest }) => {
    // With `-z` a NUL and a newline are before the status, and a NUL is after each name.
    const [status = "", first = path, second] = rest
      .toString("utf8")
      .replace(/^[\0\n]+/, "")
      .split("\0");
    const isMove = /^[RC]/.test(status);
    const own = (isMove ? second : first) ?? path;
    return {
      ...fields,
      status: status.slice(0, 1),
      path: own.toWellFormed(),
      oldPath: isMove ? first.toWellFormed() : null,
      patch: [],
    };
  });
  return { changes: changes.slice(0, most), isCut: isCut || changes.length > most, isTimedOut };
}

/**
 * The commits that changed a range of lines, with what they changed in it, as `git log -L` lists them.
 * @throws GitReadError where the file has no such lines
 */
export async function readRangeHistory(
  gitDir: string,
  commit: string,
  { path, from, to }: { readonly path: string; readonly from: number; readonly to: number },
  { most, ...limits }: OutputLimits & { readonly most: number },
  signal: AbortSignal,
): Promise<FileHistory> {
  const args = ["log", `-L${from},${to}:${path}`, ...COMMON, `--max-count=${most + 1}`, FORMAT];
  const { bytes, isCut, isTimedOut } = await readOutput(gitDir, [...args, "--end-of-options", commit], limits, signal);
  const changes = recordsOf(bytes, isCut).map(({ fields, rest }) => {
    const { path: named, oldPath, patch } = readPatchOfRange(rest);
    return { ...fields, status: "", path: named ?? path, oldPath, patch };
  });
  return { changes: changes.slice(0, most), isCut: isCut || changes.length > most, isTimedOut };
}

interface Record {
  readonly fields: Pick<FileChange, "hash" | "author" | "email" | "authoredAt" | "title">;
  readonly rest: Buffer;
}

const HEADER_FIELDS = 5;
const MARK = Buffer.from([0, 0]);

/** Splits at the two NUL bytes before a hash: a patch has no NUL, because files with one count as binary. */
function recordsOf(bytes: Buffer, isCut: boolean): Record[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + 1))
    if (isHash(bytes, at + MARK.length)) starts.push(at + MARK.length);
  const records = starts.map((start, at): Record => {
    const texts: string[] = [];
    let from = start;
    for (let field = 0; field < HEADER_FIELDS; field++) {
      const end = bytes.indexOf(0, from);
      texts.push(bytes.toString("utf8", from, end < 0 ? bytes.length : end).toWellFormed());
      from = end < 0 ? bytes.length : end + 1;
    }
    const [hash = "", author = "", email = "", authoredAt = "", title = ""] = texts;
    const next = starts[at + 1];
    const fields = { hash, author, email, authoredAt: readCommitTime(authoredAt), title };
    return { fields, rest: bytes.subarray(from, next === undefined ? bytes.length : next - MARK.length) };
  });
  // The last one may lack a part.
  return isCut ? records.slice(0, -1) : records;
}

/** Whether 40 or 64 hexadecimal digits and a NUL begin here. */
function isHash(bytes: Buffer, from: number): boolean {
  return [40, 64].some(
    (length) => bytes[from + length] === 0 && /^[0-9a-f]+$/.test(bytes.toString("latin1", from, from + length)),
  );
}

const MAX_PATCH_LINES = 400;
const MAX_LINE_LENGTH = 1000;

function readPatchOfRange(rest: Buffer): { path: string | null; oldPath: string | null; patch: string[] } {
  const lines = rest.toString("utf8").toWellFormed().replace(/^\n+/, "").split("\n");
  let path: string | null = null;
  let oldPath: string | null = null;
  const patch: string[] = [];
  let isInHunk = false;
  for (const line of lines) {
    if (line.startsWith("@@")) isInHunk = true;
    if (isInHunk) {
      if (line !== "" && patch.length < MAX_PATCH_LINES) patch.push(line.slice(0, MAX_LINE_LENGTH));
    } else if (line.startsWith("--- ")) oldPath = sidePath(line.slice(4), "a/");
    else if (line.startsWith("+++ ")) path = sidePath(line.slice(4), "b/");
  }
  return { path, oldPath: oldPath === path ? null : oldPath, patch };
}

/** The path of `a/path`, which git quotes as in C where it must, and ends with a tab where it has blanks. */
function sidePath(text: string, prefix: string): string | null {
  const plain = plainPath(Buffer.from(text.replace(/\t$/, "")));
  return plain.startsWith(prefix) ? plain.slice(prefix.length) : null;
}
