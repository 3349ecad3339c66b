import type { Readable } from "node:stream";
import { folderPathspecs, historyOptions } from "../../git/folderPaths.ts";
import { MAX_FILES, tooManyChanges } from "../../git/treeLimits.ts";
import { SourceError } from "../SourceError.ts";
import { gitFailure } from "./gitFailure.ts";
import { runSourceGit, startSourceGit } from "./sourceGit.ts";
import { message } from "../../messages/messages.ts";

/** One commit with the files that it changed against its first parent; a merge has none. */
export interface HistoryCommit {
  readonly hash: string;
  readonly parents: number;
  readonly authorName: string;
  readonly authorEmail: string;
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly committedAt: number;
  /** The whole message. */
  readonly message: string;
  readonly changes: readonly HistoryChange[];
}
export interface HistoryChange {
  /** git's letter: A, M, D, T. */
  readonly kind: string;
  readonly path: string;
}

/** A record begins with a byte that no status can hold; everything in it ends with NUL. */
const MARK = "\u0001";
const FORMAT = "%x01%H%x00%P%x00%an%x00%ae%x00%at%x00%ct%x00%B%x00";
const FIELDS = 7;
const CUT_SHORT = message("git.history_interrupted");

/**
 * The commits of `head` (without those of `since`), parents before children, as ids.
 * @param folders only commits that differ from one of their parents in these; none: all
 * @throws SourceError `damaged` when the history cannot be walked
 */
export async function listCommits(
  folder: string,
  head: string,
  since: string | null,
  signal?: AbortSignal,
  folders: readonly string[] = [],
): Promise<string[]> {
  const range = since === null ? [head] : [head, `^${since}`];
  const { code, output, stderr } = await runSourceGit(
    [
      `--git-dir=${folder}`,
      "rev-list",
      "--topo-order",
      "--reverse",
      ...historyOptions(folders),
      "--end-of-options",
      ...range,
      "--",
      ...folderPathspecs(folders),
    ],
    { signal },
  );
  if (code !== 0) throw gitFailure(stderr || "bad object", "");
  const text = output.toString("latin1").trim();
  return text === "" ? [] : text.split("\n");
}

/**
 * Reads commits in the given order while git is still writing; only the current record is in memory.
 * @param maxFiles files that one commit may change
 * @param folders only changes in these; none: all
 * @throws SourceError, GitLimitError
 */
export async function* readCommits(
  folder: string,
  hashes: readonly string[],
  signal?: AbortSignal,
  maxFiles: number = MAX_FILES,
  folders: readonly string[] = [],
): AsyncGenerator<HistoryCommit, void, undefined> {
  if (hashes.length === 0) return;
  const args = [
    "diff-tree",
    "--stdin",
    "--always",
    "--root",
    "-r",
    "-z",
    "--name-status",
    "--no-renames",
    "--no-ext-diff",
  ];
  const git = startSourceGit(
    [`--git-dir=${folder}`, ...args, `--format=${FORMAT}`, "--", ...folderPathspecs(folders)],
    {
      signal,
    },
  );
  git.stdin.end(`${hashes.join("\n")}\n`);
  try {
    let at = 0;
    for await (const commit of parseLog(git.stdout, maxFiles)) {
      // git skips unknown objects; a gap in the history must be detected.
      if (commit.hash !== hashes[at]) throw new SourceError("damaged", CUT_SHORT);
      at += 1;
      yield commit;
    }
    const { code, stderr } = await git.ended;
    if (code !== 0) throw gitFailure(stderr || "bad object", "");
    if (at < hashes.length) throw new SourceError("damaged", CUT_SHORT);
  } finally {
    git.kill();
  }
}

/**
 * Splits git's output into records, which may span chunks.
 * @throws SourceError `damaged` for a stream that ends inside a record
 */
export async function* parseLog(
  stream: Readable | AsyncIterable<Buffer>,
  maxFiles: number = MAX_FILES,
): AsyncGenerator<HistoryCommit, void, undefined> {
  let fields: string[] | null = null;
  let changes: HistoryChange[] = [];
  let status: string | null = null;
  for await (const token of tokens(stream)) {
    if (fields && fields.length < FIELDS) {
      fields.push(token);
    } else if (status !== null) {
      changes.push({ kind: status, path: token });
      if (changes.length > maxFiles) throw tooManyChanges(maxFiles);
      status = null;
    } else if (token.startsWith(MARK)) {
      if (fields) yield commitOf(fields, changes);
      fields = [token.slice(1)];
      changes = [];
    } else {
      const letter = token.trimStart();
      if (letter !== "") status = letter.slice(0, 1);
    }
  }
  if (status !== null || (fields && fields.length < FIELDS)) {
    throw new SourceError("damaged", CUT_SHORT);
  }
  if (fields) yield commitOf(fields, changes);
}

/** Texts between NUL bytes. Each chunk is decoded as one piece: a NUL never is inside a UTF-8 sequence. */
async function* tokens(stream: Readable | AsyncIterable<Buffer>): AsyncGenerator<string, void, undefined> {
  let rest: Buffer[] = [];
  for await (const chunk of stream) {
    const bytes: Buffer = chunk;
    const end = bytes.lastIndexOf(0);
    if (end < 0) {
      rest.push(bytes);
      continue;
    }
    const line = rest.length > 0 ? Buffer.concat([...rest, bytes.subarray(0, end)]) : bytes.subarray(0, end);
    yield* line.toString("utf8").split("\0");
    rest = end + 1 < bytes.length ? [bytes.subarray(end + 1)] : [];
  }
  if (rest.some((bytes) => bytes.length > 0)) throw new SourceError("damaged", CUT_SHORT);
}

function commitOf(fields: readonly string[], changes: readonly HistoryChange[]): HistoryCommit {
  const [hash = "", parents = "", authorName = "", authorEmail = "", authored = "", committed = "", message = ""] =
    fields;
  return {
    hash,
    parents: parents === "" ? 0 : parents.split(" ").length,
    authorName,
    authorEmail,
    authoredAt: timeOf(authored),
    committedAt: timeOf(committed),
    message: withoutLastLines(message),
    changes,
  };
}

/** Not by an expression: one that looks for line ends at the end restarts at each of a million of them. */
function withoutLastLines(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 10) end -= 1;
  return text.slice(0, end);
}

const LATEST = Date.UTC(9999, 11, 31);

/** Some histories hold times from before 1970 or after the year 9999, which no calendar of ours can carry. */
function timeOf(seconds: string): number {
  const time = Number(seconds) * 1000;
  return Number.isFinite(time) ? Math.min(Math.max(time, 0), LATEST) : 0;
}
