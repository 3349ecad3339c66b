import type { Readable, Writable } from "node:stream";
import { GitReadError } from "./gitErrors.ts";
import { readOutput } from "./readOutput.ts";
import { startReading } from "./startReading.ts";
import { MAX_FILES, TreeCounter, tooManyChanges } from "./treeLimits.ts";

/** A file of a commit's tree. Links and submodules are not listed. */
export interface TreeEntry {
  readonly path: string;
  /** Blob id in hex. */
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

const GIT_DIR_LIMITS = { maxBytes: 16_384, timeoutMs: 10_000 };

/** The git directory of a work tree or bare repository. */
export async function findGitDir(folder: string): Promise<string> {
  const ask = async (gitDir: string): Promise<string> => {
    const args = ["rev-parse", "--absolute-git-dir"];
    const { bytes } = await readOutput(gitDir, args, GIT_DIR_LIMITS, new AbortController().signal);
    return bytes.toString("utf8").trim();
  };
  return ask(folder).catch(() => ask(`${folder}/.git`));
}

/** Pieces of a stream between NUL bytes. */
async function* splitAtNul(stream: Readable): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    let start = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
      yield bytes.toString("utf8", start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield rest.toString("utf8");
}

/**
 * The files of a commit in the byte order of their paths. git is killed at the first entry beyond the limits.
 * @param most entries of the tree, links and submodules included
 * @param paths to list; left out: all
 * @throws GitLimitError, GitReadError
 */
export async function listTree(
  gitDir: string,
  commit: string,
  signal?: AbortSignal,
  most: number = MAX_FILES,
  paths: readonly string[] = [],
): Promise<TreeEntry[]> {
  const git = startReading(gitDir, ["ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", ...paths], signal);
  git.stdin.end();
  const entries: TreeEntry[] = [];
  const counter = new TreeCounter(most);
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
 * @param most changes @throws GitLimitError, GitReadError when a commit is not there
 */
export async function listChanges(
  gitDir: string,
  from: string,
  to: string,
  signal?: AbortSignal,
  most: number = MAX_FILES,
): Promise<TreeChange[]> {
  const git = startReading(gitDir, ["diff-tree", "-r", "-z", "--no-renames", "--raw", "--no-abbrev", from, to], signal);
  git.stdin.end();
  const changes: TreeChange[] = [];
  const counter = new TreeCounter(most);
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

/** Bytes of blobs in the order of the request; null for one that the mirror does not have. */
export async function readSizes(
  gitDir: string,
  oids: readonly string[],
  signal?: AbortSignal,
): Promise<(number | null)[]> {
  if (oids.length === 0) return [];
  const { stdin, stdout, kill, ended } = startReading(
    gitDir,
    ["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", "--buffer"],
    signal,
  );
  void feed(stdin, oids);
  const reader = new ByteReader(stdout);
  const sizes: (number | null)[] = [];
  try {
    for (let index = 0; index < oids.length; index++) {
      const line = await reader.line();
      const size = /^[0-9a-f]+ blob (\d+)$/.exec(line ?? "")?.[1];
      sizes.push(size === undefined ? null : Number(size));
    }
    await ended;
  } finally {
    kill();
  }
  return sizes;
}

/** The bytes of blobs in the order of the request; null for one that the mirror does not have. */
export async function* readBlobs(
  gitDir: string,
  oids: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<Buffer | null> {
  if (oids.length === 0) return;
  const { stdin, stdout, kill, ended } = startReading(gitDir, ["cat-file", "--batch", "--buffer"], signal);
  void feed(stdin, oids);
  const reader = new ByteReader(stdout);
  try {
    for (let index = 0; index < oids.length; index++) {
      const header = await reader.line();
      if (header === null) break;
      const size = /^[0-9a-f]+ \S+ (\d+)$/.exec(header)?.[1];
      if (size === undefined) {
        yield null;
        continue;
      }
      const bytes = await reader.take(Number(size) + 1);
      yield bytes.subarray(0, Number(size));
    }
    await ended;
  } finally {
    kill();
  }
}

async function feed(input: Writable, oids: readonly string[]): Promise<void> {
  const step = 500;
  for (let from = 0; from < oids.length && !input.destroyed; from += step) {
    const flowing = input.write(oids.slice(from, from + step).join("\n") + "\n");
    if (!flowing) {
      await new Promise<void>((resolve) => {
        const goOn = (): void => {
          input.off("drain", goOn);
          input.off("close", goOn);
          resolve();
        };
        input.once("drain", goOn);
        input.once("close", goOn);
      });
    }
  }
  input.end();
}

/** Reads lines and counted bytes from a stream without keeping more than one chunk too many. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) {
        const line = this.#rest.toString("utf8", 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return null;
    }
  }

  async take(count: number): Promise<Buffer> {
    if (this.#rest.length < count) {
      const parts = [this.#rest];
      let have = this.#rest.length;
      while (have < count) {
        const next = await this.#chunks.next();
        if (next.done) throw new GitReadError("cat-file", "the answer was cut");
        parts.push(next.value);
        have += next.value.length;
      }
      this.#rest = Buffer.concat(parts);
    }
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done) return false;
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, next.value]) : next.value;
    return true;
  }
}

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

/**
 * The history that leads to `revision` (or `a..b`), newest first, merges included. Without detection of renames each status has one path.
 * @param most files that one commit may change
 * @throws GitLimitError, GitReadError
 */
export async function* readLog(
  gitDir: string,
  revision: string,
  signal?: AbortSignal,
  most: number = MAX_FILES,
): AsyncGenerator<LoggedCommit> {
  const format = "--format=%x01%H%x00%P%x00%an%x00%ae%x00%cn%x00%ce%x00%at%x00%ct%x00%B%x00";
  const { stdin, stdout, kill, ended } = startReading(
    gitDir,
    ["log", "-z", "--name-status", "--no-renames", "--no-color", format, revision, "--"],
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
      if (paths.length > most) {
        kill();
        throw tooManyChanges(most);
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
