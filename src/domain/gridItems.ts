import { DASHBOARD_GRID, type GridPlace, isOverlapping } from "../../contract/insights/dashboardRules.ts";

/** A rectangle with an identity. */
export interface GridItem extends GridPlace {
  readonly id: string;
}

export type GridStep = "left" | "right" | "up" | "down";

const byPlace = (a: GridPlace, b: GridPlace): number => a.y - b.y || a.x - b.x;

/** As one reads: row by row. The order of the cards in one column, and of the Tab key. */
export const inReadingOrder = <T extends GridItem>(items: readonly T[]): T[] => items.toSorted(byPlace);

/** The first free row below all items. */
const rowBelow = (items: readonly GridPlace[]): number =>
  items.reduce((lowest, { y, h }) => Math.max(lowest, y + h), 0);

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** The highest free place of an item in its columns that is not above `from`. */
function drop<T extends GridItem>(item: T, placed: readonly T[], from: number): T {
  let y = from;
  for (;;) {
    const hit = placed.find((other) => isOverlapping(other, { ...item, y }));
    if (!hit) return { ...item, y };
    y = hit.y + hit.h;
  }
}

/**
 * Moves each item up as far as nothing is in its way, without a change of its columns. Items keep their order in the list.
 * @param first the item that gets its place before others of the same row
 */
export function compactItems<T extends GridItem>(items: readonly T[], first?: string): T[] {
  const order = items.toSorted((a, b) => a.y - b.y || Number(b.id === first) - Number(a.id === first) || a.x - b.x);
  const placed: T[] = [];
  for (const item of order) {
    const below = drop(item, placed, item.y);
    let { y } = below;
    while (y > 0 && !placed.some((other) => isOverlapping(other, { ...item, y: y - 1 }))) y -= 1;
    placed.push({ ...item, y });
  }
  return items.map((item) => placed.find(({ id }) => id === item.id) ?? item);
}

/** Puts one item at a place; those in its way go below it, and all move up. */
function placeItem<T extends GridItem>(items: readonly T[], placed: T): T[] {
  const order = inReadingOrder(items.filter(({ id }) => id !== placed.id));
  const result: T[] = [placed];
  for (const item of order) result.push(drop(item, result, item.y));
  const all = items.map((item) => result.find(({ id }) => id === item.id) ?? item);
  return compactItems(all, placed.id);
}

/** Moves an item to the nearest place within the grid. */
export function moveItem<T extends GridItem>(
  items: readonly T[],
  id: string,
  to: { readonly x: number; readonly y: number },
): readonly T[] {
  const item = items.find((candidate) => candidate.id === id);
  if (!item) return items;
  const x = clamp(to.x, 0, DASHBOARD_GRID.columns - item.w);
  return placeItem(items, { ...item, x, y: clamp(to.y, 0, DASHBOARD_GRID.rows) });
}

/** Gives an item the nearest size that fits into the grid. */
export function resizeItem<T extends GridItem>(
  items: readonly T[],
  id: string,
  to: { readonly w: number; readonly h: number },
): readonly T[] {
  const item = items.find((candidate) => candidate.id === id);
  if (!item) return items;
  const w = clamp(to.w, 1, DASHBOARD_GRID.columns - item.x);
  return placeItem(items, { ...item, w, h: clamp(to.h, 1, DASHBOARD_GRID.height) });
}

const isSamePlace = (a: GridPlace, b: GridPlace | undefined): boolean => a.x === b?.x && a.y === b.y;

/**
 * Moves an item one step: to the nearest place in that direction where it stays. Down is past what is below it, because all items move up.
 * The list itself where there is no such place.
 */
export function stepItem<T extends GridItem>(items: readonly T[], id: string, step: GridStep): readonly T[] {
  const item = items.find((candidate) => candidate.id === id);
  if (!item) return items;
  const sign = step === "left" || step === "up" ? -1 : 1;
  const bottom = rowBelow(items);
  const maxDistance = step === "left" || step === "right" ? 1 : step === "up" ? item.y : bottom - item.y;
  for (let distance = 1; distance <= maxDistance; distance += 1) {
    const change = sign * distance;
    const to =
      step === "left" || step === "right" ? { x: item.x + change, y: item.y } : { x: item.x, y: item.y + change };
    const moved = moveItem(items, id, to);
    const place = moved.find((candidate) => candidate.id === id);
    if (place && !isSamePlace(item, place)) return moved;
  }
  return items;
}

/** The place of a new item: next to the last one, as one reads, where there is room at its right, as high as nothing is in its way; else below all. */
export function nextFreePlace(items: readonly GridPlace[], { w, h }: Pick<GridPlace, "w" | "h">): GridPlace {
  const below = { x: 0, y: rowBelow(items), w, h };
  const last = items.toSorted(byPlace).at(-1);
  if (last === undefined) return below;
  const next = { x: last.x + last.w, y: last.y, w, h };
  const isFree = (place: GridPlace): boolean => !items.some((item) => isOverlapping(item, place));
  if (next.x + w > DASHBOARD_GRID.columns || !isFree(next)) return below;
  let { y } = next;
  while (y > 0 && isFree({ ...next, y: y - 1 })) y -= 1;
  return { ...next, y };
}
