/** Rows of metrics by group and by part of the period, in typed arrays. */
import { OWN_METRIC_LIMITS } from "../../../contract/insights/ownMetricRules.ts";
import type { Attribute } from "./attributes.ts";

/** Rows that have a value, as columns; the first `length` positions are used. */
export interface SelectedRows {
  length: number;
  readonly items: Int32Array;
  /** The part of the period, -1 outside of it. */
  readonly buckets: Int32Array;
  /** In the period and in the one before; NaN where a row has none there. */
  readonly values: Float64Array;
  readonly before: Float64Array;
  readonly by: Attribute | null;
}

/** @param limit rows that can be added */
export const newSelectedRows = (limit: number, by: Attribute | null): SelectedRows => ({
  length: 0,
  items: new Int32Array(limit),
  buckets: new Int32Array(limit),
  values: new Float64Array(limit),
  before: new Float64Array(limit),
  by,
});

/** Adds a row after the others. */
export function addRow(rows: SelectedRows, item: number, bucket: number, value: number, before: number): void {
  const at = rows.length;
  rows.items[at] = item;
  rows.buckets[at] = bucket;
  rows.values[at] = value;
  rows.before[at] = before;
  rows.length = at + 1;
}

/** The values of slots: all rows in slot 0, then each group. Those of a slot are in one piece, bucket after bucket. */
export interface Cells {
  readonly bucket: (slot: number, bucket: number) => Float64Array;
  readonly period: (slot: number) => Float64Array;
  readonly before: (slot: number) => Float64Array;
}

interface Group {
  readonly key: string;
  readonly name: string;
}

export interface GroupedRows {
  /** The largest, which have the slots from 1 on. A project can have a group for each of its items. */
  readonly groups: readonly Group[];
  readonly cells: Cells;
  /** Groups that have no slot. */
  readonly leftOut: number;
}

/** @param buckets how many parts the period has */
export function groupRows(projects: readonly SelectedRows[], buckets: number): GroupedRows {
  const valueGroups = new FoundGroups();
  for (const rows of projects) valueGroups.count(rows);
  const { groups, slotOf, leftOut, members } = valueGroups.largest();
  const total = projects.reduce((sum, { length }) => sum + length, 0);
  const filler = new CellFiller(groups.length + 1, buckets, total + members);
  for (const rows of projects) {
    filler.addAll(rows);
    valueGroups.visit(rows, (row, group) => {
      const slot = slotOf[group] ?? 0;
      if (slot > 0) filler.add(rows, row, slot);
    });
  }
  return { groups, leftOut, cells: filler.cells() };
}

/** The groups of all projects by number: those with one key are one group. */
class FoundGroups {
  readonly #groups: Group[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #current: number[] = [];
  readonly #previous: number[] = [];
  readonly #members: number[] = [];

  count(rows: SelectedRows): void {
    this.visit(rows, (row, group) => {
      this.#members[group] = (this.#members[group] ?? 0) + 1;
      if (!Number.isNaN(rows.values[row])) this.#current[group] = (this.#current[group] ?? 0) + 1;
      if (!Number.isNaN(rows.before[row])) this.#previous[group] = (this.#previous[group] ?? 0) + 1;
    });
  }

  /** Calls `visit` with each group of each row, once; that of the empty key is the group of rows without a value. */
  visit({ length, items, by }: SelectedRows, visit: (row: number, group: number) => void): void {
    if (by === null) return;
    const numbers = Int32Array.from(by.keys, (key, position) =>
      this.#numberOf({ key, name: by.names[position] ?? "" }),
    );
    const none = this.#numberOf({ key: "", name: "" });
    // The last row of each group, so that no row counts twice in one.
    const last = new Int32Array(this.#groups.length).fill(-1);
    let [row, isAlone] = [0, true];
    const visitPosition = (position: number): void => {
      const group = numbers[position] ?? none;
      isAlone = false;
      if (last[group] === row) return;
      last[group] = row;
      visit(row, group);
    };
    for (; row < length; row += 1) {
      isAlone = true;
      by.each(items[row] ?? -1, visitPosition);
      if (isAlone) visit(row, none);
    }
  }

  /** The groups with the most rows, and the slot of each group by its number: 0 of the others. */
  largest() {
    const countOf = (counts: readonly number[], group: number): number => counts[group] ?? 0;
    const ranked = this.#groups
      .map((group, number) => ({
        group,
        number,
        current: countOf(this.#current, number),
        previous: countOf(this.#previous, number),
      }))
      .filter(({ current, previous }) => current + previous > 0)
      .sort((a, b) => b.current - a.current || b.previous - a.previous || a.group.name.localeCompare(b.group.name));
    const chosen = ranked.slice(0, OWN_METRIC_LIMITS.groups);
    const slotOf = new Int32Array(this.#groups.length);
    chosen.forEach(({ number }, at) => (slotOf[number] = at + 1));
    return {
      groups: chosen.map(({ group }) => group),
      slotOf,
      leftOut: ranked.length - chosen.length,
      members: chosen.reduce((sum, { number }) => sum + countOf(this.#members, number), 0),
    };
  }

  #numberOf(group: Group): number {
    let number = this.#numbers.get(group.key);
    if (number === undefined) {
      number = this.#groups.push(group) - 1;
      this.#numbers.set(group.key, number);
    }
    return number;
  }
}

/** Sorts values by cell in two rounds: counts, then positions. Within a cell they keep their order. */
class CellFiller {
  readonly #width: number;
  /** The cell of each value. In a slot, the cell of the period before follows those of the buckets. */
  readonly #cells: Int32Array;
  readonly #values: Float64Array;
  readonly #ends: Int32Array;
  #length = 0;

  constructor(slots: number, buckets: number, members: number) {
    this.#width = buckets + 1;
    // A row of both periods has two values.
    this.#cells = new Int32Array(2 * members);
    this.#values = new Float64Array(2 * members);
    this.#ends = new Int32Array(slots * this.#width + 1);
  }

  addAll(rows: SelectedRows): void {
    for (let row = 0; row < rows.length; row += 1) this.add(rows, row, 0);
  }

  add({ buckets, values, before }: SelectedRows, row: number, slot: number): void {
    const first = slot * this.#width;
    this.#put(first + (buckets[row] ?? 0), values[row] ?? NaN);
    this.#put(first + this.#width - 1, before[row] ?? NaN);
  }

  #put(cell: number, value: number): void {
    if (Number.isNaN(value)) return;
    this.#cells[this.#length] = cell;
    this.#values[this.#length] = value;
    this.#length += 1;
    this.#ends[cell + 1] = (this.#ends[cell + 1] ?? 0) + 1;
  }

  cells(): Cells {
    const ends = this.#ends;
    for (let cell = 1; cell < ends.length; cell += 1) ends[cell] = (ends[cell] ?? 0) + (ends[cell - 1] ?? 0);
    const sorted = new Float64Array(this.#length);
    const next = ends.slice();
    for (let at = 0; at < this.#length; at += 1) {
      const cell = this.#cells[at] ?? 0;
      const position = next[cell] ?? 0;
      sorted[position] = this.#values[at] ?? NaN;
      next[cell] = position + 1;
    }
    const width = this.#width;
    const span = (from: number, to: number): Float64Array => sorted.subarray(ends[from], ends[to]);
    return {
      bucket: (slot, bucket) => span(slot * width + bucket, slot * width + bucket + 1),
      period: (slot) => span(slot * width, slot * width + width - 1),
      before: (slot) => span(slot * width + width - 1, (slot + 1) * width),
    };
  }
}
