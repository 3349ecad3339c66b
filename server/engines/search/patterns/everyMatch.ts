import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { textOfFile } from "../../../index/OpenedIndex.ts";
import { isCut } from "../../../index/build/codeDocument.ts";
import { checkpoint } from "../../checkpoint.ts";
import type { Pattern } from "./compilePattern.ts";
import { documentsForPattern } from "./patternDocuments.ts";
import { allMatches } from "./patternMatches.ts";

/** A line that a pattern matches. */
export interface MatchedLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly matches: readonly { readonly from: number; readonly to: number }[];
}

export interface EveryMatch {
  readonly files: readonly { readonly member: number; readonly file: number; readonly lines: readonly MatchedLine[] }[];
  /** Files that can match, and how many of them were read up to here. */
  readonly candidates: number;
  readonly read: number;
}

export interface EveryMatchRequest {
  /** Which files count. */
  readonly accepts: (member: number, path: string) => boolean;
  /** Files that the calls before have read. */
  readonly from: number;
}

/** Characters that one call reads, and lines that it answers. */
const MAX_READ = 4_000_000;
const MAX_LINES = 1000;
const MAX_LINE_LENGTH = 4000;

/** Every line of the code that a pattern matches, in the order of repositories and paths; each call reads a part of the files. */
export function everyMatch(index: OpenedIndex, pattern: Pattern, { accepts, from }: EveryMatchRequest): EveryMatch {
  const marks = documentsForPattern(index.codeGroup, pattern);
  const candidates: { member: number; file: number }[] = [];
  index.code.forEach(({ files, filters }, member) => {
    for (let file = 0; file < files.length; file++) {
      const isWhole = !isCut(files.kind(file), files.sizes[file] ?? 0);
      // Of a file that is counted only in part the marks know the head alone.
      if (marks && isWhole && marks[member]?.[file] !== 1) continue;
      if (!accepts(member, files.path(file))) continue;
      if (filters.canHave(file, pattern.required, !isWhole)) candidates.push({ member, file });
    }
  });
  const found: EveryMatch["files"][number][] = [];
  let [characters, lines, read] = [0, 0, from];
  for (const place of candidates.slice(from)) {
    if (read > from && (characters > MAX_READ || lines > MAX_LINES)) break;
    checkpoint();
    const code = index.code[place.member];
    const text = code ? textOfFile(code, place.file) : "";
    characters += text.length;
    const matched = linesOf(text, pattern);
    if (matched.length > 0) found.push({ ...place, lines: matched });
    lines += matched.length;
    read++;
  }
  return { files: found, candidates: candidates.length, read };
}

function linesOf(text: string, pattern: Pattern): MatchedLine[] {
  const found: MatchedLine[] = [];
  text.split("\n").forEach((whole, at) => {
    if ((at & 255) === 0) checkpoint();
    const line = whole.slice(0, MAX_LINE_LENGTH).replace(/\r$/, "");
    const first = pattern.find(line);
    if (first) found.push({ line: at + 1, text: line, matches: allMatches(line, pattern, first) });
  });
  return found;
}
