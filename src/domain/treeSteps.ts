/** What keys do in a tree whose visible rows are one list. */

/** What a key reads of a row. */
export interface TreeItem {
  readonly key: string;
  readonly name: string;
  /** From 0. */
  readonly depth: number;
  /** Null: it has no children. */
  readonly isExpanded: boolean | null;
}

export type TreeStep =
  | { readonly kind: "go"; readonly index: number }
  | { readonly kind: "toggle"; readonly keys: readonly string[] }
  | { readonly kind: "open" }
  /** The key belongs to the tree, and there is nothing to do. */
  | { readonly kind: "stay" };

/** Rows of a page. */
const PAGE = 15;

const go = (index: number): TreeStep => ({ kind: "go", index });
const toggle = (...keys: string[]): TreeStep => ({ kind: "toggle", keys });
const STAY: TreeStep = { kind: "stay" };
const OPEN: TreeStep = { kind: "open" };

function expandOrDescend(rows: readonly TreeItem[], active: number, row: TreeItem): TreeStep {
  if (row.isExpanded === false) return toggle(row.key);
  const hasChildOnScreen = (rows[active + 1]?.depth ?? 0) > row.depth;
  return row.isExpanded && hasChildOnScreen ? go(active + 1) : STAY;
}

function collapseOrAscend(rows: readonly TreeItem[], active: number, row: TreeItem): TreeStep {
  if (row.isExpanded) return toggle(row.key);
  if (row.depth === 0) return STAY;
  return go(rows.findLastIndex(({ depth }, index) => index < active && depth < row.depth));
}

/**
 * What a key does on the active row; null for a key that is not of the tree.
 * @param key as `KeyboardEvent.key` names it
 */
export function treeStep(key: string, rows: readonly TreeItem[], active: number): TreeStep | null {
  const row = rows[active];
  if (!row) return null;
  switch (key) {
    case "ArrowDown":
      return go(active + 1);
    case "ArrowUp":
      return go(active - 1);
    case "Home":
      return go(0);
    case "End":
      return go(rows.length - 1);
    case "PageDown":
      return go(active + PAGE);
    case "PageUp":
      return go(active - PAGE);
    case "ArrowRight":
      return expandOrDescend(rows, active, row);
    case "ArrowLeft":
      return collapseOrAscend(rows, active, row);
    case "Enter":
      return OPEN;
    case " ":
      return row.isExpanded === null ? OPEN : toggle(row.key);
    case "*":
      return toggle(
        ...rows
          .filter(({ depth, isExpanded }) => depth === row.depth && isExpanded === false)
          .map((other) => other.key),
      );
    default:
      return null;
  }
}

/**
 * The row that typed letters name, from the active one on and around the end; null for none. A single letter moves on to the next row, a
 * longer prefix may keep the active one.
 */
export function findByPrefix(rows: readonly TreeItem[], active: number, prefix: string): number | null {
  const start = prefix.length === 1 ? active + 1 : active;
  for (let step = 0; step < rows.length; step++) {
    const index = (start + step) % rows.length;
    if (rows[index]?.name.toLocaleLowerCase().startsWith(prefix)) return index;
  }
  return null;
}
