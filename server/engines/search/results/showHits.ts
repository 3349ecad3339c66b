import type { SearchResult } from "../../../../contract/search/search.ts";
import { scanTokens } from "../../../index/text/tokenize.ts";
import { DOC_LINES, firstDocLine } from "./docLine.ts";
import type { Hit, LocatedHit } from "../scoring/blendResults.ts";
import { firstMatch } from "../patterns/patternMatches.ts";
import type { Plan } from "../query/plan.ts";
import { TokenMatcher, bestLine, highlightRanges, highlightTerms } from "./snippets.ts";
import { SEARCH_WEIGHTS } from "../searchWeights.ts";

/** Added to the score of a hit that has all words of the query on one line. */
const PROXIMITY = SEARCH_WEIGHTS.proximity.weight;
/** Further down, the order of two hits is not noticeable. */
const MAX_REORDERED = 40;

type Shown = Pick<SearchResult, "line" | "snippet"> & {
  /** Words of the query in the line that is shown. */
  readonly words: number;
};

/** The chosen hits as results: the line that answers best, with the match marked. Words close together move a hit up. */
export function showHits(hits: readonly LocatedHit[], plan: Plan): SearchResult[] {
  const matcher = new TokenMatcher(plan.words);
  const results = hits.map((hit, rank) => {
    const { collection, documentRef, exact } = hit;
    const { words, ...shown } = show(hit, plan, matcher);
    const near = exact === null && rank < MAX_REORDERED && matcher.words > 1 && words > 1 ? words - 1 : 0;
    const gain = near === 0 ? 0 : PROXIMITY * hit.score * (Math.min(near, matcher.words - 1) / (matcher.words - 1));
    const parts = [...hit.parts, ...(gain === 0 ? [] : [{ code: "proximity" as const, points: gain }])];
    return {
      ...collection.present(documentRef),
      ...shown,
      context: contextOf(hit, shown.line),
      doc: docOf(hit, shown.line),
      score: hit.score + gain,
      parts,
      exact,
    };
  });
  return results.sort((a, b) => b.score - a.score);
}

/** Lines before and after the line of a hit. */
const CONTEXT_LINES = 2;

/** The lines around a hit in a file. */
function contextOf({ collection, documentRef }: Hit, line: number | null): SearchResult["context"] {
  if (line === null) return null;
  const start = Math.max(1, line - CONTEXT_LINES);
  const lines = collection
    .lines(documentRef, { start, end: line + CONTEXT_LINES })
    .replace(/\n$/, "")
    .split("\n");
  const [before, middle = "", after] = [
    lines.slice(0, line - start),
    lines[line - start],
    lines.slice(line - start + 1),
  ];
  const indentOf = (text: string): string => /^[ \t]*/.exec(text)?.[0] ?? "";
  const common = Math.min(
    ...lines.filter((text) => text.trim() !== "").map((text) => indentOf(text).length),
    MAX_CONTEXT_LENGTH,
  );
  const unindent = (text: string): string => text.slice(common, common + MAX_CONTEXT_LENGTH);
  return { before: before.map(unindent), after: after.map(unindent), indent: unindent(indentOf(middle)) };
}

/** The first line of the documentation of a symbol. */
function docOf({ collection, documentRef }: Hit, line: number | null): string | null {
  if (collection.kind !== "symbol" || line === null) return null;
  const start = Math.max(1, line - DOC_LINES.above);
  const lines = collection.lines(documentRef, { start, end: line + DOC_LINES.below }).split("\n");
  return firstDocLine(lines.slice(0, line - start), lines.slice(line - start));
}

const LINK_TARGET = /!?\[([^\]\n]{1,500})\]\(\s{0,5}(?:<[^>\n]{1,2000}>|[^()\s]{1,2000})\)/g;

/** Characters of a line of the context. */
const MAX_CONTEXT_LENGTH = 300;

/** Lines of annotations and decorators that can precede the name of a definition. */
const MAX_DECORATOR_LINES = 12;

/** The line of a definition that contains its name, at most this many below its first line; the first line when none does. */
function namedLine(
  collection: Hit["collection"],
  documentRef: Hit["documentRef"],
  first: number,
): { at: number; text: string } {
  if (!collection.isName) return { at: first, text: collection.lines(documentRef, { start: first, end: first }) };
  const name = collection.present(documentRef).title.replace(/[?!]$/, "");
  const lines = collection.lines(documentRef, { start: first, end: first + MAX_DECORATOR_LINES }).split("\n");
  const below = lines.findIndex((text) => {
    if (!text.includes(name)) return false;
    let isHere = false;
    scanTokens(text, (token) => {
      isHere ||= token === name;
    });
    return isHere;
  });
  const at = Math.max(0, below);
  return { at: first + at, text: lines[at] ?? "" };
}

function show({ collection, documentRef, line, range }: LocatedHit, plan: Plan, matcher: TokenMatcher): Shown {
  const { phrases, patterns } = plan;
  const fixed = line ?? collection.line(documentRef);
  if (fixed !== null) {
    const { at, text } =
      line === null
        ? namedLine(collection, documentRef, fixed)
        : { at: fixed, text: collection.lines(documentRef, { start: fixed, end: fixed }) };
    return { line: at, snippet: highlightTerms(text, matcher), words: 0 };
  }
  const hasLines = collection.path(documentRef) !== null;
  if (patterns.length > 0) {
    const text = collection.text(documentRef);
    for (const pattern of patterns) {
      const match = firstMatch(text, pattern);
      if (match)
        return { line: hasLines ? match.line : null, snippet: highlightRanges(match.text, match.matches), words: 0 };
    }
  }
  if (range && phrases.length === 0) {
    const inside = bestLine(collection.lines(documentRef, range), matcher, phrases);
    if (inside) return { line: inside.line + range.start - 1, snippet: inside.snippet, words: inside.words };
  }
  const source = collection.text(documentRef);
  // Rendered text does not show the targets of its links.
  const text = hasLines ? source : source.replaceAll(LINK_TARGET, "[$1]");
  const best = bestLine(text, matcher, phrases);
  const snippet =
    (hasLines || (best && best.line > 1) ? null : belowTitle(text, matcher, phrases)) ??
    best?.snippet ??
    highlightTerms(text.split("\n", 1)[0] ?? "", matcher);
  // A hit by its path alone has no line to show.
  return { line: hasLines ? (best?.line ?? null) : null, snippet, words: best?.words ?? 0 };
}

/** The best matching line below the title, which is shown above the snippet anyway. */
function belowTitle(text: string, matcher: TokenMatcher, phrases: Plan["phrases"]): SearchResult["snippet"] | null {
  const newline = text.indexOf("\n");
  return newline < 0 ? null : (bestLine(text.slice(newline + 1), matcher, phrases)?.snippet ?? null);
}
