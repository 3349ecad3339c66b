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
/** Characters that are searched again with each part of an answer. */
const SHORT_REST = 1000;
/** How much more than these grow before they are searched again. */
const GROWTH = 1.1;
/** The first half of a character of two UTF-16 units. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;
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

export type Sentence = ModelAnswer["sentences"][number];
export type CheckedSentences = Pick<ModelAnswer, "sentences" | "dropped">;

/** The sentences of a whole answer. */
export function checkSentences(answer: string, sent: readonly Citable[]): CheckedSentences {
  const checker = new SentenceChecker(sent);
  const sentences = [...checker.push(answer), ...checker.end()];
  return { sentences, dropped: checker.dropped };
}

/** Splits an answer into sentences with their marks as it arrives, and keeps those whose marks all name what was sent. However it is cut, the sentences are those of the whole. */
export class SentenceChecker {
  /** Sentences that are not shown, so far. */
  dropped = 0;
  readonly #sent: readonly Citable[];
  /** What is not part of a checked sentence yet. */
  #rest = "";
  #read = 0;
  #shown = 0;
  #hasTaken = false;
  /** Characters of the rest at the last search for marks, and whether a mark can have ended since. */
  #searched = 0;
  #mayHaveMark = false;

  constructor(sent: readonly Citable[]) {
    this.#sent = sent;
  }

  /** @returns the sentences that nothing which follows can change any more */
  push(part: string): Sentence[] {
    const text = part.slice(0, MAX_ANSWER - this.#read);
    this.#read += text.length;
    this.#rest += text;
    this.#mayHaveMark ||= text.includes("]");
    if (!this.#mayHaveMark) return [];
    // A search reads the whole rest, so a long one has to grow first: all searches together are linear.
    if (this.#searched > SHORT_REST && this.#rest.length < this.#searched * GROWTH) return [];
    // The second half of a character may follow.
    const half = HALF_CHARACTER.exec(this.#rest)?.[0] ?? "";
    const normalizedText = normalized(half === "" ? this.#rest : this.#rest.slice(0, -1));
    const matches = [...normalizedText.matchAll(MARKS)];
    const last = matches.findLastIndex((match) => isFinal(normalizedText, match));
    const sentences = this.#take(normalizedText, matches.slice(0, last + 1));
    this.#rest += half;
    this.#searched = this.#rest.length;
    this.#mayHaveMark = this.#rest.includes("]");
    return sentences;
  }

  /** @returns the sentences of what is left */
  end(): Sentence[] {
    const normalizedText = normalized(this.#rest);
    if (!this.#hasTaken && normalizedText.trim().replace(/[.!]$/, "") === NO_ANSWER) return [];
    const sentences = this.#take(normalizedText, [...normalizedText.matchAll(MARKS)]);
    this.#check(this.#rest, null);
    this.#rest = "";
    return sentences;
  }

  #take(text: string, matches: readonly RegExpExecArray[]): Sentence[] {
    let from = 0;
    const sentences: Sentence[] = [];
    for (const match of matches) {
      this.#hasTaken = true;
      const sentence = this.#check(text.slice(from, match.index), match[1] ?? "");
      if (sentence) sentences.push(sentence);
      from = match.index + match[0].length;
    }
    this.#rest = text.slice(from);
    return sentences;
  }

  /** The last sentence of a part if it may be shown. Marks belong to the sentence before them; the others of the part cite nothing. */
  #check(part: string, marks: string | null): Sentence | null {
    const parts = sentencesOf(part);
    const last = parts.pop();
    this.dropped += parts.length;
    if (last === undefined) return null;
    const citations = marks === null ? null : citationsIn(marks, this.#sent);
    if (citations === null || ADDRESS.test(last) || last.length > MAX_SENTENCE || this.#shown >= MAX_SENTENCES) {
      this.dropped += 1;
      return null;
    }
    this.#shown += 1;
    return { text: last, citations };
  }
}

const normalized = (text: string): string =>
  text
    .replaceAll(HIDDEN_CHARACTERS, "")
    .toWellFormed()
    // Long runs of white space would cost the search for marks the square of their length.
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/\s*\n\s*/g, "\n");

/** Whether what follows cannot become part of a run of marks: its full stop was read, or a character that is neither that nor a bracket. */
function isFinal(text: string, { index, 0: run }: RegExpExecArray): boolean {
  if (/[.!?]$/.test(run)) return true;
  const next = text.slice(index + run.length).trimStart()[0];
  return next !== undefined && next !== "[";
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
    const passage = sent.find((candidate) => candidate.number === number);
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
