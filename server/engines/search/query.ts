/** One piece of a query, with where it stands in the text so that a mistake can be pointed at. */
export interface QueryClause {
  readonly kind: "word" | "phrase" | "filter";
  /** The word, the text between the quotes, or a filter's value. */
  readonly text: string;
  /** Name of the filter; empty for words and phrases. */
  readonly field: string;
  /** A minus stands before it: what has it is left out. */
  readonly isExcluded: boolean;
  /** Offset of its first character. */
  readonly at: number;
}

const MOST_CLAUSES = 60;

/**
 * Reads a query: words, "phrases in quotes", and `-` before either. A missing closing quote ends at the end of the text. Names in
 * `fields` become filters (`name:value`, `name:"a value"`); a colon after any other name belongs to the word.
 */
export function parseQuery(text: string, fields: ReadonlySet<string> = new Set()): QueryClause[] {
  const clauses: QueryClause[] = [];
  let at = 0;
  while (at < text.length && clauses.length < MOST_CLAUSES) {
    if (/\s/.test(text.charAt(at))) {
      at++;
      continue;
    }
    const start = at;
    const isExcluded = text.charAt(at) === "-" && /[^\s-]/.test(text.charAt(at + 1));
    if (isExcluded) at++;
    const name = /^([a-z]+):(?=\S)/i.exec(text.slice(at, at + 24))?.[1]?.toLowerCase() ?? "";
    const field = fields.has(name) ? name : "";
    if (field !== "") at += field.length + 1;
    const isQuoted = text.charAt(at) === '"';
    const value = isQuoted ? quoted(text, at) : bare(text, at);
    at = value.end;
    if (value.text === "") continue;
    const kind = field !== "" ? "filter" : isQuoted ? "phrase" : "word";
    clauses.push({ kind, text: value.text, field, isExcluded, at: start });
  }
  return clauses;
}

function quoted(text: string, at: number): { text: string; end: number } {
  const close = text.indexOf('"', at + 1);
  const end = close < 0 ? text.length : close;
  return { text: text.slice(at + 1, end).trim(), end: close < 0 ? end : end + 1 };
}

function bare(text: string, at: number): { text: string; end: number } {
  let end = at;
  while (end < text.length && !/[\s"]/.test(text.charAt(end))) end++;
  return { text: text.slice(at, Math.max(end, at + 1)), end: Math.max(end, at + 1) };
}
