import type { FilterValue } from "../../../contract/search/filterValues.ts";
import { printFilter } from "../../../contract/query/printFilter.ts";
import { FILTER_NAMES, type FilterName, filterNamed, valuesOf } from "../../../contract/query/searchFilters.ts";

/** A completion of a part of a query. */
export interface Completion {
  /** Shown, and inserted instead of the part. */
  readonly text: string;
  /** The filter whose meaning is shown next to it. */
  readonly filter: FilterName;
  /** Documents that have the value; omitted where it is not known. */
  readonly count?: number | undefined;
}

export interface Completions {
  /** The replaced part: offsets into the query. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly Completion[];
}

/** Values of the project, by filter, in the order in which they are shown. */
export type KnownValues = Partial<Record<FilterName, readonly FilterValue[]>>;

/** The filter whose value is being typed, and the typed part of that value. */
export interface TypedFilter {
  readonly filter: FilterName;
  readonly text: string;
}

const MOST = 8;
/** A single letter begins too many words. */
const SHORTEST_NAME = 2;
const DATES = ["today", "7d", "30d", "6m", "1y"];

/** Parts of the query around the caret: what is completed, and where. */
function partAt(query: string, caret: number): { before: string; rest: string; from: number; to: number } {
  const before = /(?:^|[\s(])-?([^\s()"]*(?:"[^"]*)?)$/.exec(query.slice(0, caret))?.[1] ?? "";
  const rest = /^[^\s()"]*/.exec(query.slice(caret))?.[0] ?? "";
  return { before, rest, from: caret - before.length, to: caret + rest.length };
}

const filterOf = (before: string): TypedFilter | null => {
  const colon = before.indexOf(":");
  const filter = colon < 0 ? null : filterNamed(before.slice(0, colon));
  return filter && { filter, text: before.slice(colon + 1).replace(/^"/, "") };
};

/** The filter at the caret whose value is being typed; null for none. */
export const typedFilterAt = (query: string, caret: number): TypedFilter | null =>
  filterOf(partAt(query, caret).before);

/** Completions of the part at the caret: a filter's name from two letters on, its values after the colon. */
export function completionsAt(query: string, caret: number, known: KnownValues): Completions | null {
  const { before, rest, from, to } = partAt(query, caret);
  if (!before.includes(":")) {
    if (rest !== "" || before.length < SHORTEST_NAME || !/^[a-z]+$/i.test(before)) return null;
    const names = FILTER_NAMES.filter((name) => name.startsWith(before.toLowerCase()));
    return some(
      from,
      to,
      names.map((filter) => ({ text: `${filter}:`, filter })),
    );
  }
  const typed = filterOf(before);
  if (!typed) return null;
  const { filter, text } = typed;
  const beginning = folded(text);
  const fitting = valuesFor(filter, known).filter(({ value }) => folded(value).includes(beginning));
  // The text is complete already.
  if (fitting.length === 1 && fitting[0] && folded(fitting[0].value) === beginning) return null;
  const rank = (value: string): number => Number(!folded(value).startsWith(beginning));
  const options = fitting
    .toSorted((a, b) => rank(a.value) - rank(b.value))
    .map(({ value, count }) => ({
      text: printFilter(filter, value),
      filter,
      count,
    }));
  return some(from, to, options);
}

/** Counted values of the project; the fixed ones of a filter until those are known. */
function valuesFor(filter: FilterName, known: KnownValues): readonly { value: string; count?: number }[] {
  const counted = known[filter] ?? [];
  if (counted.length > 0) return counted;
  const fixed = valuesOf(filter) ?? (filter === "after" || filter === "before" ? DATES : []);
  return fixed.map((value) => ({ value }));
}

/** Letters without case and marks, as the server compares values: `yil` begins Yılmaz. */
const folded = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i");

/** The query with a completion inserted, and the new position of the caret. A value is followed by a space, a name is not. */
export function complete(query: string, { from, to }: Completions, text: string): { query: string; caret: number } {
  const tail = query.slice(to);
  const piece = text.endsWith(":") || tail.startsWith(" ") ? text : `${text} `;
  return { query: query.slice(0, from) + piece + tail, caret: from + piece.length };
}

const some = (from: number, to: number, options: readonly Completion[]): Completions | null =>
  options.length === 0 ? null : { from, to, options: options.slice(0, MOST) };
