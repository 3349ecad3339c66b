/** Which sentences of a model may be shown: those that cite what was sent, and nothing else. */
import type { Citation, ModelAnswer, Passage } from "../../../contract/search/ask.ts";
import { HIDDEN_CHARACTERS } from "../../../contract/texts/hiddenCharacters.ts";
import { NO_ANSWER } from "./modelRequest.ts";

/** What a passage that was sent can be cited by. */
export type Citable = Pick<Passage, "number" | "first_line" | "last_line">;

/** Characters of an answer that are read: more than the greatest number of its tokens has. */
const MAX_ANSWER = 100_000;
/** Characters of one sentence. */
const MAX_SENTENCE = 1000;
const MAX_SENTENCES = 40;
/** Marks of one sentence; what has more was not written to be read. */
const MAX_CITATIONS = 10;

const MARK = String.raw`P\d{1,4}(?::\d{1,7}(?:\s*[-–]\s*\d{1,7})?)?`;
/** A run of brackets with marks, and the full stop that some models write after it. */
const MARKS = new RegExp(String.raw`((?:\s*\[\s*${MARK}(?:\s*[,;]\s*${MARK})*\s*\])+)\s*[.!?]?`, "g");
const EACH_MARK = /P(?<number>\d+)(?::(?<first>\d+)(?:\s*[-–]\s*(?<last>\d+))?)?/g;
/** A web address, with or without its scheme, and the forms of Markdown and HTML that load or link something. Only the end of a scheme is searched: its begin would cost the square of the length. */
const ADDRESS =
  /[a-z0-9+.-]:\/\/|\bwww\.|\b(?:javascript|data|mailto):\S|\]\(|<\s*(?:a|img|iframe|script|svg|link|object|embed|form|style|base|meta|video|audio)\b/i;

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

export type CheckedSentences = Pick<ModelAnswer, "sentences" | "dropped">;

/** Splits an answer into sentences with their marks, and keeps those whose marks all name what was sent. */
export function checkSentences(answer: string, sent: readonly Citable[]): CheckedSentences {
  const text = answer
    .slice(0, MAX_ANSWER)
    .replaceAll(HIDDEN_CHARACTERS, "")
    .toWellFormed()
    // Long runs of white space would cost the search for marks the square of their length.
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/\s*\n\s*/g, "\n");
  if (text.trim().replace(/[.!]$/, "") === NO_ANSWER) return { sentences: [], dropped: 0 };
  const sentences: CheckedSentences["sentences"] = [];
  let dropped = 0;
  let from = 0;
  const take = (part: string, marks: string | null): void => {
    const parts = sentencesOf(part);
    // Marks belong to the sentence before them; the others of the part cite nothing.
    const last = parts.pop();
    dropped += parts.length;
    if (last === undefined) return;
    const citations = marks === null ? null : citationsIn(marks, sent);
    if (citations === null || ADDRESS.test(last) || last.length > MAX_SENTENCE || sentences.length >= MAX_SENTENCES)
      dropped += 1;
    else sentences.push({ text: last, citations });
  };
  for (const match of text.matchAll(MARKS)) {
    take(text.slice(from, match.index), match[1] ?? "");
    from = match.index + match[0].length;
  }
  take(text.slice(from), null);
  return { sentences, dropped };
}

/** The sentences of a text without marks of lists and headings. A line with an address is one: its signs may look like ends of sentences. */
function sentencesOf(part: string): string[] {
  return part
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*•#>]+|\d+[.)])\s+/, ""))
    .flatMap((line) => (ADDRESS.test(line) ? [line] : [...SENTENCES.segment(line)].map(({ segment }) => segment)))
    .map((segment) => segment.trim())
    .filter((segment) => /[\p{L}\p{Nd}]/u.test(segment));
}

/** @returns null where a mark names no passage, or lines outside of it */
function citationsIn(marks: string, sent: readonly Citable[]): Citation[] | null {
  const citations: Citation[] = [];
  for (const { groups } of marks.matchAll(EACH_MARK)) {
    const number = Number(groups?.["number"]);
    const passage = sent.find((one) => one.number === number);
    if (!passage || citations.length >= MAX_CITATIONS) return null;
    const { first_line: begin, last_line: end } = passage;
    const first = groups?.["first"] === undefined ? begin : Number(groups["first"]);
    const last =
      groups?.["last"] === undefined ? (groups?.["first"] === undefined ? end : first) : Number(groups["last"]);
    if (begin === null || end === null) {
      // A text without lines cannot be cited by them.
      if (groups?.["first"] !== undefined) return null;
    } else if (first === null || last === null || first < begin || last > end || last < first) return null;
    citations.push({ number, first_line: first, last_line: last });
  }
  return citations.length > 0 ? citations : null;
}
