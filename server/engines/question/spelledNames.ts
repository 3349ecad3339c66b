import { normalizeProse } from "../../index/text/normalizeText.ts";
import { STOP_WORDS } from "../../index/text/stopWords.ts";
import { scanTokens } from "../../index/text/tokenize.ts";

/** Letters and digits of the text that may be the name of a file without its ending, or of a folder. */
export interface SpelledName {
  readonly letters: string;
  /** 0 to 1 that a file is meant: higher for names of code than for words, and for the title than for the rest. */
  readonly certainty: number;
}

const MIN_LENGTH = 3;
const MAX_NAMES = 400;
/** Names that occur in every project and words that every report has. */
const COMMON_NAMES =
  /^(?:index|main|mod|lib|setup|config|utils?|types?|test|tests|readme|package|core|base|common|helpers?|error|errors|example|version|code|file|files|data|name|value|string|number|object|function|class|method|result|output|input|run|new|api|app|src|doc|docs|bug|python|java|node|linux|windows|issue|true|false|null|none|self|this|list|line|text|user|path|time|info|model|models|default|global|constants?|internal|public|private)$/;

/** Names that words of a text may spell: each word, and two or three in a row where they are words of prose ("keep alive"). */
export function spelledNames(text: string, certaintyOf: { word: number; name: number; row: number }): SpelledName[] {
  const result = new Map<string, number>();
  const add = (letters: string, certainty: number): void => {
    if (letters.length < MIN_LENGTH || letters.length > 60 || COMMON_NAMES.test(letters) || /^\d+$/.test(letters))
      return;
    if ((result.get(letters) ?? 0) < certainty) result.set(letters, certainty);
  };
  let before: { letters: string; end: number }[] = [];
  scanTokens(text, (token, at) => {
    const letters = normalizeProse(token).replaceAll(/[^\p{L}\p{N}]/gu, "");
    const isName = /[a-z\d][A-Z]|\w_\w|[A-Z]{2,}[a-z]|[A-Z]\d|^[A-Z][a-z]+[A-Z]/.test(token);
    if (letters === "" || (!isName && STOP_WORDS.has(letters))) {
      before = [];
      return;
    }
    add(letters, isName ? certaintyOf.name : certaintyOf.word);
    // Only neighbours: separated by a single blank, hyphen or underscore.
    if (before.length > 0 && at - (before.at(-1)?.end ?? 0) > 1) before = [];
    if (certaintyOf.row > 0) {
      for (let from = 0; from < before.length; from++) {
        const row = before.slice(from).map((word) => word.letters);
        add([...row, letters].join(""), certaintyOf.row);
      }
    }
    before = [...before.slice(-1), { letters, end: at + token.length }];
  });
  return [...result].map(([letters, certainty]) => ({ letters, certainty })).slice(0, MAX_NAMES);
}
