/** What items have in common: the values that filters match and groups are made of. */

interface Values {
  /** What identifies each value in all projects. */
  readonly keys: readonly string[];
  readonly names: readonly string[];
}

/** An attribute of items: each has any number of its values. */
export interface Attribute extends Values {
  /** Calls `visit` with the place of each value of an item. */
  each(item: number, visit: (place: number) => void): void;
  /** Whether an item has a value whose place is marked with 1. */
  some(item: number, marked: Uint8Array): boolean;
}

/** @param column the place of the value, -1 for none. @param place where an item is in the column */
export function singleAttribute(
  values: Values,
  column: Int32Array | Int16Array,
  place: (item: number) => number,
): Attribute {
  return {
    ...values,
    each: (item, visit) => {
      const value = column[place(item)] ?? -1;
      if (value >= 0) visit(value);
    },
    some: (item, marked) => marked[column[place(item)] ?? -1] === 1,
  };
}

/** Values of row i: `items[start[i]]` up to and without `items[start[i + 1]]`; each once. */
export function listed(
  values: Values,
  start: Int32Array,
  items: Int32Array,
  place: (item: number) => number,
): Attribute {
  return {
    ...values,
    each: (item, visit) => {
      const [from, to] = [start[place(item)] ?? 0, start[place(item) + 1] ?? 0];
      for (let at = from; at < to; at += 1) {
        const value = items[at] ?? -1;
        if (value >= 0 && items.indexOf(value, from) === at) visit(value);
      }
    },
    some: (item, marked) => {
      for (let at = start[place(item)] ?? 0; at < (start[place(item) + 1] ?? 0); at += 1)
        if (marked[items[at] ?? -1] === 1) return true;
      return false;
    },
  };
}
