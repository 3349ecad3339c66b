import type { FileLanguage } from "../../../index/text/languages.ts";
import { identifierAt } from "../lexical/occurrences.ts";

/** What is before a name: `a` of `a.b`, `A` of `A::b`, `p` of `p->b`. */
export interface Receiver {
  /** Empty for what is no plain name, such as a call. */
  readonly name: string;
  readonly from: number;
  /** A call, whose result is the receiver: `name` is of the function. */
  readonly isCall: boolean;
}

const NAMESPACE_MARKS = /(?:::|\\)$/;

/** The receiver of the name at an offset; null for a name without one. */
export function receiverOf(text: string, from: number, language: FileLanguage): Receiver | null {
  let at = skipSpaceBack(text, from);
  const before = text.slice(Math.max(0, at - 3), at);
  const mark =
    /(?:\?\.|!\.|&\.|\.|->)$/.exec(before)?.[0] ??
    (["Rust", "C++", "C", "PHP", "Ruby", "Objective-C"].includes(language.name)
      ? NAMESPACE_MARKS.exec(before)?.[0]
      : undefined);
  // `...rest` has no receiver.
  if (mark === undefined || before.endsWith("..")) return null;
  at = skipSpaceBack(text, at - mark.length);
  if (text[at - 1] === ")") {
    const open = openingOf(text, at - 1);
    const called = open < 0 ? null : identifierAt(text, skipSpaceBack(text, open));
    if (called && called.from + called.name.length === skipSpaceBack(text, open))
      return { name: called.name, from: called.from, isCall: true };
    return { name: "", from: at, isCall: false };
  }
  const identifier = identifierAt(text, at);
  if (!identifier || identifier.from + identifier.name.length !== at) return { name: "", from: at, isCall: false };
  const hasMark = text[identifier.from - 1] === "#" || text[identifier.from - 1] === "@";
  return {
    name: identifier.name,
    from: hasMark && language.family === "javascript" ? identifier.from : identifier.from,
    isCall: false,
  };
}

function skipSpaceBack(text: string, from: number): number {
  let at = from;
  while (at > 0 && /[\s#]/.test(text[at - 1] ?? "")) at--;
  // A private name's # belongs to the name.
  return at;
}

/** Maximum characters of arguments that are scanned. */
const MAX_ARGUMENTS_LENGTH = 2000;

function openingOf(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - MAX_ARGUMENTS_LENGTH); at--) {
    if (text[at] === ")") depth++;
    else if (text[at] === "(" && --depth === 0) return at;
  }
  return -1;
}

/** Whether a name is called (`f()`, `f.call()`), or made an object of, where it is written. */
export function isCallAt(text: string, to: number, from: number): boolean {
  const after = /^(?:\s{0,20}(?:!\s*)?(?:<[^<>;(){}]{0,200}>)?\s{0,20}(?:\?\.)?|\.(?:call|apply))\(/.test(
    text.slice(to, to + 300),
  );
  if (after) return true;
  const before = text.slice(Math.max(0, from - 6), from);
  return /(?:\bnew\s|<|@)$/.test(before) && !/\w<$/.test(before);
}
