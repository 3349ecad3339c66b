import { expect, test } from "vitest";
import { labelPositions } from "../../src/components/charts/chartLabels.ts";

test.each([
  ["apart, each stays", [10, 40, 90], [10, 40, 90]],
  ["at one place, they are next to each other", [40, 40, 45], [40, 50, 60]],
  ["at the end, those before make room", [95, 100, 100], [80, 90, 100]],
  ["the order of the names is that of the arguments", [60, 20, 60], [60, 20, 70]],
])("%s", (_, positions, expected) => {
  expect(labelPositions(positions, 100, 10)).toEqual(expected);
});
