import { normalizeProse } from "../../../index/text/normalizeText.ts";
import type { SegmentReader } from "../../../index/segment/segment.ts";
import type { MultiSegmentReader } from "../../../index/segment/MultiSegmentReader.ts";
import { scanTokens, termsOf } from "../../../index/text/tokenize.ts";
import { memoize } from "../../../memoize.ts";
import { eachTermContaining, eachTermFrom } from "./termScan.ts";

/**
 * A name that a phrase has, folded, and where in a name of the text it can occur: a phrase begins and ends anywhere in a name ("oo ba"
 * is in "foo bar"), so its first one may be the end of a longer name and its last one the beginning.
 */
export interface PhraseName {
  readonly folded: string;
  readonly position: "full" | "end" | "beginning" | "anywhere";
}

/** Shorter pieces of names occur in too many of them. */
const MIN_NAME_LENGTH = 3;

/**
 * The names by which candidates for a phrase are found; none where it has no selective ones. Includes stop words: their lists are long, but
 * reading a list is cheap compared with reading texts.
 */
export function namesOfPhrase(phrase: string): PhraseName[] {
  const tokens: string[] = [];
  scanTokens(phrase, (token) => {
    tokens.push(token);
  });
  const last = tokens.length - 1;
  const names = tokens.flatMap((token, at): PhraseName[] => {
    const { fullTerm } = termsOf(token);
    const position = last === 0 ? "anywhere" : at === 0 ? "end" : at === last ? "beginning" : "full";
    return fullTerm === "" ? [] : [{ folded: normalizeProse(fullTerm), position }];
  });
  // Short pieces only where there is nothing else ("to be"): better than every text there is.
  const distinctive = names.filter(({ folded, position: at }) => at === "full" || folded.length >= MIN_NAME_LENGTH);
  return distinctive.length > 0 ? distinctive : names;
}

/** Names at the end of others are found by going through all terms, which costs more than it saves for so few documents. */
const FEW_DOCUMENTS = 1000;
/** Names of a phrase that are looked for: the marks of documents count them. */
const MAX_NAMES = 250;

/** Documents that can have all of `names`, one mark per document; null where there are none to go by. */
export function documentsWithNames(group: MultiSegmentReader, names: readonly PhraseName[]): Uint8Array[] | null {
  if (names.length === 0) return null;
  const costOf = ({ position }: PhraseName): number => Number(position === "end" || position === "anywhere");
  const cheapest = names.toSorted((a, b) => costOf(a) - costOf(b)).slice(0, MAX_NAMES);
  return group.members.map(({ segment }) => {
    /** How many of the names so far each document has: one that lacks a name keeps a lower count. */
    const column = new Uint8Array(segment.documents);
    let before = 0;
    for (const name of cheapest) {
      const after = before + 1;
      let count = 0;
      eachTerm(segment, name, (number) => {
        segment.eachDocument(number, (document) => {
          if (column[document] !== before) return;
          column[document] = after;
          count++;
        });
      });
      before = after;
      if (count <= FEW_DOCUMENTS && after < cheapest.length && costOf(cheapest[after] ?? name) === 1) break;
    }
    for (let document = 0; document < column.length; document++) column[document] = Number(column[document] === before);
    return column;
  });
}

function eachTerm(segment: SegmentReader, { folded, position }: PhraseName, visit: (number: number) => void): void {
  const term = segment.find(folded);
  if (position === "beginning") eachTermFrom(segment, folded, visit);
  else if (position !== "full") eachTermContaining(segment, folded, visit, position === "end");
  else if (term >= 0) visit(term);
  for (const { number, text } of accentedTerms(segment)) if (FITS[position](text, folded)) visit(number);
}

const FITS: Readonly<Record<PhraseName["position"], (term: string, name: string) => boolean>> = {
  full: (term, name) => term === name,
  beginning: (term, name) => term.startsWith(name),
  end: (term, name) => term.endsWith(name),
  anywhere: (term, name) => term.includes(name),
};

/** The terms with letters beyond ASCII, folded as prose: phrases are compared without accents. Found once for a segment. */
const accentedTerms = memoize(
  (segment: SegmentReader): readonly { readonly number: number; readonly text: string }[] => {
    const result: { number: number; text: string }[] = [];
    const { termBytes, termOffsets } = segment;
    let number = 0;
    for (let at = 0; at < termBytes.length; at++) {
      if ((termBytes[at] ?? 0) < 128) continue;
      number = segment.termAt(at, number);
      result.push({ number, text: normalizeProse(segment.term(number)) });
      at = (termOffsets[number + 1] ?? termBytes.length) - 1;
    }
    return result;
  },
);
