import { decodeSubject } from "./commitText.ts";
import { readCommitTime } from "./commitTime.ts";
import { plainPath } from "./patchPath.ts";
import { type OutputLimits, readOutput } from "./readOutput.ts";

/** A commit that lines of a file come from, with the path that the file had there. */
export interface BlamedCommit {
  readonly hash: string;
  readonly author: string;
  readonly email: string;
  /** Seconds since 1970 when it was written. */
  readonly authoredAt: number;
  readonly title: string;
  readonly path: string;
  readonly previous: { readonly hash: string; readonly path: string } | null;
}

/** Lines that come from one commit, one after the other there and here. */
export interface BlamedRange {
  /** Position in the list of commits. */
  readonly commit: number;
  /** First line, from 1. */
  readonly line: number;
  readonly originalLine: number;
  readonly lines: number;
}

export interface Blame {
  readonly commits: readonly BlamedCommit[];
  /** In the order of the lines. */
  readonly ranges: readonly BlamedRange[];
  /** A limit was reached: some lines have no range. */
  readonly isCut: boolean;
}

const NEWLINE = 10;

/**
 * Where each line of a file comes from, as `git blame` says.
 * @param follows false: a line that the file had when it got its name comes from the commit that gave it
 * @throws GitReadError where the commit has no such file, or the signal's reason
 */
export async function readBlame(
  gitDir: string,
  commit: string,
  path: string,
  { follows = true, ...limits }: OutputLimits & { readonly follows?: boolean | undefined },
  signal: AbortSignal,
): Promise<Blame> {
  // git's blame knows no `--end-of-options` before 2.43.
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new TypeError("A blame is of a whole hash.");
  const args = ["--literal-pathspecs", "blame", "--incremental", "--no-textconv"];
  if (!follows) args.push("--no-follow");
  args.push(commit, "--", path);
  const { bytes, isCut } = await readOutput(gitDir, args, limits, signal);
  const reader = new BlameReader();
  for (let from = 0, end = bytes.indexOf(NEWLINE); end >= 0; from = end + 1, end = bytes.indexOf(NEWLINE, from))
    reader.take(bytes.subarray(from, end));
  return reader.finish(isCut);
}

/** What git reports once about each commit. */
interface Facts {
  author: string;
  email: string;
  authoredAt: number;
  title: string;
}

class BlameReader {
  readonly #facts = new Map<string, Facts>();
  readonly #commits: BlamedCommit[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #ranges: BlamedRange[] = [];
  #open: {
    readonly hash: string;
    readonly line: number;
    readonly originalLine: number;
    readonly lines: number;
  } | null = null;
  #previous: BlamedCommit["previous"] = null;

  take(bytes: Buffer): void {
    const head = /^([0-9a-f]{40,64}) (\d+) (\d+) (\d+)$/.exec(bytes.toString("latin1", 0, Math.min(bytes.length, 120)));
    if (head && !this.#open) {
      const [, hash = "", original = "", line = "", lines = ""] = head;
      this.#open = { hash, originalLine: Number(original), line: Number(line), lines: Number(lines) };
      this.#previous = null;
      return;
    }
    if (!this.#open) return;
    const space = bytes.indexOf(32);
    const key = bytes.toString("latin1", 0, space < 0 ? bytes.length : space);
    const rest = bytes.subarray(space + 1);
    if (key === "filename") this.#close(plainPath(rest).toWellFormed());
    else if (key === "previous") {
      const cut = rest.indexOf(32);
      this.#previous = {
        hash: rest.toString("latin1", 0, cut),
        path: plainPath(rest.subarray(cut + 1)).toWellFormed(),
      };
    } else this.#note(this.#open.hash, key, rest);
  }

  finish(isCut: boolean): Blame {
    return { commits: this.#commits, ranges: this.#ranges.sort((a, b) => a.line - b.line), isCut };
  }

  #note(hash: string, key: string, rest: Buffer): void {
    let facts = this.#facts.get(hash);
    if (!facts) this.#facts.set(hash, (facts = { author: "", email: "", authoredAt: 0, title: "" }));
    const text = (): string => rest.toString("utf8").toWellFormed();
    if (key === "author") facts.author = text();
    else if (key === "author-mail") facts.email = text().replace(/^<|>$/g, "");
    else if (key === "author-time") facts.authoredAt = readCommitTime(text());
    else if (key === "summary") facts.title = decodeSubject(rest);
  }

  #close(path: string): void {
    if (!this.#open) return;
    const { hash, line, originalLine, lines } = this.#open;
    const key = `${hash} ${path}`;
    let commit = this.#numbers.get(key);
    if (commit === undefined) {
      this.#numbers.set(key, (commit = this.#commits.length));
      const facts = this.#facts.get(hash) ?? { author: "", email: "", authoredAt: 0, title: "" };
      this.#commits.push({ hash, ...facts, path, previous: this.#previous });
    }
    this.#ranges.push({ commit, line, originalLine, lines });
    this.#open = null;
  }
}
