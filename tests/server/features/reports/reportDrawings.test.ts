/** Maps and clouds of points of a report: what is drawn has the sizes and the order of the numbers. */
import { expect, test } from "vitest";
import { drawingHtml, type ReportDrawing } from "../../../../server/features/reports/reportDrawings.ts";
import { squarify } from "../../../../server/features/reports/squarify.ts";
import { randomFrom } from "../../insights/randomWork.ts";

const random = randomFrom(9);

test.each([1, 2, 3, 7, 20, 60])("%i tiles fill the map by their areas, and none covers another", (count) => {
  const areas = Array.from({ length: count }, () => 1 + Math.floor(random() ** 3 * 4000)).toSorted((a, b) => b - a);
  const boxes = squarify(areas, 560, 260);
  const total = areas.reduce((sum, area) => sum + area, 0);
  expect(boxes).toHaveLength(count);
  for (const [at, { x, y, width, height }] of boxes.entries()) {
    expect(width * height).toBeCloseTo(((areas[at] ?? 0) / total) * 560 * 260, 4);
    expect([x >= -1e-6, y >= -1e-6, x + width <= 560 + 1e-6, y + height <= 260 + 1e-6]).toEqual(Array(4).fill(true));
    for (const other of boxes.slice(0, at)) {
      const common =
        Math.max(0, Math.min(x + width, other.x + other.width) - Math.max(x, other.x)) *
        Math.max(0, Math.min(y + height, other.y + other.height) - Math.max(y, other.y));
      expect(common).toBeLessThan(1e-3);
    }
  }
});

const numbersOf = (html: string, element: string, name: string): number[] =>
  [...html.matchAll(new RegExp(`<${element} [^>]*\\b${name}="([\\d.]+)"`, "g"))].map(([, value]) => Number(value));

test("a map has a tile of each file, the hotter the darker, and nothing of a path is markup", () => {
  const tiles = [
    { path: "src/a.ts", size: 400, heat: 1 },
    { path: `src/<img src=x>"&.ts`, size: 200, heat: 0.2 },
    { path: "src/empty.ts", size: 0, heat: 0 },
  ];
  const html = drawingHtml({ kind: "tiles", tiles }, "Hotspots", "EN");
  expect(html.match(/<rect /g)).toHaveLength(3);
  const tints = numbersOf(html, "rect", "fill-opacity");
  expect(tints).toEqual(tints.toSorted((a, b) => b - a));
  expect(html).not.toContain("<img");
  expect(html).toContain("<title>src/&lt;img src=x&gt;&quot;&amp;.ts</title>");
  expect(html).toMatch(/<text [^>]*>src\/a\.ts<\/text>/);
  expect(drawingHtml({ kind: "tiles", tiles: [] }, "Hotspots", "EN")).toBe("");
});

test("a cloud has a point of each issue by its day and its duration, and its guides by name", () => {
  const day = 86_400_000;
  const points = [
    [0, 2],
    [day, 0],
    [3 * day, 2000],
    [9 * day, 50],
  ] as const;
  const drawing: ReportDrawing = { kind: "points", points, median: 26, p90: 1400 };
  const html = drawingHtml(drawing, "Lead times", "TR");
  const [x, y] = [numbersOf(html, "circle", "cx"), numbersOf(html, "circle", "cy")];
  expect(x).toEqual(x.toSorted((a, b) => a - b));
  expect((x[1] ?? 0) - (x[0] ?? 0)).toBeCloseTo(((x[3] ?? 0) - (x[0] ?? 0)) / 9, 0);
  // The longer an issue took, the higher it is; one that took no time is on the axis.
  const byDuration = points.map(([, hours], at) => ({ hours, y: y[at] ?? NaN })).toSorted((a, b) => a.hours - b.hours);
  expect(byDuration.map((point) => point.y)).toEqual(y.toSorted((a, b) => b - a));
  expect(html.match(/stroke-dasharray/g)).toHaveLength(2);
  for (const words of ["Ortanca", "90. yüzdelik"]) expect(html).toContain(`>${words}</text>`);
  const one = drawingHtml({ kind: "points", points: [[0, 5]], median: null, p90: null }, "Lead times", "EN");
  expect(one).not.toMatch(/NaN|Infinity/);
});
