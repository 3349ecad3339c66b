import { MAX_SEARCHED_LINE } from "../../../../contract/code/references.ts";
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
  /** Lines that may match beyond the characters that were searched. */
  readonly cutLines: number;
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
const MAX_READ_LENGTH = 1_500_000;
const MAX_LINES = 1000;

/** Every line of the code that a pattern matches, in the order of repositories and paths; each call reads a part of the files. */
export function everyMatch(index: OpenedIndex, pattern: Pattern, { accepts, from }: EveryMatchRequest): EveryMatch {
  const accepted = documentsForPattern(index.codeGroup, pattern);
  const candidates: { member: number; file: number }[] = [];
  index.code.forEach(({ files, filters }, member) => {
    for (let file = 0; file < files.length; file++) {
      const isWhole = !isCut(files.kind(file), files.sizes[file] ?? 0);
      // Of a file that is counted only in part this knows the head alone.
      if (accepted && isWhole && accepted[member]?.[file] !== 1) continue;
      if (!accepts(member, files.path(file))) continue;
      if (filters.canHave(file, pattern.required, !isWhole)) candidates.push({ member, file });
    }
  });
  const result: EveryMatch["files"][number][] = [];
  let [characters, lines, read, cutLines] = [0, 0, from, 0];
  for (const place of candidates.slice(from)) {
    if (read > from && (characters > MAX_READ_LENGTH || lines > MAX_LINES)) break;
    checkpoint();
    const code = index.code[place.member];
    const text = code ? textOfFile(code, place.file) : "";
    characters += text.length;
    const matched = linesOf(text, pattern);
    if (matched.lines.length > 0) result.push({ ...place, lines: matched.lines });
    lines += matched.lines.length;
    cutLines += matched.cut;
    read++;
  }
  return { files: result, cutLines, candidates: candidates.length, read };
}

function linesOf(text: string, pattern: Pattern): { readonly lines: readonly MatchedLine[]; readonly cut: number } {
  const matchedLines: MatchedLine[] = [];
  let cut = 0;
  const nextPlace = placesOf(text, pattern);
  let [line, start] = [1, 0];
  for (let position = nextPlace(0); position >= 0; position = start > text.length ? -1 : nextPlace(start)) {
    let newline = text.indexOf("\n", start);
    for (; newline >= 0 && newline < position; newline = text.indexOf("\n", start)) {
      start = newline + 1;
      if ((++line & 255) === 0) checkpoint();
    }
    const end = newline < 0 ? text.length : newline;
    const searchedLine = text.slice(start, Math.min(end, start + MAX_SEARCHED_LINE)).replace(/\r$/, "");
    const first = pattern.find(searchedLine);
    if (first) matchedLines.push({ line, text: searchedLine, matches: allMatches(searchedLine, pattern, first) });
    else if (end - start > MAX_SEARCHED_LINE) cut++;
    start = newline < 0 ? text.length + 1 : newline + 1;
    if ((++line & 255) === 0) checkpoint();
  }
  return { lines: matchedLines, cut };
}

/**
 * The next position from an offset on in whose line a match can be; -1 where there is none. Lines without any of the certain literals are
 * skipped: of the lines of a file few have one.
 */
function placesOf(text: string, { literals, ignoreCase }: Pattern): (from: number) => number {
  const everywhere = (from: number): number => from;
  if (literals.length === 0) return everywhere;
  if (ignoreCase && !literals.every((literal) => ASCII.test(literal))) return everywhere;
  const searched = ignoreCase ? text.toLowerCase() : text;
  // Positions differ where lower case is longer, and RE2 takes the long s for an s.
  if (searched.length !== text.length || (ignoreCase && text.includes("\u017f"))) return everywhere;
  const targets = ignoreCase ? literals.map((literal) => literal.toLowerCase()) : literals;
  return (from) => {
    const positions = targets.map((literal) => searched.indexOf(literal, from)).filter((position) => position >= 0);
    return positions.length === 0 ? -1 : Math.min(...positions);
  };
}

const ASCII = /^[\x20-\x7e]*$/;
