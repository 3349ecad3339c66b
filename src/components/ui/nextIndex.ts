export interface ListKeys {
  /** The arrows that move; by default all four. */
  axis?: "horizontal" | "vertical" | "both";
  /** The end leads to the beginning, and the other way round. */
  wraps?: boolean;
  /** The items of a row, for a grid: up and down keep the column, and the other keys stay in the row. */
  columns?: number;
}

const STEPS: Readonly<Record<string, { step: number; axis: "horizontal" | "vertical" }>> = {
  ArrowRight: { step: 1, axis: "horizontal" },
  ArrowLeft: { step: -1, axis: "horizontal" },
  ArrowDown: { step: 1, axis: "vertical" },
  ArrowUp: { step: -1, axis: "vertical" },
};

/**
 * The index that an arrow key, Home or End leads to in a list; null for any other key and beyond the ends.
 * @param at the current index; -1 for none, from which the arrows lead to the first and the last
 */
export function nextIndex(
  key: string,
  at: number,
  count: number,
  { axis = "both", wraps = false, columns }: ListKeys = {},
): number | null {
  if (count === 0) return null;
  if (columns !== undefined) return nextCell(key, at, count, columns);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const move = STEPS[key];
  if (!move || (axis !== "both" && move.axis !== axis)) return null;
  if (at < 0) return move.step > 0 ? 0 : wraps ? count - 1 : null;
  const next = at + move.step;
  if (wraps) return (next + count) % count;
  return next >= 0 && next < count ? next : null;
}

function nextCell(key: string, at: number, count: number, columns: number): number | null {
  const move = STEPS[key];
  if (move?.axis === "vertical") {
    const next = at + move.step * columns;
    return next >= 0 && next < count ? next : null;
  }
  const row = Math.floor(at / columns) * columns;
  const next = nextIndex(key, at - row, Math.min(columns, count - row), { axis: "horizontal" });
  return next === null ? null : row + next;
}
