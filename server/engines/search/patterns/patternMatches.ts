import { checkpoint } from "../../checkpoint.ts";
import type { Pattern } from "./compilePattern.ts";

/** True where the pattern matches a line of the text. */
export function hasMatch(text: string, pattern: Pattern): boolean {
  const match = pattern.fast?.find(text) ?? null;
  return match === null ? firstMatch(text, pattern) !== null : match >= 0;
}

/** The first line of a text that the pattern matches: its number (1-based), its text, and every match in it. */
export function firstMatch(
  text: string,
  pattern: Pattern,
): { line: number; text: string; matches: { from: number; to: number }[] } | null {
  const match = pattern.fast?.find(text) ?? null;
  if (match !== null) {
    if (match < 0) return null;
    const start = match === 0 ? 0 : text.lastIndexOf("\n", match - 1) + 1;
    const newline = text.indexOf("\n", match);
    const line = text.slice(start, newline < 0 ? text.length : newline);
    const first = pattern.find(line);
    if (first) return { line: lineAt(text, start), text: line, matches: allMatches(line, pattern, first) };
  }
  let number = 1;
  const folded = pattern.literals.map((literal) => (pattern.ignoreCase ? literal.toLowerCase() : literal));
  const where = pattern.ignoreCase && folded.length > 0 ? text.toLowerCase() : text;
  // Lower case changes the length of a few letters; offsets are then not to be trusted.
  const jumps = folded.length > 0 && where.length === text.length;
  let counted = 0;
  let lines = 0;
  for (let start = 0; start <= text.length;) {
    if (jumps) {
      const positions = folded.map((literal) => where.indexOf(literal, start)).filter((at) => at >= 0);
      if (positions.length === 0) return null;
      const next = positions.reduce((first, at) => Math.min(first, at));
      start = next === 0 ? 0 : text.lastIndexOf("\n", next - 1) + 1;
    }
    if ((++lines & 255) === 0) checkpoint();
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + MAX_LINE_LENGTH));
    const first = pattern.find(line);
    if (first) {
      for (let at = text.indexOf("\n", counted); at >= 0 && at < start; at = text.indexOf("\n", at + 1)) number++;
      return { line: number, text: line, matches: allMatches(line, pattern, first) };
    }
    start = end + 1;
    if (!jumps) {
      number++;
      counted = start;
    }
  }
  return null;
}

/** The number (1-based) of the line that begins at `offset`. */
function lineAt(text: string, offset: number): number {
  let number = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) number++;
  return number;
}

const MAX_LINE_LENGTH = 4000;
const MAX_MATCHES = 50;

export function allMatches(
  line: string,
  pattern: Pattern,
  first: { from: number; to: number },
): { from: number; to: number }[] {
  const result: { from: number; to: number }[] = [];
  for (let match: typeof first | null = first; match && result.length < MAX_MATCHES;) {
    if (match.to > match.from) result.push(match);
    const next: number = match.to > match.from ? match.to : match.to + 1;
    match = next > line.length ? null : pattern.find(line, next);
  }
  return result;
}
