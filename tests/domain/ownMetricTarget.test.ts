import { expect, test } from "vitest";
import type { OwnMetricDefinition } from "../../contract/insights/ownMetrics.ts";
import { lacksTargetNumber, parseTarget, formatTarget, targetUnit } from "../../src/domain/ownMetricTarget.ts";

const rows = { kind: "rows", of: "issues", at: "opened", filter: "", by: null } as const;
const SHARE: OwnMetricDefinition = { ...rows, value: { kind: "share", part: "is:closed" } };
const COUNT: OwnMetricDefinition = { ...rows, value: { kind: "count" } };
const MEDIAN: OwnMetricDefinition = {
  ...rows,
  value: { kind: "median", of: { kind: "between", from: "opened", to: "closed" } },
};
const RATIO: OwnMetricDefinition = { kind: "formula", text: "[A] / [B]", unit: "number" };

test("a share has its target in percent, in both directions", () => {
  const target = { is: "at_most", value: 0.15 } as const;
  expect(parseTarget(SHARE, { is: "at_most", text: " 15 " })).toEqual(target);
  expect(formatTarget({ name: "", definition: SHARE, target })).toEqual({ is: "at_most", text: "15" });
  expect(parseTarget(MEDIAN, { is: "at_least", text: "2,5" })).toEqual({ is: "at_least", value: 2.5 });
});
test("a count has no target, and a text that is no number none either", () => {
  expect(parseTarget(COUNT, { is: "at_most", text: "15" })).toBeNull();
  expect(lacksTargetNumber(COUNT, { is: "at_most", text: "soon" })).toBe(false);
  expect(parseTarget(RATIO, { is: "at_most", text: "soon" })).toBeNull();
  expect(lacksTargetNumber(RATIO, { is: "at_most", text: "soon" })).toBe(true);
  expect(lacksTargetNumber(RATIO, { is: "none", text: "soon" })).toBe(false);
});
test("the unit follows what is measured", () => {
  expect([SHARE, COUNT, MEDIAN, RATIO, { ...RATIO, unit: "hours" } as const].map(targetUnit)).toEqual([
    "share",
    "other",
    "hours",
    "other",
    "hours",
  ]);
});
