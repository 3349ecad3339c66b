import type { FoundSymbol } from "./symbols.ts";

/** A run of lines that is searched as one document: a function, the lines between functions, or a section of prose. */
export interface Chunk {
  /** First and last line, 1-based, both included. */
  readonly start: number;
  readonly end: number;
  /** Index of the symbol in the file's list, or -1. */
  readonly symbol: number;
}

const MAX_CHUNK_LINES = 120;
const MAX_GAP_LINES = 60;
const MIN_GAP_LINES = 2;
const MAX_CHUNKS_PER_FILE = 600;
/** Functions with more lines are cut at the functions inside them. */
const HOLDS_OTHERS = 100;
/** Shorter functions inside another are part of it. */
const MIN_INNER_LINES = 6;

/**
 * Cuts a file at its definitions: every function or method that is not inside another is one chunk, and so are the lines
 * between them (imports, fields, a class's head). A comment, decorator or attribute right above a definition belongs to it. A long one
 * is cut at the functions inside it, then further, each piece still belonging to its symbol.
 */
export function cutAtSymbols(lines: readonly string[], symbols: readonly FoundSymbol[]): Chunk[] {
  const chunks: Chunk[] = [];
  /** The functions around the line that comes next, the outermost first. */
  const around: number[] = [];
  let next = 1;
  const endOf = (symbol: number): number => symbols[symbol]?.end ?? 0;
  const fillTo = (line: number): void => {
    for (let inner = around.at(-1); inner !== undefined && endOf(inner) <= line; inner = around.at(-1)) {
      addPieces(chunks, next, endOf(inner), inner, MAX_CHUNK_LINES, lines);
      next = Math.max(next, endOf(inner) + 1);
      around.pop();
    }
    const inner = around.at(-1);
    addPieces(chunks, next, line, inner ?? -1, inner === undefined ? MAX_GAP_LINES : MAX_CHUNK_LINES, lines);
    next = Math.max(next, line + 1);
  };
  symbols.forEach((symbol, index) => {
    const isCallable = symbol.kind === "function" || symbol.kind === "method";
    if (!isCallable || symbol.start < next) return;
    const isInner = around.some((outer) => symbol.end <= endOf(outer));
    if (isInner && symbol.end - symbol.start + 1 < MIN_INNER_LINES) return;
    fillTo(withComment(lines, symbol.start, next) - 1);
    if (symbol.end - symbol.start + 1 > HOLDS_OTHERS) around.push(index);
    else {
      addPieces(chunks, next, symbol.end, index, MAX_CHUNK_LINES, lines);
      next = symbol.end + 1;
    }
  });
  fillTo(lines.length);
  return chunks.slice(0, MAX_CHUNKS_PER_FILE);
}

const MAX_COMMENT_LINES = 40;
const ABOVE = /^\s*(?:\/\/|\/\*|\*|#|@|--|;;|%)/;

/** The first line of what belongs to a definition at line `start`; no line before `least` is taken. */
function withComment(lines: readonly string[], start: number, least: number): number {
  let first = start;
  while (first > least && start - first < MAX_COMMENT_LINES && ABOVE.test(lines[first - 2] ?? "")) first--;
  return first;
}

/** A section of prose with its heading, empty before the first one, and the headings that enclose it. */
export interface Section extends Chunk {
  readonly heading: string;
  readonly parents: string;
}

interface HeadingLine {
  readonly text: string;
  /** 1 for the outermost. */
  readonly level: number;
  /** First line of the section, 1-based. */
  readonly line: number;
}

/** Cuts prose at its headings: those of Markdown, AsciiDoc and reStructuredText. */
export function cutAtHeadings(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  const open: HeadingLine[] = [];
  let start = 1;
  const close = (end: number): void => {
    const pieces: Chunk[] = [];
    addPieces(pieces, start, end, -1, MAX_GAP_LINES, lines);
    const heading = open.at(-1)?.text ?? "";
    const parents = open
      .slice(0, -1)
      .map(({ text }) => text)
      .join(" ");
    for (const piece of pieces) sections.push({ ...piece, heading, parents });
  };
  for (const heading of headingsIn(lines)) {
    if (heading.line > start) close(heading.line - 1);
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    open.push(heading);
    start = heading.line;
  }
  close(lines.length);
  return sections.slice(0, MAX_CHUNKS_PER_FILE);
}

const MAX_HEADING_LENGTH = 200;

/** Lines that look like headings inside of a code block are none. */
function headingsIn(lines: readonly string[]): HeadingLine[] {
  const headingLines: HeadingLine[] = [];
  const underlines: string[] = [];
  let fence: string | null = null;
  lines.forEach((line, index) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      return;
    }
    // A line of tildes below a line of text underlines a heading of reStructuredText.
    const isUnderline = /^~+\s*$/.test(line) && (lines[index - 1] ?? "").trim() !== "";
    if (mark !== undefined && !isUnderline) {
      fence = mark.slice(0, 3);
      return;
    }
    const [, marks = "", text = ""] = /^(#{1,4}|={1,5})\s+(\S.*)$/.exec(line) ?? [];
    if (marks !== "") {
      const plain = text.slice(0, MAX_HEADING_LENGTH).replace(/\s+[#=]+\s*$/, "");
      headingLines.push({ text: plain, level: marks.length, line: index + 1 });
      return;
    }
    const [, sign = ""] = /^([=\-~^"])\1{3,}\s*$/.exec(line) ?? [];
    const above = (lines[index - 1] ?? "").trim();
    if (sign === "" || above === "" || headingLines.at(-1)?.line === index) return;
    if (!underlines.includes(sign)) underlines.push(sign);
    headingLines.push({ text: above.slice(0, MAX_HEADING_LENGTH), level: underlines.indexOf(sign) + 1, line: index });
  });
  return headingLines;
}

function addPieces(
  chunks: Chunk[],
  from: number,
  to: number,
  symbol: number,
  longest: number,
  lines: readonly string[],
): void {
  for (let start = from; start <= to; start += longest) {
    const end = Math.min(to, start + longest - 1);
    // A gap of closing braces and blank lines has no content.
    let words = 0;
    for (let line = start; line <= end && words < MIN_GAP_LINES; line++)
      if (/\w{2}/.test(lines[line - 1] ?? "")) words++;
    if (words >= (symbol < 0 ? MIN_GAP_LINES : 1)) chunks.push({ start, end, symbol });
  }
}
