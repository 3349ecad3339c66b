import { normalizeIdentifier, normalizeProse } from "../../../index/text/normalizeText.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { SegmentReader } from "../../../index/segment/segment.ts";
import { STOP_WORDS } from "../../../index/text/stopWords.ts";
import { stem, termsOfText } from "../../../index/text/tokenize.ts";
import { nearestTerm, termsWithPrefix } from "../../../index/segment/vocabulary.ts";
import { englishWords } from "./turkishWords.ts";

/** A word of the query as the index sees it. A document has the word if it holds the whole name, all stems, or any variant. */
export interface SearchTerm {
  /** As written. */
  readonly text: string;
  readonly fullTerm: string;
  readonly stems: readonly string[];
  /** Where nothing is exactly it: words of the index that begin with it, or its translations. */
  readonly variants: readonly string[];
  /** Why it has variants, and the words that they are forms of. */
  readonly expansion: { readonly code: "beginning" | "translation"; readonly by: readonly string[] } | null;
  /** "the", "is" …: counts a little, is never required. */
  readonly isStopWord: boolean;
  /** Part of the question's opening ("how do I"), before its subject. */
  readonly isOpening: boolean;
}

/** Whether a text has a word, by the terms of the text. */
export const hasWord = ({ fullTerm, stems, variants }: SearchTerm, hasTerm: (term: string) => boolean): boolean =>
  hasTerm(fullTerm) || variants.some(hasTerm) || (stems.length > 0 && stems.every(hasTerm));

export interface MissingTerm {
  readonly word: string;
  readonly suggestion: string | null;
  /** Edits between the two; 0 without a suggestion. */
  readonly edits: number;
}

/** Phrases that identify a question, in English and Turkish. */
const QUESTION = new RegExp(
  [
    String.raw`^\s*(?:please\s+)?(?:where|how (?:do|does|did|is|are|can|should|to|we|i)|what (?:is|are|does|do|happens)|why (?:do|does|is|are))\b`,
    String.raw`^\s*(?:please\s+)?(?:(?:can|could|would) (?:you|we|i|someone|anyone)|(?:show|tell|help|point) (?:me|us)|i(?:'m| am)? (?:want|need|would like|looking|trying)|we (?:want|need)|looking for)\s`,
    // Bare "list files" and "find method" are words to look for.
    String.raw`^\s*(?:which|what)\s+(?:code|files?|functions?|methods?|class(?:es)?|places?|parts?|lines?|modules?)\s`,
    String.raw`^\s*(?:find|locate|search for)\s+(?:(?:the|a|any|all|out|some)\s+)?(?:(?:code|files?|functions?|methods?|class(?:es)?|places?|parts?|lines?|modules?)\s+(?:that|which|where|responsible|for|to|of|in)|where|how)\s`,
    String.raw`(?:^|\s)(?:nerede|neresi|nas[ıi]l|hangi)(?=\s|\?|$)`,
    String.raw`\S\s+\S.*\?\s*$`,
  ].join("|"),
  "i",
);
/** In a question these ask for code and say nothing of which. Elsewhere they are words like any other. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  `code codes file files function functions method methods class classes place places part line lines find located
   implemented implementation implements defined definition defines happen happens done handled responsible
   kod kodu dosya dosyada fonksiyon metot sinif nerede yapiliyor tanimli tanimlaniyor bulunur
   yapiyor yapilir isini islemi fonksiyonu metodu sinifi dosyasi bulunuyor neresi hangi yapan yapar`.split(/\s+/),
);
/** With these a question begins, before it comes to what it is about. */
const OPENING_WORDS: ReadonlySet<string> = new Set(
  `please can could would you we someone anyone show tell help point me us am want need like looking look trying to for find locate search list
   where how what why which who when if do does did is are should there the any all out some it that in of happens code file files function
   functions method methods class classes place places part parts line lines module modules responsible lutfen bana hangi`.split(
    /\s+/,
  ),
);

const MAX_VARIANTS = 20;
const MIN_PREFIX_LENGTH = 3;

/** All segments of a project, of every kind of document. */
function segmentsOf(index: OpenedIndex): SegmentReader[] {
  const { codeGroup, commitGroup, issueGroup, requestGroup, pageGroup } = index;
  return [codeGroup, issueGroup, requestGroup, pageGroup, commitGroup].flatMap(({ members }) =>
    members.map(({ segment }) => segment),
  );
}

/** Whether some document of an index may have a word as it is written. */
export function isWordKnown(index: OpenedIndex, { fullTerm, stems }: Pick<SearchTerm, "fullTerm" | "stems">): boolean {
  return isKnownIn(segmentsOf(index), fullTerm, stems);
}

const isKnownIn = (segments: readonly SegmentReader[], fullTerm: string, stems: readonly string[]): boolean =>
  hasTerm(segments, fullTerm) || (stems.length > 0 && stems.every((stem) => hasTerm(segments, stem)));

const NO_WORDS: ReadonlySet<string> = new Set();

/**
 * Turns the texts of words and phrases into search words, and finds out which of them occur nowhere.
 * @param knownWords words that another index of the same search has: here they are read as no other words
 */
export function parseTerms(
  index: OpenedIndex,
  texts: readonly string[],
  knownWords: ReadonlySet<string> = NO_WORDS,
): { words: SearchTerm[]; missing: MissingTerm[] } {
  const segments = segmentsOf(index);
  const words: SearchTerm[] = [];
  const missing: MissingTerm[] = [];
  const seen = new Set<string>();
  const isQuestion = QUESTION.test(texts.join(" "));
  let isOpening = isQuestion;
  for (const text of texts) {
    for (const { fullTerm, stems } of termsOfText(text)) {
      if (seen.has(fullTerm)) continue;
      seen.add(fullTerm);
      isOpening &&= OPENING_WORDS.has(normalizeProse(fullTerm));
      const isStopWord =
        isOpening || STOP_WORDS.has(fullTerm) || (isQuestion && QUESTION_WORDS.has(normalizeProse(fullTerm)));
      const isKnown = knownWords.has(fullTerm) || isKnownIn(segments, fullTerm, stems);
      const { variants, expansion } = isKnown ? NOT_EXPANDED : expand(segments, fullTerm);
      if (!isKnown && variants.length === 0 && !isStopWord) {
        const near = nearestTerm(segments, fullTerm);
        missing.push({ word: fullTerm, suggestion: near?.term ?? null, edits: near?.edits ?? 0 });
      }
      words.push({ text: fullTerm, fullTerm, stems, variants, expansion, isStopWord, isOpening });
    }
  }
  // A query of nothing but stop words ("to be or not to be") means them.
  const onlyStopWords = words.every(({ isStopWord }) => isStopWord);
  return { words: onlyStopWords ? words.map((word) => ({ ...word, isStopWord: false })) : words, missing };
}

const NOT_EXPANDED: Pick<SearchTerm, "variants" | "expansion"> = { variants: [], expansion: null };

/** Other words of the index for a word that occurs nowhere. A Turkish word is more likely a question in Turkish than a beginning. */
function expand(segments: readonly SegmentReader[], fullTerm: string): Pick<SearchTerm, "variants" | "expansion"> {
  const english = englishWords(fullTerm).filter((word) => hasTerm(segments, stem(word)));
  if (english.length > 0)
    return { variants: [...new Set(english.map(stem))], expansion: { code: "translation", by: english } };
  if (fullTerm.length < MIN_PREFIX_LENGTH) return NOT_EXPANDED;
  const longer = termsWithPrefix(segments, normalizeIdentifier(fullTerm), MAX_VARIANTS).map(({ term }) => term);
  if (longer.length === 0) return NOT_EXPANDED;
  // A stem is no word that a reader knows where the index has the word itself.
  const stems = new Set(longer.filter((term) => stem(term) !== term).map(stem));
  const by = longer.filter((term) => !stems.has(term));
  return { variants: longer, expansion: { code: "beginning", by } };
}

function hasTerm(segments: readonly SegmentReader[], term: string): boolean {
  return segments.some((segment) => segment.find(term) >= 0);
}
