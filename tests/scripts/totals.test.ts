import { expect, test } from "vitest";
import { closingLine, countTests } from "../../scripts/closingLineReporter.ts";

const moduleOf = (state: string, ...tests: string[]) => ({
  moduleId: "tests/a.test.ts",
  state: () => state,
  errors: () => [{ message: "the file has no end" }],
  children: {
    allTests: () =>
      tests.map((result, place) => ({
        fullName: `test ${place}`,
        result: () => ({ state: result, errors: result === "failed" ? [{ message: "1 is not 2" }] : undefined }),
      })),
  },
});

test("passed, failed and skipped tests are added up over all modules", () => {
  const modules = [moduleOf("passed", "passed", "passed", "skipped"), moduleOf("failed", "passed", "failed", "failed")];
  expect(countTests(modules, [])).toMatchObject({ passed: 3, failed: 2, skipped: 1 });
});

test("every failure is told with its file, its test and the beginning of its error", () => {
  const { failures } = countTests([moduleOf("failed", "passed", "failed")], [{ message: "nobody waited" }]);
  expect(failures).toEqual(["tests/a.test.ts > test 1\n  1 is not 2", "outside of any test\n  nobody waited"]);
});

test("a worker that died is told with the cause, which names the signal and the file", () => {
  const died = new Error("Worker emitted error.", { cause: new Error("exited with signal SIGKILL over a.test.ts") });
  expect(countTests([], [died]).failures[0]).toContain("exited with signal SIGKILL over a.test.ts");
});

test("a module that could not be loaded is a failure though it has no failed test", () => {
  expect(countTests([moduleOf("failed")], [])).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ["tests/a.test.ts\n  the file has no end"],
  });
});

test("an error outside of any test is a failure", () => {
  expect(countTests([moduleOf("passed", "passed")], [{}, {}])).toMatchObject({ passed: 1, failed: 2, skipped: 0 });
});

test("the closing line has the form that machines read", () => {
  expect(closingLine({ passed: 12, failed: 0 })).toBe("12 passed, 0 failed");
});
