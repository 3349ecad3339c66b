import { expect, test } from "vitest";
import { closingLine, countTests } from "../../scripts/closingLineReporter.ts";

const moduleOf = (state: string, ...tests: string[]) => ({
  state: () => state,
  children: { allTests: () => tests.map((result) => ({ result: () => ({ state: result }) })) },
});

test("passed, failed and skipped tests are added up over all modules", () => {
  const modules = [moduleOf("passed", "passed", "passed", "skipped"), moduleOf("failed", "passed", "failed", "failed")];
  expect(countTests(modules, 0)).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

test("a module that could not be loaded is a failure though it has no failed test", () => {
  expect(countTests([moduleOf("failed")], 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("an error outside of any test is a failure", () => {
  expect(countTests([moduleOf("passed", "passed")], 2)).toEqual({ passed: 1, failed: 2, skipped: 0 });
});

test("the closing line has the form that machines read", () => {
  expect(closingLine({ passed: 12, failed: 0 })).toBe("12 passed, 0 failed");
});
