import { expect, test } from "vitest";
import { DASHBOARD_GRID, isOverlapping } from "../../contract/insights/dashboardRules.ts";
import {
  compactItems,
  type GridItem,
  inReadingOrder,
  moveItem,
  nextFreePlace,
  resizeItem,
  stepItem,
} from "../../src/domain/gridItems.ts";

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function randomGrid(next: () => number): readonly GridItem[] {
  const upTo = (most: number): number => Math.floor(next() * (most + 1));
  let items: readonly GridItem[] = [];
  for (let at = 0; at <= upTo(9) + 1; at += 1) {
    const [w, h] = [1 + upTo(11), 1 + upTo(5)];
    const item = { id: `c${at}`, x: upTo(12 - w), y: upTo(12), w, h };
    items = moveItem([...items, { ...item, y: 999 }], item.id, item);
  }
  return items;
}

function expectArranged(items: readonly GridItem[]): void {
  for (const [at, a] of items.entries()) {
    expect(a.x).toBeGreaterThanOrEqual(0);
    expect(a.x + a.w).toBeLessThanOrEqual(DASHBOARD_GRID.columns);
    expect(items.slice(0, at).some((b) => isOverlapping(a, b))).toBe(false);
    // Compact: each is at the top or right below another one.
    expect(a.y === 0 || items.some((b) => b.id !== a.id && isOverlapping(b, { ...a, y: a.y - 1 }))).toBe(true);
  }
}

const sizes = (items: readonly GridItem[]) => items.map(({ id, w, h }) => ({ id, w, h }));

test("after any move no cards overlap, none floats, and no other card changes its size", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = numbers(seed);
    const items = randomGrid(next);
    expectArranged(items);
    const { id } = items[Math.floor(next() * items.length)] as GridItem;
    const to = { x: Math.floor(next() * 30) - 9, y: Math.floor(next() * 30) - 9 };
    const moved = moveItem(items, id, to);
    expectArranged(moved);
    expect(sizes(moved)).toEqual(sizes(items));
    const resized = resizeItem(items, id, { w: Math.floor(next() * 20) - 2, h: Math.floor(next() * 30) - 2 });
    expectArranged(resized);
    expect(sizes(resized.filter((one) => one.id !== id))).toEqual(sizes(items.filter((one) => one.id !== id)));
    for (const step of ["left", "right", "up", "down"] as const) expectArranged(stepItem(items, id, step));
    expect(compactItems(moved)).toEqual(moved);
  }
});

test("a step goes in its direction or nowhere, and down is past what is below", () => {
  const items = [
    { id: "a", x: 0, y: 0, w: 6, h: 2 },
    { id: "b", x: 0, y: 2, w: 6, h: 3 },
    { id: "c", x: 6, y: 0, w: 6, h: 2 },
  ];
  const placeOf = (id: string, moved: readonly GridItem[]) => moved.find((one) => one.id === id);
  expect(placeOf("a", stepItem(items, "a", "down"))).toMatchObject({ x: 0, y: 3 });
  expect(placeOf("b", stepItem(items, "b", "up"))).toMatchObject({ x: 0, y: 0 });
  // There and back.
  expect(stepItem(stepItem(items, "a", "down"), "a", "up")).toEqual(items);
  for (const step of ["left", "up"] as const) expect(stepItem(items, "a", step)).toBe(items);
  for (const step of ["right", "up", "down"] as const) expect(stepItem(items, "c", step)).toEqual(items);
  expect(inReadingOrder(items).map(({ id }) => id)).toEqual(["a", "c", "b"]);
});

test("a new item is next to the last one where it fits, else below all, and never on another or above a free place", () => {
  const size = { w: 6, h: 4 };
  expect(nextFreePlace([], size)).toEqual({ x: 0, y: 0, ...size });
  const first = { id: "a", x: 0, y: 0, ...size };
  const second = { id: "b", x: 6, y: 0, ...size };
  expect(nextFreePlace([first], size)).toEqual({ x: 6, y: 0, ...size });
  expect(nextFreePlace([first, second], size)).toEqual({ x: 0, y: 4, ...size });
  const next = numbers(3);
  for (let round = 0; round < 500; round += 1) {
    const items = randomGrid(next);
    const placed = nextFreePlace(items, { w: 1 + Math.floor(next() * 12), h: 1 + Math.floor(next() * 5) });
    expect(placed.x + placed.w).toBeLessThanOrEqual(DASHBOARD_GRID.columns);
    expect(items.some((item) => isOverlapping(item, placed))).toBe(false);
    if (placed.x > 0) expectArranged([...items, { ...placed, id: "new" }]);
  }
});
