import { GitLimitError } from "../../git/gitErrors.ts";
import { type Piece, compilePieces } from "./globPattern.ts";
import { message } from "../../messages/messages.ts";

/** The file at a repository's root that names what is not to be indexed, one pattern a line, in the language of .gitignore. */
export const IGNORE_FILE = ".clewignore";

/** A file with more patterns than this is not written by hand. */
const MAX_PATTERNS = 1000;
const MAX_PATTERN_LENGTH = 1000;
/**
 * Units of work: to begin with, and for each path. A unit is a pattern that is compared with a path, or a place of a pattern that is tried
 * with a character; it takes about 50 ns.
 */
const WORK_AT_FIRST = 4_000_000;
const WORK_PER_PATH = 2_500;
/** The size of the table of a set in bytes. */
const WORK_PER_SET = 256;
/** Characters of a pattern that are looked for in a path before the pattern is tried: the search takes their number times the path at worst. */
const MAX_SOUGHT_LENGTH = 8;
const SOUGHT_PER_UNIT = 32;

const SLASH = 0x2f;

interface IgnorePattern {
  /** `!`: takes back what an earlier pattern leaves out. */
  readonly isBack: boolean;
  readonly isFolder: boolean;
  /** Without a slash inside or in front it is compared with the last name of a path alone. */
  readonly isName: boolean;
  readonly matches: (text: string) => boolean;
}

/**
 * Reads an ignore file as git reads a .gitignore at the root: the last pattern that matches wins, and nothing below a folder that is left
 * out can be taken back. Patterns are matched in a time that grows with pattern times path for any pattern; libraries translate them
 * to regular expressions, which a hostile pattern makes endless.
 * @returns throws GitLimitError when patterns and paths together cost too much; else whether the path of a file, from the root and with slashes, is to be left out
 */
export function readIgnoreFile(text: string): (path: string) => boolean {
  let remaining = WORK_AT_FIRST;
  const spend = (work: number): void => {
    remaining -= work;
    if (remaining < 0) throw new GitLimitError(message("repository.clewignore_slow"));
  };
  const patterns: IgnorePattern[] = [];
  for (const line of bytesOf(text.replace(/^\uFEFF/, "")).split("\n")) {
    const pattern = readPattern(line.replace(/\r$/, ""), spend);
    if (pattern) patterns.unshift(pattern);
    if (patterns.length >= MAX_PATTERNS) break;
  }
  if (patterns.length === 0) return () => false;
  const folders = new Map<string, boolean>();
  const decide = (path: string, isFolder: boolean): boolean | undefined => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const matchingPattern = patterns.find((pattern) => {
      spend(1);
      return (isFolder || !pattern.isFolder) && pattern.matches(pattern.isName ? name : path);
    });
    return matchingPattern && !matchingPattern.isBack;
  };
  const isFolderOut = (folder: string): boolean => {
    const cached = folders.get(folder);
    if (cached !== undefined) return cached;
    const slash = folder.lastIndexOf("/");
    const isOut = (slash > 0 && isFolderOut(folder.slice(0, slash))) || (decide(folder, true) ?? false);
    folders.set(folder, isOut);
    return isOut;
  };
  return (file) => {
    remaining += WORK_PER_PATH;
    const path = bytesOf(file);
    const slash = path.lastIndexOf("/");
    return (slash > 0 && isFolderOut(path.slice(0, slash))) || (decide(path, false) ?? false);
  };
}

/** git compares bytes: a `?` is one byte of a letter beyond ASCII. Each character of the result is one byte. */
const bytesOf = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

/** Null for an empty line and a comment. */
function readPattern(line: string, spend: (work: number) => void): IgnorePattern | null {
  if (line.startsWith("#")) return null;
  let glob = withoutLastSpaces(line);
  const isBack = glob.startsWith("!");
  if (isBack) glob = glob.slice(1);
  const isFolder = glob.endsWith("/");
  if (isFolder) glob = glob.slice(0, -1);
  if (glob === "" || glob.length > MAX_PATTERN_LENGTH) return null;
  const isName = !glob.includes("/");
  return { isBack, isFolder, isName, matches: matcherOf(glob.replace(/^\//, ""), spend) };
}

/** A backslash keeps the space after it. */
function withoutLastSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === " ") continue;
    end = at + 1;
  }
  return line.slice(0, end);
}

function matcherOf(glob: string, spend: (work: number) => void): (text: string) => boolean {
  const special = glob.search(/[*?[\\]/);
  if (special < 0) return (text) => text === glob;
  const tail = glob.slice(1);
  if (special === 0 && glob[0] === "*" && !/[*?[\\/]/.test(tail))
    return (text) => text.endsWith(tail) && !text.slice(0, text.length - tail.length).includes("/");
  const pieces = readPieces(glob, spend);
  if (pieces === null) return () => false;
  const matches = compilePieces(pieces, "whole", spend);
  const head = glob.slice(0, special);
  const written = longestText(pieces).slice(0, MAX_SOUGHT_LENGTH);
  return (text) => {
    if (!text.startsWith(head)) return false;
    spend(Math.floor(text.length / SOUGHT_PER_UNIT));
    return text.includes(written) && matches(text);
  };
}

/** The longest text that every match contains. */
function longestText(pieces: readonly Piece[]): string {
  const runs = pieces
    .map((piece) => (piece.kind === "sign" ? String.fromCharCode(piece.code) : "\n"))
    .join("")
    .split("\n");
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}

/** The pieces of a pattern as git's wildmatch reads it; null for one that matches nothing. */
function readPieces(glob: string, spend: (work: number) => void): Piece[] | null {
  const pieces: Piece[] = [];
  for (let at = 0; at < glob.length; at++) {
    const sign = glob[at] ?? "";
    if (sign === "?") pieces.push({ kind: "one" });
    else if (sign === "\\") {
      at += 1;
      if (at >= glob.length) return null;
      pieces.push({ kind: "sign", code: glob.charCodeAt(at) });
    } else if (sign === "[") {
      spend(WORK_PER_SET);
      const set = readSet(glob, at);
      if (set === null) return null;
      pieces.push({ kind: "set", codes: set.codes });
      at = set.end;
    } else if (sign !== "*") pieces.push({ kind: "sign", code: glob.charCodeAt(at) });
    else {
      let end = at;
      while (glob[end] === "*") end += 1;
      const isAlone = end - at > 1 && (at === 0 || glob[at - 1] === "/");
      if (isAlone && glob[end] === "/") {
        pieces.push({ kind: "folders" }, { kind: "inFolders" });
        end += 1;
      } else if (isAlone && (end === glob.length || glob.startsWith("\\/", end))) pieces.push({ kind: "any" });
      else pieces.push({ kind: "star" });
      at = end - 1;
    }
  }
  return pieces;
}

const BYTES: readonly number[] = Array.from({ length: 256 }, (_, code) => code);
/** The bytes of each class. */
const CLASSES: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries({
    alnum: /[0-9A-Za-z]/,
    alpha: /[A-Za-z]/,
    blank: /[ \t]/,
    // eslint-disable-next-line no-control-regex -- the class of control characters
    cntrl: /[\x00-\x1f\x7f]/,
    digit: /\d/,
    graph: /[!-~]/,
    lower: /[a-z]/,
    print: /[ -~]/,
    punct: /[!-/:-@[-`{-~]/,
    space: /[ \t\n\v\f\r]/,
    upper: /[A-Z]/,
    xdigit: /[0-9A-Fa-f]/,
  }).map(([name, isIn]) => [name, BYTES.filter((code) => isIn.test(String.fromCharCode(code)))]),
);

/**
 * The set in brackets that begins at `from`, as git's wildmatch reads it.
 * @returns the bytes in it and where its closing bracket is; null for one that is not closed or names no known class
 */
function readSet(glob: string, from: number): { readonly codes: Uint8Array; readonly end: number } | null {
  const codes = new Uint8Array(256);
  let at = from + 1;
  const isNegated = glob[at] === "!" || glob[at] === "^";
  if (isNegated) at += 1;
  /** The byte before, from which a range may begin. */
  let before: number | null = null;
  for (let isFirst = true; ; isFirst = false, at += 1) {
    let sign = glob[at];
    if (sign === undefined) return null;
    if (sign === "]" && !isFirst) break;
    if (sign === "-" && before !== null && at + 1 < glob.length && glob[at + 1] !== "]") {
      at += glob[at + 1] === "\\" ? 2 : 1;
      if (at >= glob.length) return null;
      codes.fill(1, before, glob.charCodeAt(at) + 1);
      before = null;
      continue;
    }
    if (sign === "[" && glob[at + 1] === ":") {
      const end = glob.indexOf("]", at + 2);
      if (end < 0) return null;
      if (end > at + 2 && glob[end - 1] === ":") {
        const characters = CLASSES.get(glob.slice(at + 2, end - 1));
        if (!characters) return null;
        for (const code of characters) codes[code] = 1;
        at = end;
        before = null;
        continue;
      }
    }
    if (sign === "\\") {
      at += 1;
      sign = glob[at];
      if (sign === undefined) return null;
    }
    before = sign.charCodeAt(0);
    codes[before] = 1;
  }
  const taken = isNegated ? codes.map((code) => 1 - code) : codes;
  taken[SLASH] = 0;
  return { codes: taken, end: at };
}
