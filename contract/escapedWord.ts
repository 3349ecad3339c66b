import { filterNamed } from "./searchFilters.ts";

/** Whether a backslash in front of this makes a word of it in a query: it begins an operator, a filter or another piece. */
export function isEscapable(text: string): boolean {
  const name = /^([a-z]{2,12}):(?!\/\/|:)/i.exec(text)?.[1];
  return /^(?:[\\/(-]|(?:AND|OR|NOT)(?=[\s()"“”„]|$))/.test(text) || (name !== undefined && filterNamed(name) !== null);
}
