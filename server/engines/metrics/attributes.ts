/** What items have in common: the values that filters match and groups are made of. */

interface Values {
  /** What identifies each value in all projects. */
  readonly keys: readonly string[];
  readonly names: readonly string[];
}

/** An attribute of items: each has any number of its values. */
export interface Attribute extends Values {
  /** Calls `visit` with the position of each value of an item. */
  each(item: number, visit: (position: number) => void): void;
  /** Whether an item has a value whose position is marked with 1. */
  some(item: number, marked: Uint8Array): boolean;
}

/** @param column the position of the value, -1 for none. @param position where an item is in the column */
export function singleAttribute(
  values: Values,
  column: Int32Array | Int16Array,
  position: (item: number) => number,
): Attribute {
  return {
    ...values,
    each: (item, visit) => {
      const value = column[position(item)] ?? -1;
      if (value >= 0) visit(value);
    },
    some: (item, marked) => marked[column[position(item)] ?? -1] === 1,
  };
}

/** Values of row i: `items[start[i]]` up to and without `items[start[i + 1]]`; each once. */
export function listed(
  values: Values,
  start: Int32Array,
  items: Int32Array,
  position: (item: number) => number,
): Attribute {
  return {
    ...values,
    each: (item, visit) => {
      const [from, to] = [start[position(item)] ?? 0, start[position(item) + 1] ?? 0];
      for (let at = from; at < to; at += 1) {
        const value = items[at] ?? -1;
        if (value >= 0 && items.indexOf(value, from) === at) visit(value);
      }
    },
    some: (item, marked) => {
      for (let at = start[position(item)] ?? 0; at < (start[position(item) + 1] ?? 0); at += 1)
        if (marked[items[at] ?? -1] === 1) return true;
      return false;
    },
  };
}
