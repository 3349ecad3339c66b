import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** What git said when it stopped with an error. */
export class GitReadError extends Error {
  constructor(command: string, detail: string) {
    super(`git ${command} failed: ${detail || "no reason given"}`);
    this.name = "GitReadError";
  }
}

/** A file of a commit's tree. Links and submodules are not listed. */
export interface TreeEntry {
  readonly path: string;
  /** Blob id in hex. */
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * The environment of every git process here: nothing of the operator's or the machine's configuration, no prompts, no hooks.
 * These commands only read a local mirror; the way out to other hosts is guarded elsewhere.
 */
function gitEnvironment(): NodeJS.ProcessEnv {
  const settings = [
    ["safe.directory", "*"],
    ["core.quotepath", "off"],
    ["core.hooksPath", "/dev/null"],
    ["core.fsmonitor", "false"],
    ["diff.renames", "false"],
    ["log.showSignature", "false"],
    ["gc.auto", "0"],
  ];
  const configured = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    PATH: process.env["PATH"],
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: process.platform === "win32" ? "NUL" : "/dev/null",
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    ...Object.fromEntries(configured),
  };
}

export interface RunningGit {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Settles when git has ended: rejects with GitReadError on an error status. */
  readonly ended: Promise<void>;
}

export function startGit(gitDir: string, args: readonly string[], signal?: AbortSignal): RunningGit {
  const child = spawn("git", [`--git-dir=${gitDir}`, ...args], {
    env: gitEnvironment(),
    stdio: ["pipe", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (complaint.length < 2000) complaint += text;
  });
  child.stdin.on("error", () => undefined); // git may close its input early; its status says why
  const kill = (): void => {
    child.kill("SIGKILL");
  };
  signal?.addEventListener("abort", kill, { once: true });
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", (error) => {
      reject(new GitReadError(args[0] ?? "", error.message));
    });
    child.once("close", (code) => {
      signal?.removeEventListener("abort", kill);
      if (signal?.aborted)
        reject(signal.reason instanceof Error ? signal.reason : new GitReadError(args[0] ?? "", "stopped"));
      else if (code === 0) resolve();
      else reject(new GitReadError(args[0] ?? "", complaint.trim()));
    });
  });
  ended.catch(() => undefined); // read by whoever awaits it; never an unhandled rejection
  return { child, ended };
}

async function gitText(gitDir: string, args: readonly string[]): Promise<string> {
  const { child, ended } = startGit(gitDir, args);
  child.stdin.end();
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  await ended;
  return Buffer.concat(chunks).toString("utf8").trim();
}

/** Full commit id of a revision (branch, tag, id, `HEAD~3`). GitReadError when there is none. */
export async function resolveCommit(gitDir: string, revision: string): Promise<string> {
  return gitText(gitDir, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
}

/** The git directory of a work tree or bare repository. */
export async function findGitDir(folder: string): Promise<string> {
  return gitText(folder, ["rev-parse", "--absolute-git-dir"]).catch(() =>
    gitText(`${folder}/.git`, ["rev-parse", "--absolute-git-dir"]),
  );
}

/** True when `older` is in the history of `newer`. */
export async function isAncestor(gitDir: string, older: string, newer: string): Promise<boolean> {
  return gitText(gitDir, ["merge-base", "--is-ancestor", older, newer]).then(
    () => true,
    () => false,
  );
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

/** The files of a commit in the byte order of their paths. */
export async function listTree(gitDir: string, commit: string, signal?: AbortSignal): Promise<TreeEntry[]> {
  const { child, ended } = startGit(gitDir, ["ls-tree", "-r", "-z", "-l", "--full-tree", commit], signal);
  child.stdin.end();
  const entries: TreeEntry[] = [];
  for await (const line of splitAtNul(child.stdout)) {
    const match = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line);
    if (match) entries.push({ oid: match[1] ?? "", size: Number(match[2]), path: match[3] ?? "" });
  }
  await ended;
  // git orders directories as if their names ended in a slash, which is the order of whole paths; decoding may disturb it.
  return entries.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

/** The bytes of blobs in the order asked for; null for one that the mirror does not have. */
export async function* readBlobs(
  gitDir: string,
  oids: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<Buffer | null> {
  if (oids.length === 0) return;
  const { child, ended } = startGit(gitDir, ["cat-file", "--batch", "--buffer"], signal);
  void feed(child.stdin, oids);
  const reader = new ByteReader(child.stdout);
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
    child.kill("SIGKILL");
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
  /** Who put it into this history: whoever merged or applied it, or the author. */
  readonly committer: string;
  readonly committerEmail: string;
  /** Seconds since 1970: when it was written, and when it came into this history. */
  readonly authoredAt: number;
  readonly committedAt: number;
  readonly message: string;
  /** Changed paths; empty for a merge. Renames appear as both paths. */
  readonly paths: readonly string[];
}

const HEAD_FIELDS = 9;

/** The history that leads to `revision` (or `a..b`), newest first, merges included. */
export async function* readLog(gitDir: string, revision: string, signal?: AbortSignal): AsyncGenerator<LoggedCommit> {
  const format = "--format=%x01%H%x00%P%x00%an%x00%ae%x00%cn%x00%ce%x00%at%x00%ct%x00%B%x00";
  const { child, ended } = startGit(
    gitDir,
    ["log", "-z", "--name-status", "--no-color", format, revision, "--"],
    signal,
  );
  child.stdin.end();
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
  for await (const piece of splitAtNul(child.stdout)) {
    if (head.length > 0 && head.length < HEAD_FIELDS) {
      head.push(piece);
    } else if (isPath) {
      paths.push(piece);
      isPath = false;
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
