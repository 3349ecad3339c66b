import { GitLimitError } from "../git/gitErrors.ts";
import { type Piece, compilePieces } from "./globPattern.ts";

/** The file at a repository's root that names what is not to be indexed, one pattern a line, in the language of .gitignore. */
export const IGNORE_FILE = ".clewignore";

/** A file with more patterns than this is no list that somebody has written. */
const PATTERNS_MAX = 1000;
const LONGEST_PATTERN = 1000;
/** Pieces of patterns times characters of paths: to begin with, and for each path. Forty patterns of a name in any folder take half of it. */
const WORK_AT_FIRST = 50_000_000;
const WORK_PER_PATH = 20_000;

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
 * out can be taken back. Patterns are matched in a time that grows with pattern times path, whatever the pattern; libraries translate them
 * to regular expressions, which a hostile pattern makes endless.
 * @returns throws GitLimitError when patterns and paths together cost too much; else whether the path of a file, from the root and with slashes, is to be left out
 */
export function readIgnoreFile(text: string): (path: string) => boolean {
  let left = WORK_AT_FIRST;
  const spend = (work: number): void => {
    left -= work;
    if (left < 0) throw new GitLimitError("The repository’s .clewignore takes too long to apply. Write fewer stars.");
  };
  const patterns = bytesOf(text.replace(/^\uFEFF/, ""))
    .split("\n")
    .flatMap((line) => readPattern(line.replace(/\r$/, ""), spend) ?? [])
    .slice(0, PATTERNS_MAX)
    .toReversed();
  if (patterns.length === 0) return () => false;
  const folders = new Map<string, boolean>();
  const decide = (path: string, isFolder: boolean): boolean | undefined => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const found = patterns.find(
      (pattern) => (isFolder || !pattern.isFolder) && pattern.matches(pattern.isName ? name : path),
    );
    return found && !found.isBack;
  };
  const isFolderOut = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const slash = folder.lastIndexOf("/");
    const isOut = (slash > 0 && isFolderOut(folder.slice(0, slash))) || (decide(folder, true) ?? false);
    folders.set(folder, isOut);
    return isOut;
  };
  return (file) => {
    left += WORK_PER_PATH;
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
  if (glob === "" || glob.length > LONGEST_PATTERN) return null;
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
  const pieces = readPieces(glob);
  if (pieces === null) return () => false;
  const matches = compilePieces(pieces, "whole", spend);
  const head = glob.slice(0, special);
  const written = longestText(pieces);
  return (text) => text.startsWith(head) && text.includes(written) && matches(text);
}

/** The longest text that must be in whatever matches. */
function longestText(pieces: readonly Piece[]): string {
  const runs = pieces
    .map((piece) => (piece.kind === "sign" ? String.fromCharCode(piece.code) : "\n"))
    .join("")
    .split("\n");
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}

/** The pieces of a pattern as git's wildmatch reads it; null for one that matches nothing. */
function readPieces(glob: string): Piece[] | null {
  const pieces: Piece[] = [];
  for (let at = 0; at < glob.length; at++) {
    const sign = glob[at] ?? "";
    if (sign === "?") pieces.push({ kind: "one" });
    else if (sign === "\\") {
      at += 1;
      if (at >= glob.length) return null;
      pieces.push({ kind: "sign", code: glob.charCodeAt(at) });
    } else if (sign === "[") {
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

const CLASSES: ReadonlyMap<string, RegExp> = new Map<string, RegExp>(
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
  }),
);

/**
 * The set in brackets that begins at `from`, as git's wildmatch reads it.
 * @returns the bytes in it and where its closing bracket is; null for one that is not closed or names no known class
 */
function readSet(glob: string, from: number): { readonly codes: ReadonlySet<number>; readonly end: number } | null {
  const codes = new Set<number>();
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
      for (let code = before; code <= glob.charCodeAt(at); code++) codes.add(code);
      before = null;
      continue;
    }
    if (sign === "[" && glob[at + 1] === ":") {
      const end = glob.indexOf("]", at + 2);
      if (end < 0) return null;
      if (end > at + 2 && glob[end - 1] === ":") {
        const known = CLASSES.get(glob.slice(at + 2, end - 1));
        if (!known) return null;
        for (let code = 0; code < 256; code++) if (known.test(String.fromCharCode(code))) codes.add(code);
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
    codes.add(before);
  }
  const slash = 0x2f;
  const all = Array.from({ length: 256 }, (_, code) => code);
  return { codes: new Set(all.filter((code) => code !== slash && codes.has(code) !== isNegated)), end: at };
}
