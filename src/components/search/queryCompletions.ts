import { FILTER_NAMES, type FilterName, filterNamed, valuesOf } from "../../../contract/searchFilters.ts";

/** A completion of a part of a query. */
export interface Completion {
  /** Shown, and inserted instead of the part. */
  readonly text: string;
  /** The filter whose meaning is shown next to it. */
  readonly filter: FilterName;
}

export interface Completions {
  /** The replaced part: offsets into the query. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly Completion[];
}

/** Values of the project's results, by filter. */
export type KnownValues = Partial<Record<FilterName, readonly string[]>>;

const MOST = 8;
/** A single letter begins too many words. */
const SHORTEST_NAME = 2;
const DATES = ["today", "7d", "30d", "6m", "1y"];

/** Completions of the part at the caret: a filter's name from two letters on, its values after the colon. */
export function completionsAt(query: string, caret: number, known: KnownValues): Completions | null {
  const before = /(?:^|[\s(])-?([^\s()"]*(?:"[^"]*)?)$/.exec(query.slice(0, caret))?.[1] ?? "";
  const from = caret - before.length;
  const rest = /^[^\s()"]*/.exec(query.slice(caret))?.[0] ?? "";
  const to = caret + rest.length;
  const colon = before.indexOf(":");
  if (colon < 0) {
    if (rest !== "" || before.length < SHORTEST_NAME || !/^[a-z]+$/i.test(before)) return null;
    const names = FILTER_NAMES.filter((name) => name.startsWith(before.toLowerCase()));
    return some(
      from,
      to,
      names.map((filter) => ({ text: `${filter}:`, filter })),
    );
  }
  const filter = filterNamed(before.slice(0, colon));
  if (!filter) return null;
  const written = before.slice(colon + 1).replace(/^"/, "");
  const values = valuesOf(filter) ?? (filter === "after" || filter === "before" ? DATES : (known[filter] ?? []));
  const fitting = values.filter((value) => value.toLowerCase().includes(written.toLowerCase()));
  // The text is complete already.
  if (fitting.length === 1 && fitting[0]?.toLowerCase() === written.toLowerCase()) return null;
  const starting = (value: string): number => Number(!value.toLowerCase().startsWith(written.toLowerCase()));
  const options = fitting
    .toSorted((a, b) => starting(a) - starting(b))
    .map((value) => ({ text: `${filter}:${/[\s()]/.test(value) ? `"${value}"` : value}`, filter }));
  return some(from, to, options);
}

/** The query with a completion inserted, and the new position of the caret. A value is followed by a space, a name is not. */
export function complete(query: string, { from, to }: Completions, text: string): { query: string; caret: number } {
  const tail = query.slice(to);
  const piece = text.endsWith(":") || tail.startsWith(" ") ? text : `${text} `;
  return { query: query.slice(0, from) + piece + tail, caret: from + piece.length };
}

const some = (from: number, to: number, options: readonly Completion[]): Completions | null =>
  options.length === 0 ? null : { from, to, options: options.slice(0, MOST) };
