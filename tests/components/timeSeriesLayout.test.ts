import { describe, expect, test } from "vitest";
import {
  heightBelow,
  MARGIN,
  timeSeriesLayout,
  type TimeSeriesInput,
} from "../../src/components/charts/timeSeriesLayout.ts";

const WIDTH = 600;
const bucket = (name: string) => ({ name, label: name, isPartial: false });
const series = (id: string, values: (number | null)[]) => ({ id, name: id, values, n: values.map(() => 1) });
const input = (changes: Partial<TimeSeriesInput> = {}): TimeSeriesInput => ({
  kind: "bar",
  buckets: ["Mo", "Tu", "We"].map(bucket),
  series: [series("a", [4, 0, null]), series("b", [1, 2, 3])],
  form: { full: String, tick: String, isInteger: true },
  guide: null,
  events: [],
  ...changes,
});

describe("the axis of values", () => {
  test("begins at zero, contains a guide above all values, and has whole steps for whole numbers", () => {
    const { steps, yOf, bottom } = timeSeriesLayout(input({ guide: { name: "Target", value: 9 } }), WIDTH);
    expect(yOf(0)).toBe(bottom);
    expect(yOf(9)).toBeGreaterThanOrEqual(MARGIN.top);
    expect(steps.every(Number.isInteger)).toBe(true);
    expect(Math.max(...steps)).toBeGreaterThanOrEqual(8);
  });

  test("contains a value below zero", () => {
    const { yOf, bottom } = timeSeriesLayout(input({ series: [series("a", [-3, 2, 1])] }), WIDTH);
    expect(yOf(-3)).toBeLessThanOrEqual(bottom);
    expect(yOf(0)).toBeLessThan(yOf(-3));
  });

  test("of a stack ends above the sum of its series", () => {
    const { yOf } = timeSeriesLayout(input({ kind: "stacked" }), WIDTH);
    expect(yOf(5)).toBeGreaterThanOrEqual(MARGIN.top);
  });
});

describe("bars", () => {
  test("of one bucket are next to each other, and those of a stack on top of each other", () => {
    const side = timeSeriesLayout(input(), WIDTH);
    const [first, second] = [side.barOf(0, 0, 4), side.barOf(1, 0, 1)];
    expect(second.x).toBeGreaterThanOrEqual(first.x + first.width);
    const stack = timeSeriesLayout(input({ kind: "stacked" }), WIDTH);
    const [below, above] = [stack.barOf(0, 0, 4), stack.barOf(1, 0, 1)];
    expect(above.x).toBe(below.x);
    expect(above.y + above.height).toBeCloseTo(below.y);
  });

  test("a zero has no height, and a value that is small next to the others has a pixel", () => {
    const layout = timeSeriesLayout(input({ series: [series("a", [100_000, 1, 0])] }), WIDTH);
    expect(layout.barOf(0, 1, 1).height).toBe(1);
    expect(layout.barOf(0, 2, 0).height).toBe(0);
  });

  test("a missing value of a stack adds nothing to what is above it", () => {
    expect(heightBelow(input().series, 2, 2)).toBe(3);
  });
});

test("labels of the time axis are left out where they have no space", () => {
  const days = Array.from({ length: 60 }, (_, at) => bucket(`d${at}`));
  const wide = input({
    buckets: days,
    series: [
      series(
        "a",
        days.map(() => 1),
      ),
    ],
  });
  const { labelled } = timeSeriesLayout(wide, 320);
  expect(labelled.length).toBeLessThanOrEqual(5);
  expect(labelled[0]).toBe(0);
});

test("names of lines have space at the end and do not overlap; one series needs none", () => {
  const lines = input({ kind: "line", series: [series("first", [1, 1, 5]), series("second", [2, 2, 5])] });
  const { nameY, right, namesWidth } = timeSeriesLayout(lines, WIDTH);
  expect(namesWidth).toBeGreaterThan(0);
  expect(right).toBe(WIDTH - MARGIN.right - namesWidth);
  expect(Math.abs((nameY[1] ?? 0) - (nameY[0] ?? 0))).toBeGreaterThanOrEqual(13);
  expect(timeSeriesLayout({ ...lines, series: lines.series.slice(0, 1) }, WIDTH).namesWidth).toBe(0);
});

test("events are at their times, and the shapes of two at one time are apart", () => {
  const event = (id: string, share: number) => ({ id, kind: "note" as const, bucket: 1, share, name: id });
  const { eventX, shapeX, middleOf } = timeSeriesLayout(input({ events: [event("m", 0.5), event("n", 0.5)] }), WIDTH);
  expect(eventX).toEqual([middleOf(1), middleOf(1)]);
  expect((shapeX[1] ?? 0) - (shapeX[0] ?? 0)).toBeGreaterThanOrEqual(11);
});
