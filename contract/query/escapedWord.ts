import { filterNamed } from "./searchFilters.ts";

/** Whether a backslash before this text turns it into a word: it begins an operator, a filter or another construct. */
export function isEscapable(text: string): boolean {
  const name = /^([a-z]{2,12}):(?!\/\/|:)/i.exec(text)?.[1];
  return /^(?:[\\/(-]|(?:AND|OR|NOT)(?=[\s()"“”„]|$))/.test(text) || (name !== undefined && filterNamed(name) !== null);
}
