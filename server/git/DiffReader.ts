import { halvedPath, plainPath } from "./patchPath.ts";

/** Consecutive lines of a change, as git writes them: each begins with a blank, `+`, `-`, or `\` for a missing newline at the end of the file. */
export interface DiffHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** What git writes after the numbers: the line of the function around it. */
  readonly heading: string;
  readonly lines: readonly string[];
}

/** Why the lines of a file are not in the answer; null: they are, or there are none. */
export type FoldReason = "large" | "generated" | "budget";

/** One entry of the difference of two trees. */
export interface DiffFile {
  /** Place in the difference, from 0. */
  readonly number: number;
  readonly path: string;
  /** The path before a rename; null for anything else. */
  readonly oldPath: string | null;
  /** git's letter: A, M, D, R, T. */
  readonly status: string;
  /** Six octal digits; null where there is no such side. */
  readonly oldMode: string | null;
  readonly newMode: string | null;
  readonly oldId: string | null;
  readonly newId: string | null;
  /** Lines; null for a binary file, and where git was stopped before it counted them. */
  readonly added: number | null;
  readonly removed: number | null;
  readonly isBinary: boolean;
  readonly hunks: readonly DiffHunk[];
  readonly folded: FoldReason | null;
  /** The ends of some lines are left out. */
  readonly isClipped: boolean;
}

export interface DiffBudget {
  /** Entries that are kept; all are counted. */
  readonly maxFiles: number;
  /** Lines of one file: one with more is folded, or ended where it is the only one. */
  readonly maxFileLines: number;
  /** Lines of all files together. */
  readonly maxLines: number;
  /** The number of the only file whose lines are kept; undefined: all. */
  readonly only?: number | undefined;
}

type OpenFile = {
  -readonly [K in keyof DiffFile]: K extends "hunks" ? OpenHunk[] : DiffFile[K];
};
interface OpenHunk extends Omit<DiffHunk, "lines"> {
  readonly lines: string[];
}

/** Characters of a line that are kept. */
export const MAX_DIFF_LINE_LENGTH = 2000;
/** Files that programs write. */
export const GENERATED =
  /\.(?:lock|svg|snap|map|csv|tsv|po|pot|sum|ipynb)$|\.min\.(?:js|css)$|(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/i;
const NUL = 0;
const NEWLINE = 10;
const NO_MODE = "000000";

/** Takes what `git diff-tree --raw --numstat -p -z` writes, in chunks of any size. */
export class DiffReader {
  readonly #budget: DiffBudget;
  readonly #files: OpenFile[] = [];
  /** Entries of the difference, with those beyond `maxFiles`. */
  #entries = 0;
  #counted = 0;
  #lines = 0;
  #isPatch = false;
  /** Fields of the entry that is being read. */
  #fields: string[] = [];
  #rest: Buffer = Buffer.alloc(0);
  /** The place in `#files` where the next section of the patch is looked for. */
  #next = 0;
  #sectionPath: string | null = null;
  #file: OpenFile | null = null;
  #fileLines = 0;
  #left = { old: 0, new: 0 };

  constructor(budget: DiffBudget) {
    this.#budget = budget;
  }

  take(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(this.#isPatch ? NEWLINE : NUL, start);
      if (end < 0) break;
      const piece = bytes.subarray(start, end);
      start = end + 1;
      if (this.#isPatch) this.#takeLine(piece);
      else this.#takeField(piece.toString("utf8"));
    }
    this.#rest = bytes.subarray(start);
  }

  /** Whether all that is wanted has been read. */
  get isDone(): boolean {
    const { only } = this.#budget;
    return only !== undefined && this.#file !== null && this.#file.number > only;
  }

  get total(): number {
    return this.#entries;
  }

  /** @param isCut whether git was stopped: what it did not write is then folded */
  finish(isCut: boolean): readonly DiffFile[] {
    const { only } = this.#budget;
    if (isCut) {
      for (const file of this.#files.slice(this.#next))
        if (only === undefined || file.number === only) file.folded ??= "budget";
      if (this.#file && only === undefined) this.#fold(this.#file, "budget");
    } else this.#countTo(this.#files.length);
    return only === undefined ? this.#files : this.#files.filter(({ number }) => number === only);
  }

  #takeField(field: string): void {
    this.#fields.push(field);
    const [first = "", second, third] = this.#fields;
    if (first.startsWith(":")) {
      const [oldMode = "", newMode = "", oldId = "", newId = "", letter = ""] = first.slice(1).split(" ");
      const status = letter.charAt(0);
      const isPair = status === "R" || status === "C";
      if (second === undefined || (isPair && third === undefined)) return;
      this.#add({ oldMode, newMode, oldId, newId, status, path: third ?? second, oldPath: isPair ? second : null });
    } else if (first === "") {
      this.#isPatch = true;
    } else {
      const [, added = "", removed = "", path = ""] = /^(\d+|-)\t(\d+|-)\t([^]*)$/.exec(first) ?? [];
      // A rename has its two paths in fields of their own.
      if (path === "" && third === undefined) return;
      const named = path === "" ? third : path;
      const at = this.#files.findIndex((candidate, index) => index >= this.#counted && candidate.path === named);
      const file = this.#files[at];
      if (file) {
        this.#countTo(at);
        this.#counted = at + 1;
        file.isBinary = added === "-";
        file.added = added === "-" ? null : Number(added);
        file.removed = removed === "-" ? null : Number(removed);
      }
    }
    this.#fields = [];
  }

  /** git counts no file without a difference, such as one with other white space only. */
  #countTo(end: number): void {
    for (const file of this.#files.slice(this.#counted, end)) if (!file.isBinary) file.added = file.removed = 0;
    this.#counted = end;
  }

  #add(entry: {
    readonly oldMode: string;
    readonly newMode: string;
    readonly oldId: string;
    readonly newId: string;
    readonly status: string;
    readonly path: string;
    readonly oldPath: string | null;
  }): void {
    const number = this.#entries++;
    if (number >= this.#budget.maxFiles) return;
    const hasOld = entry.oldMode !== NO_MODE;
    const hasNew = entry.newMode !== NO_MODE;
    this.#files.push({
      number,
      path: entry.path,
      oldPath: entry.oldPath,
      status: entry.status,
      oldMode: hasOld ? entry.oldMode : null,
      newMode: hasNew ? entry.newMode : null,
      oldId: hasOld ? entry.oldId : null,
      newId: hasNew ? entry.newId : null,
      added: null,
      removed: null,
      isBinary: false,
      hunks: [],
      folded: null,
      isClipped: false,
    });
  }

  #takeLine(line: Buffer): void {
    if (this.#left.old > 0 || this.#left.new > 0) {
      this.#takeInHunk(line);
      return;
    }
    const head = line.toString("latin1", 0, Math.min(line.length, 200));
    if (head.startsWith("diff --git ")) {
      this.#file = null;
      this.#sectionPath = halvedPath(line.subarray("diff --git ".length));
    } else if (head.startsWith("rename to ")) {
      this.#sectionPath = plainPath(line.subarray("rename to ".length));
    } else if (head.startsWith("Binary files ")) {
      const file = this.#open();
      if (file) file.isBinary = true;
    } else if (head.startsWith("\\")) {
      this.#keep("\\ No newline at end of file");
    } else {
      const match = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?/.exec(head);
      if (match) this.#beginHunk(match, line);
    }
  }

  #beginHunk([prefix, from = "", before = "1", to = "", after = "1"]: RegExpExecArray, line: Buffer): void {
    const [oldStart, oldLines, newStart, newLines] = [Number(from), Number(before), Number(to), Number(after)];
    this.#left = { old: oldLines, new: newLines };
    const heading = line.toString("utf8", prefix.length).toWellFormed().slice(0, MAX_DIFF_LINE_LENGTH);
    const file = this.#open();
    if (file && file.folded === null) file.hunks.push({ oldStart, oldLines, newStart, newLines, heading, lines: [] });
  }

  #takeInHunk(line: Buffer): void {
    const sign = String.fromCharCode(line[0] ?? 0);
    if (sign === "\\") {
      this.#keep("\\ No newline at end of file");
      return;
    }
    if (sign !== "+") this.#left.old--;
    if (sign !== "-") this.#left.new--;
    const file = this.#file;
    if (!file || file.folded !== null) return;
    this.#fileLines++;
    const { maxFileLines, maxLines, only } = this.#budget;
    if (this.#fileLines > maxFileLines) this.#fold(file, "large");
    else if (this.#lines + this.#fileLines > maxLines) this.#fold(file, "budget");
    if (file.folded !== null && only === undefined) return;
    if (file.folded === null) {
      const text = line.toString("utf8", 0, Math.min(line.length, 1 + MAX_DIFF_LINE_LENGTH * 4));
      const clipped = text.slice(0, 1 + MAX_DIFF_LINE_LENGTH).toWellFormed();
      if (clipped.length < text.length || line.length > 1 + MAX_DIFF_LINE_LENGTH * 4) file.isClipped = true;
      this.#keep(clipped);
    }
  }

  #keep(line: string): void {
    if (this.#file?.folded === null) this.#file.hunks.at(-1)?.lines.push(line);
  }

  /** The only file that was asked for ends where its budget does; in a list of files a part of one would be taken for the whole. */
  #fold(file: OpenFile, reason: FoldReason): void {
    file.folded = reason;
    if (this.#budget.only === undefined) file.hunks = [];
  }

  /** The file of this section of the patch. A change of type has two sections, and git writes none for a file without a difference. */
  #open(): OpenFile | null {
    if (this.#file) return this.#file;
    const path = this.#sectionPath;
    let at = this.#next;
    const before = this.#files[at - 1];
    if (before?.status === "T" && before.path === path) at--;
    else {
      this.#lines += this.#fileLines;
      while (at < this.#files.length && this.#files[at]?.path !== path) at++;
    }
    const file = this.#files[at];
    if (!file) return null;
    if (at >= this.#next) this.#fileLines = 0;
    this.#next = at + 1;
    this.#file = file;
    const { only } = this.#budget;
    if (only === undefined ? GENERATED.test(file.path) : file.number !== only)
      this.#fold(file, only === undefined ? "generated" : "budget");
    return file;
  }
}
