import type { MultiSegmentReader } from "../../index/segment/MultiSegmentReader.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import { REPORT_WORDS, STOP_WORDS } from "../../index/text/stopWords.ts";
import { scanTokens, splitIdentifier, stem } from "../../index/text/tokenize.ts";

const MAX_TEXT_LENGTH = 20_000;
const SUMMARY_SENTENCES = 3;
const MAX_SENTENCES = 80;
const MIN_SENTENCE_LENGTH = 25;
const MAX_SENTENCE_LENGTH = 320;
/** Shared words lower a sentence, so that the second one adds information. */
const REPEATED_WORD_SHARE = 0.5;

/**
 * The most representative sentences of a report, in reading order, as they were written: words that the title or many other
 * sentences have, by rarity (the sum of SumBasic, Nenkova and Vanderwende 2005, with the title as a query), early ones first.
 */
export function summarize(group: MultiSegmentReader, title: string, body: string): string[] {
  const sentences = sentencesOf(body).slice(0, MAX_SENTENCES);
  const [first] = sentences;
  if (first === undefined) return [];
  const words = sentences.map(stemsOf);
  const counts = new Map<string, number>();
  for (const some of words) for (const word of some) counts.set(word, (counts.get(word) ?? 0) + 1);
  const inTitle = stemsOf(title);
  const gains = new Map<string, number>();
  for (const [word, count] of counts) {
    const rarity = group.idf(Math.max(1, group.documentCount(word)));
    gains.set(word, rarity * (Math.log1p(count) + (inTitle.has(word) ? 2 : 0)));
  }
  const chosen: number[] = [];
  const used = new Set<string>();
  while (chosen.length < Math.min(SUMMARY_SENTENCES, sentences.length)) {
    let best = -1;
    let maximum = 0;
    words.forEach((some, at) => {
      if (chosen.includes(at)) return;
      let sum = 0;
      for (const word of some) sum += (gains.get(word) ?? 0) * (used.has(word) ? REPEATED_WORD_SHARE : 1);
      const score = (sum / Math.sqrt(Math.max(6, some.size))) * (1 + 0.5 / (1 + at));
      if (score > maximum) {
        maximum = score;
        best = at;
      }
    });
    if (best < 0) break;
    chosen.push(best);
    for (const word of words[best] ?? []) used.add(word);
  }
  return chosen.sort((a, b) => a - b).flatMap((at) => sentences[at] ?? []);
}

/** The prose of a report in sentences: no code, tables, quotes, pictures, headings or template comments. */
function sentencesOf(body: string): string[] {
  const prose = body
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll("\r", "")
    .replaceAll(/<!--[\s\S]*?-->/g, "\n")
    .replaceAll(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, "\n\n")
    .replaceAll(/^\s{0,3}(?:#{1,6}\s.*|>.*|\|.*|[-*_=]{3,}\s*|- \[[ x]\].*)$/gim, "\n")
    .replaceAll(/^\s*\*\*[^*\n]{2,100}\*\*:?\s*$/gm, "\n")
    .replaceAll(/!\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)/g, " ")
    .replaceAll(/\[([^\]\n]{1,200})\]\([^)\n]{1,500}\)/g, "$1")
    .replaceAll(/<\/?[a-z][^>\n]{0,200}>/gi, " ")
    .replaceAll(/^\s*(?:[-*+]|\d{1,2}[.)])\s+/gm, "\n")
    .replaceAll(/^(?: {4}|\t).*$|^\s*(?:at |File "|Traceback).*$/gm, "\n");
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return prose
    .split(/\n\s*\n/)
    .flatMap((paragraph) => [...segmenter.segment(paragraph.replaceAll(/\s+/g, " ").trim())])
    .map(({ segment }) => segment.trim())
    .filter(
      (sentence) =>
        sentence.length >= MIN_SENTENCE_LENGTH && sentence.length <= MAX_SENTENCE_LENGTH && /\s\S+\s/.test(sentence),
    );
}

function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  scanTokens(text, (token) => {
    for (const part of splitIdentifier(token)) {
      const folded = normalizeProse(part);
      if (folded.length > 2 && !STOP_WORDS.has(folded) && !REPORT_WORDS.has(folded)) stems.add(stem(folded));
    }
  });
  return stems;
}
