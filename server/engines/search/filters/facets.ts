import type { SearchAnswer } from "../../../../contract/search/search.ts";
import { FACET_NAMES, type FacetColumns, type FacetName, NO_VALUE } from "../collections/facetColumns.ts";

type Facets = SearchAnswer["facets"];
const MAX_VALUES = 30;

/** Counts one collection's hits by the values of its facets. */
export class FacetTally {
  readonly #columns: FacetColumns;
  readonly #counts: Partial<Record<FacetName, Counts>> = {};

  constructor(columns: FacetColumns) {
    this.#columns = columns;
    for (const name of FACET_NAMES) {
      const column = columns[name];
      if (column) this.#counts[name] = new Counts(column.values.length);
    }
  }

  /** Counts a document in all facets, or in `only` one of them. */
  add(member: number, document: number, only: FacetName | null = null): void {
    for (const name of only === null ? FACET_NAMES : [only]) {
      const column = this.#columns[name];
      const counts = this.#counts[name];
      const ids = column?.ids[member];
      if (!counts || !ids) continue;
      const starts = column?.starts?.[member];
      const from = starts ? (starts[document] ?? 0) : document;
      const to = starts ? (starts[document + 1] ?? 0) : document + 1;
      for (let at = from; at < to; at++) {
        const id = ids[at] ?? NO_VALUE;
        if (id !== NO_VALUE) counts.add(id);
      }
    }
  }

  /** Counts the documents of `list` in all facets: facet by facet, so that each column is read in one go. */
  addAll(member: number, list: Uint32Array): void {
    for (const name of FACET_NAMES) {
      const column = this.#columns[name];
      const counts = this.#counts[name];
      const ids = column?.ids[member];
      if (!counts || !ids) continue;
      const constant = column?.constants?.[member] ?? null;
      if (constant !== null) {
        counts.add(constant, list.length);
        continue;
      }
      const starts = column?.starts?.[member];
      if (!starts) {
        counts.addAll(ids, list);
        continue;
      }
      for (const document of list) {
        const to = starts[document + 1] ?? 0;
        for (let value = starts[document] ?? 0; value < to; value++) {
          const id = ids[value] ?? NO_VALUE;
          if (id !== NO_VALUE) counts.add(id);
        }
      }
    }
  }

  /** How many values of a facet have been counted. */
  distinct(name: FacetName): number {
    return this.#counts[name]?.seen.length ?? 0;
  }

  /** Adds the counts of a facet to `totals`, by value. */
  addTo(name: FacetName, totals: Map<string, number>): void {
    const values = this.#columns[name]?.values ?? [];
    const counts = this.#counts[name];
    for (const id of counts?.seen ?? []) {
      const value = values[id];
      if (value !== undefined) totals.set(value, (totals.get(value) ?? 0) + (counts?.byNumber[id] ?? 0));
    }
  }
}

/** Counts by number, and which numbers have any: of thousands of authors a search has a few. */
class Counts {
  readonly byNumber: Uint32Array;
  readonly seen: number[] = [];

  constructor(numbers: number) {
    this.byNumber = new Uint32Array(numbers);
  }

  add(number: number, times = 1): void {
    const before = this.byNumber[number] ?? 0;
    if (before === 0 && times > 0) this.seen.push(number);
    this.byNumber[number] = before + times;
  }

  /** Counts the numbers that documents have. */
  addAll(ids: Uint32Array, documents: Uint32Array): void {
    const { byNumber, seen } = this;
    for (let at = 0; at < documents.length; at++) {
      const number = ids[documents[at] ?? 0] ?? NO_VALUE;
      if (number === NO_VALUE) continue;
      const before = byNumber[number] ?? 0;
      if (before === 0) seen.push(number);
      byNumber[number] = before + 1;
    }
  }
}

/** How many results have each value, by facet. */
export type FacetCounts = Readonly<Record<keyof Facets, ReadonlyMap<string, number>>>;

const FACETS = ["kind", ...FACET_NAMES] as const;

/** An entry for each facet. */
const byFacet = <T>(valueOf: (name: keyof Facets) => T): Record<keyof Facets, T> => ({
  kind: valueOf("kind"),
  repository: valueOf("repository"),
  language: valueOf("language"),
  folder: valueOf("folder"),
  author: valueOf("author"),
  state: valueOf("state"),
  label: valueOf("label"),
  status: valueOf("status"),
  type: valueOf("type"),
  priority: valueOf("priority"),
  component: valueOf("component"),
  milestone: valueOf("milestone"),
  version: valueOf("version"),
  sprint: valueOf("sprint"),
  resolution: valueOf("resolution"),
  field: valueOf("field"),
});

/** The counts of an answer: the most frequent values of all collections together. */
export function countsOf(tallies: readonly FacetTally[], kinds: ReadonlyMap<string, number>): FacetCounts {
  const totals = byFacet(() => new Map<string, number>());
  for (const tally of tallies) for (const name of FACET_NAMES) tally.addTo(name, totals[name]);
  return byFacet((name) => {
    const counts = name === "kind" ? kinds : totals[name];
    return counts.size <= MAX_VALUES ? counts : new Map(sorted(counts).map(({ value, count }) => [value, count]));
  });
}

/** The facets of an answer. */
export function facetsOf(tallies: readonly FacetTally[], kinds: ReadonlyMap<string, number>): Facets {
  const counts = countsOf(tallies, kinds);
  return byFacet((name) => sorted(counts[name]));
}

/** The sum of the counts of several answers. Values that are not among the most frequent of an answer are not counted of it. */
export class FacetSum {
  readonly counts = byFacet(() => new Map<string, number>());

  /** Adds what `countsOf` says of an answer, without a map for each of its facets where all values count. */
  addTallies(tallies: readonly FacetTally[], kinds: ReadonlyMap<string, number>): void {
    for (const name of FACET_NAMES) {
      const distinctValues = tallies.reduce((sum, tally) => sum + tally.distinct(name), 0);
      if (distinctValues > MAX_VALUES) return this.add(countsOf(tallies, kinds));
    }
    for (const tally of tallies) for (const name of FACET_NAMES) tally.addTo(name, this.counts[name]);
    for (const [kind, count] of kinds) this.counts.kind.set(kind, (this.counts.kind.get(kind) ?? 0) + count);
  }

  add(counts: FacetCounts): void {
    for (const name of FACETS) {
      const totals = this.counts[name];
      for (const [value, count] of counts[name]) totals.set(value, (totals.get(value) ?? 0) + count);
    }
  }
}

/** The facets of several answers as those of one. */
export function sumFacets(all: readonly FacetCounts[]): Facets {
  const sum = new FacetSum();
  for (const counts of all) sum.add(counts);
  return byFacet((name) => sorted(sum.counts[name]));
}

function sorted(counts: ReadonlyMap<string, number>): Facets["kind"] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_VALUES);
}
