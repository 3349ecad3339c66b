/** Which sentences of a model may open a digest: those whose every number and every name is in the data of the digest. */
import { HIDDEN_CHARACTERS } from "../../../contract/texts/hiddenCharacters.ts";
import { OPENING_SENTENCES } from "./digestOpening.ts";
import { FIRST_WORDS, INFLECTED_NUMBER, INSTRUCTION, NUMBER_WORDS } from "./digestWords.ts";

/** Characters of an answer that are read, and of one sentence. */
const LIMITS = { answer: 10_000, sentence: 400 };
/** Web and mail addresses, and the forms of Markdown and HTML. No sentence needs them. */
const MARKUP = /:\/\/|\bwww\.|\b(?:javascript|data|mailto):\S|\]\(|[<>`*|\\{}]|\S@\S/i;
/** A number, also with signs between its digits, such as 1,200, 12:30 and 2026-11-29; or a word with the signs that names of code, files and issues have inside. */
const TOKEN = /\p{N}+(?:[.,:/-]\p{N}+)*(?![\p{L}\p{M}\p{N}_#@])|[\p{L}\p{N}_#@][\p{L}\p{M}\p{N}_#@/.:-]*(?<![.:-])/gu;
const NUMBER = /^\p{N}+(?:[.,:/-]\p{N}+)*$/u;
/** A percentage, a sign before a number, and two numbers that are read as one. */
const OTHER_NUMBER = /[%‰]|(?<![\p{L}\p{N}])[-+−–±]\s?\p{N}|\p{N}\s\p{N}/u;
/** An apostrophe begins the suffix of a name in Turkish, and the genitive in English. */
const APOSTROPHE = /['’]/;

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

const plain = (text: string): string =>
  text.replaceAll(HIDDEN_CHARACTERS, "").toWellFormed().normalize("NFC").replaceAll(/\s+/g, " ");

/** What a digest has, in the form in which sentences are compared with it. */
class DigestData {
  readonly #text: string;
  readonly #tokens: ReadonlySet<string>;

  constructor(data: string) {
    this.#text = ` ${plain(data)} `;
    this.#tokens = new Set(this.#text.match(TOKEN) ?? []);
  }

  /** A number, or a word. The digits of a key or of a file are none. */
  hasToken(token: string): boolean {
    return this.#tokens.has(token);
  }

  /** Whether the words follow each other in the data as they do in the name. */
  hasName(name: string): boolean {
    for (let at = this.#text.indexOf(name); at >= 0; at = this.#text.indexOf(name, at + 1)) {
      const isWhole = (character: string | undefined) => !/[\p{L}\p{M}\p{N}_]/u.test(character ?? "");
      if (isWhole(this.#text[at - 1]) && isWhole(this.#text[at + name.length])) return true;
    }
    return false;
  }
}

/**
 * The sentences of an answer that may be shown.
 * @param data the text that the model was sent of the digest
 * @returns null where too few are left
 */
export function checkDigestSentences(answer: string, data: string): string[] | null {
  const digest = new DigestData(data);
  const accepted = answer
    .slice(0, LIMITS.answer)
    .split("\n")
    .map((line) => plain(line).trim())
    // The segmenter ends a sentence after a full stop inside of an address.
    .flatMap((line) => (MARKUP.test(line) ? [] : [...SENTENCES.segment(line)].map(({ segment }) => segment.trim())))
    .filter(
      (sentence) => /\p{L}/u.test(sentence) && /[.!?…]["”’)]?$/.test(sentence) && sentence.length <= LIMITS.sentence,
    )
    .filter((sentence) => isSupported(sentence, digest));
  const sentences = [...new Set(accepted)].slice(0, OPENING_SENTENCES.most);
  return sentences.length < OPENING_SENTENCES.least ? null : sentences;
}

function isSupported(sentence: string, data: DigestData): boolean {
  if (OTHER_NUMBER.test(sentence) || INSTRUCTION.test(sentence)) return false;
  // What is quoted is a name, however it is written.
  for (const [, quoted = ""] of sentence.matchAll(/["“„«‘]([^"”“»’]+)["”“»’]/g))
    if (!data.hasName(quoted.replace(/[.,;:!?]$/, ""))) return false;
  const named = namesOf(sentence, data);
  // A sentence that has none of the data says nothing of it.
  return (
    named !== null && (named.hasNumber || named.names.length > 0) && named.names.every((name) => data.hasName(name))
  );
}

/** The names of a sentence: words with capitals, digits or the signs of code, and of scripts without capitals; those that follow each other are one. Null for a number that the data does not have. */
function namesOf(sentence: string, data: DigestData): { names: string[]; hasNumber: boolean } | null {
  const names: string[] = [];
  let end = -1;
  let isFirst = true;
  let hasNumber = false;
  for (const match of sentence.matchAll(TOKEN)) {
    const [word] = match;
    const [stem = word] = word.split(APOSTROPHE);
    const lower = stem.toLowerCase();
    const number = NUMBER_WORDS.get(lower);
    const wasFirst = isFirst;
    isFirst = false;
    if (number !== undefined) {
      if (number === null || !data.hasToken(number)) return null;
      hasNumber = true;
      continue;
    }
    if (INFLECTED_NUMBER.test(lower) || lower.split("-").some((part) => part !== lower && NUMBER_WORDS.has(part)))
      return null;
    if (NUMBER.test(word)) {
      if (!data.hasToken(word)) return null;
      hasNumber = true;
      continue;
    }
    const isName = /[^\p{Ll}\p{M}-]/u.test(stem);
    if (!isName) continue;
    if (wasFirst && isUsualFirstWord(stem, lower, data)) continue;
    const follows = end >= 0 && sentence.slice(end, match.index) === " ";
    const last = follows ? names.pop() : undefined;
    names.push(last === undefined ? stem : `${last} ${stem}`);
    end = match.index + stem.length;
  }
  return { names, hasNumber };
}

/** The first word of a sentence has a capital in any case. One that is not usual there is a name. */
const isUsualFirstWord = (word: string, lower: string, data: DigestData): boolean =>
  /^\p{Lu}[\p{Ll}\p{M}-]*$/u.test(word) &&
  (FIRST_WORDS.has(lower) || FIRST_WORDS.has(word.toLocaleLowerCase("tr")) || data.hasToken(lower));
