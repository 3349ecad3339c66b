import { ISSUE_FACETS } from "../../../../contract/query/issueFacets.ts";
import type { FilterValue } from "../../../../contract/search/filterValues.ts";
import { type FilterName, valuesOf } from "../../../../contract/query/searchFilters.ts";
import { normalizeProse } from "../../../index/text/normalizeText.ts";
import { refsIn } from "../../../index/refs.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";
import type { Collection } from "../collections/collection.ts";
import { collectionsOf } from "../collections/collections.ts";
import { FACET_NAMES, type FacetColumns, NO_VALUE } from "../collections/facetColumns.ts";
import { type LiveColumns, isLiveFilter, liveValues } from "./liveColumns.ts";
import type { SearchPeople } from "../collections/searchPeople.ts";

interface CountedValue extends FilterValue {
  readonly folded: string;
}

/** Facets, and what is a filter without a facet. */
const COLUMN_NAMES = [...FACET_NAMES, "reviewer", "statusOrState"] as const;
type ColumnName = (typeof COLUMN_NAMES)[number];

const COLUMN_OF: Partial<Record<FilterName, ColumnName>> = {
  lang: "language",
  author: "author",
  label: "label",
  state: "state",
  reviewer: "reviewer",
  ...(Object.fromEntries(ISSUE_FACETS.map((name) => [name, name])) as Partial<Record<FilterName, ColumnName>>),
  status: "statusOrState",
};

const ofEachColumn = <Value>(valueOf: (name: ColumnName) => Value): Record<ColumnName, Value> =>
  Object.fromEntries(COLUMN_NAMES.map((name) => [name, valueOf(name)])) as Record<ColumnName, Value>;

/** What a value of a filter is looked up by. */
export interface FilterValuesRequest {
  readonly filter: FilterName;
  /** The typed part of the value; empty: any. */
  readonly text: string;
  readonly limit: number;
  readonly people: SearchPeople;
  /** Names of the sources by id. */
  readonly sourceNames: ReadonlyMap<string, string>;
  readonly live?: LiveColumns;
}

/**
 * Values of a filter in an index with their numbers of documents: those that begin with the text first, then those that contain it, each by
 * number. Of `is`, `after` and `before` the index has no values: the result is empty.
 */
export function filterValues(
  index: OpenedIndex,
  { filter, text, limit, people, sourceNames, live }: FilterValuesRequest,
): FilterValue[] {
  if (isLiveFilter(filter)) return liveValues(live?.[filter], text, limit);
  const counted = filter === "path" ? foldersOf(index) : countedValues(index, people, filter, sourceNames);
  const foldedText = normalizeProse(text.trim());
  const starting = counted.filter(({ folded }) => folded.startsWith(foldedText));
  const containing =
    starting.length >= limit
      ? []
      : counted.filter(({ folded }) => !folded.startsWith(foldedText) && folded.includes(foldedText));
  return [...starting, ...containing].slice(0, limit).map(({ value, count }) => ({ value, count }));
}

function countedValues(
  index: OpenedIndex,
  people: SearchPeople,
  filter: FilterName,
  sourceNames: ReadonlyMap<string, string>,
): readonly CountedValue[] {
  const collections = collectionsOf(index, people);
  if (filter === "kind") {
    const kinds = new Map<string, number>((valuesOf("kind") ?? []).map((kind) => [kind, 0]));
    for (const { kind, group } of collections) kinds.set(kind, (kinds.get(kind) ?? 0) + group.documents);
    return ordered([...kinds].filter(([, count]) => count > 0));
  }
  if (filter === "ref") return ordered(refsIn(index.manifest).map(({ name, files }) => [name, files]));
  if (filter === "repo") {
    const named = [...countsOf(collections).repository].map(
      ([id, count]) => [sourceNames.get(id) ?? "", count] as const,
    );
    const byName = Map.groupBy(named, ([name]) => name);
    byName.delete("");
    return ordered([...byName].map(([name, parts]) => [name, parts.reduce((sum, [, count]) => sum + count, 0)]));
  }
  const column = COLUMN_OF[filter];
  return column === undefined ? [] : orderedOf(collections)[column];
}

type Counts = Record<ColumnName, Map<string, number>>;

const countsOf = memoize((collections: readonly Collection[]): Counts => {
  const totals: Counts = ofEachColumn(() => new Map());
  for (const { facets } of collections) {
    for (const [name, column] of Object.entries(facets()) as [ColumnName, FacetColumns[ColumnName]][]) {
      if (!column) continue;
      const numbers = new Uint32Array(column.values.length);
      for (const ids of column.ids) {
        for (const id of ids) if (id !== NO_VALUE) numbers[id] = (numbers[id] ?? 0) + 1;
      }
      for (const [id, value] of column.values.entries()) {
        const count = numbers[id] ?? 0;
        if (count > 0 && value !== "") totals[name].set(value, (totals[name].get(value) ?? 0) + count);
      }
    }
  }
  return totals;
});

const orderedOf = memoize((collections: readonly Collection[]): Record<ColumnName, readonly CountedValue[]> => {
  const counts = countsOf(collections);
  return ofEachColumn((name) => ordered([...counts[name]]));
});

/** All folders of the files, at every depth, with the numbers of files below them. */
const foldersOf = memoize((index: OpenedIndex): readonly CountedValue[] => {
  const counts = new Map<string, number>();
  for (const { files } of index.code) {
    for (let file = 0; file < files.length; file++) {
      const path = files.path(file);
      for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
        const folder = path.slice(0, slash + 1);
        counts.set(folder, (counts.get(folder) ?? 0) + 1);
      }
    }
  }
  return ordered([...counts]);
});

/** Most frequent first, then by value. */
const ordered = (counts: readonly (readonly [string, number])[]): CountedValue[] =>
  counts
    .map(([value, count]) => ({ value, count, folded: normalizeProse(value) }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
