import { REPORT_WORDS, STOP_WORDS } from "../../index/text/stopWords.ts";
import { scanTokens, termsOf } from "../../index/text/tokenize.ts";
import type { Frame } from "./frames.ts";
import { IDENTIFIER_CONSTANTS } from "./identifierWeights.ts";

/** A name of code that the text uses. `certainty`: 0 to 1 that it is one. */
export interface NamedIdentifier {
  /** As written. */
  readonly text: string;
  /** As the index keeps it. */
  readonly fullTerm: string;
  readonly certainty: number;
  /** True for several words in one, such as `readFile` and `read_file`. */
  readonly isCompound: boolean;
}

/** `Reader.close`, `app::run`: the owner may be a class or a module. */
export interface QualifiedName {
  readonly owner: string;
  readonly name: string;
  readonly certainty: number;
}

const MAX_IDENTIFIERS = 80;
const MAX_QUALIFIED = 30;

/** Names that no sentence of prose has. */
const MIXED_CASE = /[a-z\d][A-Z]|\w_\w|[A-Z]{2,}[a-z]/;
/** Methods that Python calls, such as `__init__`: nearly every class has them. Attributes such as `__version__` are names. */
const SPECIAL_METHOD =
  /^__(?:init|new|del|post_init|init_subclass|class_getitem|repr|str|bytes|format|lt|le|eq|ne|gt|ge|hash|bool|int|float|index|getattr|getattribute|setattr|delattr|dir|get|set|delete|set_name|call|len|length_hint|getitem|setitem|delitem|missing|iter|next|reversed|contains|[ri]?(?:add|sub|mul|matmul|truediv|floordiv|mod|pow|and|or|xor|lshift|rshift)|neg|pos|abs|invert|enter|exit|await|aiter|anext|aenter|aexit|copy|deepcopy|reduce|reduce_ex|getstate|setstate|main)__$/;
/** What is before the first word of a sentence, a line, or an item of a list. */
const SENTENCE_START = /(?:^|[.!?:]\s{1,4}|\n\s{0,8}(?:[-*>#]{1,6}\s{1,4}|\d{1,3}[.)]\s{1,4})?)["'(*_]{0,3}$/;
/** An option of a command line, and in back-ticks any name whose words are joined by hyphens. */
const OPTION = /(?<![\w-])--([a-z][a-z\d]{0,40}(?:-[a-z\d]{1,40}){1,6})(?![\w-])/g;
const QUOTED_KEBAB = /`([a-z][a-z\d]{0,40}(?:-[a-z\d]{1,40}){1,6})(?=[`=:\s])/g;
/** Codes of errors and rules: `E1101`, `TS2345`. */
const ERROR_CODE = /^[A-Z]{1,6}\d{2,5}$/;

/** Characters that are looked at before a word. */
const MAX_SENTENCE_START = 20;

/** How code spells a name in kebab case: with underscores, and in camel case. */
function spellingsOfKebab(text: string): string[] {
  const words = text.split("-");
  return [
    words.join("_"),
    words.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join(""),
  ];
}

/** Names in title, prose, code and the functions of traces, each at its most certain occurrence. */
export function findIdentifiers(
  title: string,
  prose: string,
  code: string,
  frames: readonly Frame[],
): NamedIdentifier[] {
  const result = new Map<string, NamedIdentifier>();
  const add = (text: string, certainty: number): void => {
    if (SPECIAL_METHOD.test(text)) return;
    const { fullTerm, stems } = termsOf(text);
    if (fullTerm.length < 3 || /^\d/.test(fullTerm) || STOP_WORDS.has(fullTerm) || REPORT_WORDS.has(fullTerm)) return;
    const previous = result.get(fullTerm);
    if (previous && previous.certainty >= certainty) return;
    result.set(fullTerm, {
      text: previous?.text ?? text,
      fullTerm,
      certainty,
      isCompound: stems.length > 1 || /[_\d]/.test(fullTerm),
    });
  };
  for (const [text, boost] of [
    [title, 1],
    [prose, IDENTIFIER_CONSTANTS.prose.value],
  ] as const) {
    for (const [, , quoted = ""] of text.matchAll(/(`{1,2})([^`\n]{1,200})\1/g))
      scanTokens(quoted, (token) => {
        add(token, boost);
      });
    for (const [, name = ""] of text.matchAll(/\b([A-Za-z_$][\w$]{2,60})\(/g)) add(name, boost);
    for (const [dotted] of text.matchAll(/\b[A-Za-z_]\w{1,60}(?:(?:\.|::|#)[A-Za-z_]\w{1,60}){1,6}\b/g)) {
      scanTokens(dotted, (token) => {
        add(token, boost * IDENTIFIER_CONSTANTS.dotted.value);
      });
    }
    for (const shape of [OPTION, QUOTED_KEBAB])
      for (const [, kebab = ""] of text.matchAll(shape))
        for (const spelling of spellingsOfKebab(kebab)) add(spelling, boost);
    scanTokens(text, (token, at) => {
      if (MIXED_CASE.test(token) || ERROR_CODE.test(token)) add(token, boost * IDENTIFIER_CONSTANTS.mixedCase.value);
      else if (/^[A-Z]{3,}$/.test(token)) add(token, boost * IDENTIFIER_CONSTANTS.capitalized.value);
      else if (
        /^[A-Z][a-z]{3,}$/.test(token) &&
        !SENTENCE_START.test(text.slice(Math.max(0, at - MAX_SENTENCE_START), at))
      )
        add(token, boost * IDENTIFIER_CONSTANTS.capitalized.value);
    });
  }
  // Inside code every name counts a little: most of a reproduction is the reporter's own.
  scanTokens(code, (token) => {
    add(token, token.length > 4 ? IDENTIFIER_CONSTANTS.code.value : IDENTIFIER_CONSTANTS.code.value / 2);
  });
  let rank = 0;
  for (const { name } of frames) {
    if (name === null) continue;
    add(name, IDENTIFIER_CONSTANTS.frame.value / (1 + rank * IDENTIFIER_CONSTANTS.frameStep.value));
    rank++;
  }
  return [...result.values()].sort((a, b) => b.certainty - a.certainty).slice(0, MAX_IDENTIFIERS);
}

/** Qualified names, each at its most certain occurrence. */
export function findQualified(title: string, prose: string, code: string): QualifiedName[] {
  const result = new Map<string, QualifiedName>();
  for (const [text, certainty] of [
    [title, 1],
    [prose, IDENTIFIER_CONSTANTS.prose.value],
    [code, IDENTIFIER_CONSTANTS.code.value],
  ] as const) {
    for (const [qualified] of text.matchAll(/\b[A-Za-z_]\w{1,60}(?:(?:\.|::|#|->)[A-Za-z_]\w{1,60}){1,6}\b/g)) {
      const parts = qualified.split(/\.|::|#|->/);
      for (let at = 1; at < parts.length && result.size < MAX_QUALIFIED; at++) {
        const owner = parts[at - 1] ?? "";
        const name = parts[at] ?? "";
        const key = `${owner}.${name}`.toLowerCase();
        if (!result.has(key)) result.set(key, { owner, name, certainty });
      }
    }
  }
  return [...result.values()];
}

/** Names of a title that are written as code writes them, which may name a definition. */
export function titleNames(title: string): string[] {
  const result = new Set<string>();
  scanTokens(title, (token, at) => {
    const isMarked = title[at - 1] === "`" || title[at + token.length] === "(";
    if ((isMarked || MIXED_CASE.test(token)) && !SPECIAL_METHOD.test(token) && !/^\d/.test(token)) result.add(token);
  });
  for (const shape of [OPTION, QUOTED_KEBAB])
    for (const [, kebab = ""] of title.matchAll(shape))
      for (const spelling of spellingsOfKebab(kebab)) result.add(spelling);
  return [...result].slice(0, MAX_QUALIFIED);
}
