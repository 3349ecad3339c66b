import type { FoundName, NameKind } from "../../../contract/search/goTo.ts";
import type { SearchPeople } from "../search/collections/searchPeople.ts";
import { type NameColumn, nameColumnOf } from "./nameColumn.ts";

/** A name of one project; the caller adds the project. */
export type FoundInProject = Omit<FoundName, "project">;

/** A request, as the database has it. */
export interface RequestName {
  readonly id: string;
  readonly key: string;
  readonly address: string;
  readonly title: string;
  readonly url: string;
  readonly state: string;
}

/** Requests of a project with the letters of their titles. */
export interface RequestNames {
  readonly rows: readonly RequestName[];
  readonly titles: NameColumn;
}

export const requestNames = (rows: readonly RequestName[]): RequestNames => ({
  rows,
  titles: nameColumnOf(rows.map(({ title }) => title)),
});

export interface NamesRequest {
  readonly q: string;
  /** Empty: all kinds. */
  readonly kind: readonly NameKind[];
  /** Maximum of names of each kind. */
  readonly limit: number;
  readonly people: SearchPeople;
  readonly requests: RequestNames;
}

/** Calls `offer` with each name that fits. */
export function eachName(
  names: NameColumn,
  score: (from: number, to: number, at: number) => number,
  offer: (at: number, score: number) => void,
): void {
  const { offsets, masks } = names;
  for (let at = 0; at < masks.length; at++) {
    const value = score(offsets[at] ?? 0, offsets[at + 1] ?? 0, at);
    if (value > 0) offer(at, value);
  }
}

/** The fields that a kind of name does not have. */
export const EMPTY_NAME_FIELDS = {
  address: null,
  detail: null,
  source: null,
  path: null,
  line: null,
  url: null,
  state: null,
  symbol: null,
  container: null,
} as const;
