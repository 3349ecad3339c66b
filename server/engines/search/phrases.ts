import { normalizeProse } from "../../index/text/normalizeText.ts";
import type { Segment } from "../../index/segment/segment.ts";
import type { MultiSegmentReader } from "../../index/segment/MultiSegmentReader.ts";
import { scanTokens, termsOf } from "../../index/text/tokenize.ts";
import { intersect } from "./match.ts";
import { memoize } from "../../memoize.ts";

/**
 * A name that a phrase has, folded, and where in a name of the text it can occur: a phrase begins and ends anywhere in a name ("oo ba"
 * is in "foo bar"), so its first one may be the end of a longer name and its last one the beginning.
 */
export interface PhraseName {
  readonly folded: string;
  readonly place: "whole" | "end" | "beginning" | "anywhere";
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
    const { whole } = termsOf(token);
    const place = last === 0 ? "anywhere" : at === 0 ? "end" : at === last ? "beginning" : "whole";
    return whole === "" ? [] : [{ folded: normalizeProse(whole), place }];
  });
  // Short pieces only where there is nothing else ("to be"): better than every text there is.
  const telling = names.filter(({ folded, place: at }) => at === "whole" || folded.length >= MIN_NAME_LENGTH);
  return telling.length > 0 ? telling : names;
}

/** Documents that have a name for each of `names`, one mark per document; null where there are none to go by. */
export function documentsWithNames(group: MultiSegmentReader, names: readonly PhraseName[]): Uint8Array[] | null {
  let all: Uint8Array[] | null = null;
  for (const name of names) {
    const marks = group.members.map(({ segment }) => {
      const column = new Uint8Array(segment.documents);
      eachTerm(segment, name, (number) => {
        segment.eachDocument(number, (document) => {
          column[document] = 1;
        });
      });
      return column;
    });
    if (all) intersect(all, marks);
    else all = marks;
  }
  return all;
}

function eachTerm(segment: Segment, { folded, place }: PhraseName, visit: (number: number) => void): void {
  const wanted = Buffer.from(folded);
  const { termBytes, termOffsets } = segment;
  const found = segment.find(folded);
  if (place === "whole") {
    if (found >= 0) visit(found);
  } else if (place === "beginning") {
    for (let number = found < 0 ? ~found : found; number < segment.terms; number++) {
      const from = termOffsets[number] ?? 0;
      const end = from + wanted.length;
      if (end > (termOffsets[number + 1] ?? 0) || termBytes.compare(wanted, 0, wanted.length, from, end) !== 0) break;
      visit(number);
    }
  } else {
    let number = 0;
    for (let at = termBytes.indexOf(wanted); at >= 0; at = termBytes.indexOf(wanted, at + 1)) {
      number = segment.termAt(at, number);
      const end = termOffsets[number + 1] ?? 0;
      // A hit may straddle two neighbouring terms.
      if (at + wanted.length > end || (place === "end" && at + wanted.length < end)) continue;
      visit(number);
      at = end - 1;
    }
  }
  for (const accentedCache of accentedTerms(segment)) {
    const { text } = accentedCache;
    const fits =
      place === "whole"
        ? text === folded
        : place === "beginning"
          ? text.startsWith(folded)
          : place === "end"
            ? text.endsWith(folded)
            : text.includes(folded);
    if (fits) visit(accentedCache.number);
  }
}

/** The terms with letters beyond ASCII, folded as prose: phrases are compared without accents. Found once for a segment. */
const accentedTerms = memoize((segment: Segment): readonly { readonly number: number; readonly text: string }[] => {
  const found: { number: number; text: string }[] = [];
  const { termBytes, termOffsets } = segment;
  let number = 0;
  for (let at = 0; at < termBytes.length; at++) {
    if ((termBytes[at] ?? 0) < 128) continue;
    number = segment.termAt(at, number);
    found.push({ number, text: normalizeProse(segment.term(number)) });
    at = (termOffsets[number + 1] ?? termBytes.length) - 1;
  }
  return found;
});

let foldable: RegExp | null = null;
/** Between and behind these are scripts that have no plain letters in them. */
const WITH_PLAIN = [
  [0x80, 0x3400],
  [0xf900, 0xfe00],
  [0xfe10, 0xfff0],
] as const;

/**
 * True where folding a text as prose can bring plain letters that were not there: `é`, `İ`, `ﬁ`, marks behind letters, but not dashes,
 * quotation marks and pictures, which many texts have.
 */
export function hasFoldable(text: string): boolean {
  if (!foldable) {
    // Half of each bold letter beyond the first plane. One plain class: with classes of Unicode's own a text takes ten times as long.
    let letters = "\ud835";
    for (const [from, to] of WITH_PLAIN) {
      for (let unit = from; unit < to; unit++) {
        const letter = String.fromCharCode(unit);
        if (/\p{M}/u.test(letter) || /[ -~]/.test(normalizeProse(letter))) letters += letter;
      }
    }
    foldable = new RegExp(`[${letters}]`);
  }
  return foldable.test(text);
}
