import { halvedPath } from "./patchPath.ts";
import { startReading } from "./startReading.ts";

/** A line of a change, with its number in the file after it, or before it for one that is removed. */
export interface PatchLine {
  readonly change: "added" | "removed" | "same";
  readonly number: number;
  readonly text: string;
}

export interface PatchFile {
  readonly path: string;
  /** git shows no lines of it: not a text, or too large. */
  readonly isBinary: boolean;
  readonly hunks: readonly (readonly PatchLine[])[];
}

/** The changes of a commit, file by file in the order of git. */
export interface Patch {
  readonly files: readonly PatchFile[];
  /** The limit of bytes or of time was reached: the rest was not read. */
  readonly isCut: boolean;
}

export interface PatchLimits {
  /** Bytes that are read. */
  readonly maxBytes: number;
  /** Milliseconds that git may take. */
  readonly timeoutMs: number;
}

/** Lines before and after a change. */
const CONTEXT_LINES = 2;
/** Characters of a line that are kept. */
const MAX_LINE_LENGTH = 2000;
const NEWLINE = 10;
/** A file of more than a megabyte counts as binary. */
const ARGUMENTS =
  "-c core.bigFileThreshold=1m --literal-pathspecs diff-tree --root -p --no-commit-id --no-renames --no-color --no-ext-diff --no-textconv --src-prefix=a/ --dst-prefix=b/".split(
    " ",
  );

/**
 * What a commit changed in some files against its parent; nothing of a merge.
 * @throws GitReadError where there is no such commit, or the signal's reason
 */
export async function readPatch(
  gitDir: string,
  commit: string,
  paths: readonly string[],
  { maxBytes, timeoutMs }: PatchLimits,
  signal: AbortSignal,
): Promise<Patch> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const args = [...ARGUMENTS, `-U${CONTEXT_LINES}`, "--end-of-options", commit, "--", ...paths];
  const { stdin, stdout, kill, ended } = startReading(gitDir, args, AbortSignal.any([signal, timeout]));
  stdin.end();
  const reader = new PatchReader();
  let bytes = 0;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      const text: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let start = 0;
      for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, start)) {
        reader.take(text.subarray(start, end));
        start = end + 1;
      }
      rest = text.subarray(start);
      if (bytes > maxBytes) return { files: reader.finish(), isCut: true };
    }
    await ended;
    return { files: reader.finish(), isCut: false };
  } catch (error) {
    if (!signal.aborted && timeout.aborted) return { files: reader.finish(), isCut: true };
    throw error;
  } finally {
    kill();
  }
}

/** Takes the lines of a patch one after the other. */
class PatchReader {
  readonly #files: PatchFile[] = [];
  #path: string | null = null;
  #isBinary = false;
  #hunks: PatchLine[][] = [];
  /** Lines of the hunk that are still to come, before and after the change: a removed `-- a/x` looks like a header and is none. */
  #left = { before: 0, after: 0 };
  #next = { before: 0, after: 0 };

  take(line: Buffer): void {
    if (this.#left.before > 0 || this.#left.after > 0) {
      this.#takeInHunk(line);
      return;
    }
    const head = line.toString("latin1", 0, Math.min(line.length, 120));
    if (head.startsWith("diff --git ")) {
      this.#end();
      this.#path = halvedPath(line.subarray("diff --git ".length));
    } else if (head.startsWith("Binary files ")) {
      this.#isBinary = true;
    } else {
      this.#beginHunk(head);
    }
  }

  finish(): readonly PatchFile[] {
    this.#end();
    return this.#files;
  }

  #beginHunk(head: string): void {
    const match = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(head);
    if (!match) return;
    const [, from, before = "1", to, after = "1"] = match;
    this.#next = { before: Number(from), after: Number(to) };
    this.#left = { before: Number(before), after: Number(after) };
    this.#hunks.push([]);
  }

  #takeInHunk(line: Buffer): void {
    const sign = String.fromCharCode(line[0] ?? 0);
    // "\ No newline at end of file" is no line of the hunk.
    if (sign === "\\") return;
    const change = sign === "+" ? "added" : sign === "-" ? "removed" : "same";
    const number = change === "removed" ? this.#next.before : this.#next.after;
    const text = line
      .toString("utf8", 1, Math.min(line.length, 1 + MAX_LINE_LENGTH * 4))
      .slice(0, MAX_LINE_LENGTH)
      .replace(/\r$/, "")
      .toWellFormed();
    this.#hunks.at(-1)?.push({ change, number, text });
    if (change !== "added") {
      this.#left.before--;
      this.#next.before++;
    }
    if (change !== "removed") {
      this.#left.after--;
      this.#next.after++;
    }
  }

  #end(): void {
    if (this.#path !== null) this.#files.push({ path: this.#path, isBinary: this.#isBinary, hunks: this.#hunks });
    this.#path = null;
    this.#isBinary = false;
    this.#hunks = [];
    this.#left = { before: 0, after: 0 };
  }
}
