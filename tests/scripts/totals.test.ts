import { describe, expect, test } from "vitest";
import { totalsLine, countTests, type FileTotals, slowestFiles, sumOf } from "../../scripts/totalsReporter.ts";
import { mergeRuns, filesToRetry } from "../../scripts/retryFailed.ts";

const moduleOf = (state: string, ...tests: string[]) => ({
  moduleId: "tests/a.test.ts",
  state: () => state,
  diagnostic: () => ({ duration: 1500 }),
  errors: () => [{ message: "the file has no end" }],
  children: {
    allTests: () =>
      tests.map((result, place) => ({
        fullName: `test ${place}`,
        result: () => ({ state: result, errors: result === "failed" ? [{ message: "1 is not 2" }] : undefined }),
      })),
  },
});

describe("the totals of a run", () => {
  test("passed, failed and skipped tests are added up over all modules", () => {
    const modules = [
      moduleOf("passed", "passed", "passed", "skipped"),
      moduleOf("failed", "passed", "failed", "failed"),
    ];
    expect(sumOf(countTests(modules, []))).toMatchObject({ passed: 3, failed: 2, skipped: 1 });
  });

  test("reports every failure with its file, its test and the beginning of its error", () => {
    const { failures } = sumOf(
      countTests([moduleOf("failed", "passed", "failed")], [{ message: "unhandled rejection" }]),
    );
    expect(failures).toEqual(["tests/a.test.ts > test 1\n  1 is not 2", "outside of any test\n  unhandled rejection"]);
  });

  test("a module that could not be loaded is a failure though it has no failed test", () => {
    expect(countTests([moduleOf("failed")], [])).toEqual([
      {
        file: "tests/a.test.ts",
        durationMs: 1500,
        passed: 0,
        failed: 1,
        skipped: 0,
        failures: ["tests/a.test.ts\n  the file has no end"],
      },
    ]);
  });

  test("an error outside of any test is a failure, and belongs to no file", () => {
    const totals = countTests([moduleOf("passed", "passed", "passed")], [{}, {}]);
    expect(totals).toMatchObject([
      { file: "tests/a.test.ts", failed: 0 },
      { file: "", failed: 2 },
    ]);
  });

  test("reports a worker that died with the cause, and attributes it to the file that it ran", () => {
    const died = new Error("Worker emitted error.", {
      cause: new Error("exited with signal SIGKILL while running test file tests/a.test.ts"),
    });
    const [totals] = countTests([moduleOf("pending", "passed", "pending")], [died]);
    expect(totals).toMatchObject({ file: "tests/a.test.ts", passed: 1, failed: 1, skipped: 1 });
    expect(totals?.failures[0]).toContain("SIGKILL");
  });

  test("the slowest files of all runs come first, at most twenty of them", () => {
    const files = Array.from({ length: 30 }, (_, at) => ({ file: `tests/${at}.test.ts`, durationMs: at * 1000 }));
    const listed = slowestFiles(files);
    expect(listed).toHaveLength(20);
    expect(listed[0]).toBe("   29 s  tests/29.test.ts");
    expect(listed.at(-1)).toBe("   10 s  tests/10.test.ts");
  });

  test("the closing line has the form that machines read", () => {
    expect(totalsLine({ passed: 12, failed: 0 })).toBe("12 passed, 0 failed");
  });
});

describe("a second run", () => {
  const totals = (file: string, passed: number, failed: number): FileTotals => ({
    file,
    durationMs: 0,
    passed,
    failed,
    skipped: 0,
    failures: failed > 0 ? [`${file} failed`] : [],
  });

  test("is asked about the few files that failed", () => {
    expect(filesToRetry([totals("a", 3, 0), totals("b", 2, 1)])).toEqual(["b"]);
  });

  test("is not asked when many failed, or a failure belongs to no file", () => {
    expect(filesToRetry(["a", "b", "c", "d"].map((file) => totals(file, 0, 1)))).toEqual([]);
    expect(filesToRetry([totals("a", 0, 1), totals("", 0, 1)])).toEqual([]);
  });

  test("acquits a file that passes, and reports its earlier failure", () => {
    expect(mergeRuns([totals("a", 3, 0), totals("b", 2, 1)], [totals("b", 3, 0)])).toEqual({
      passed: 6,
      failed: 0,
      skipped: 0,
      failures: [],
      flaky: ["b failed"],
    });
  });

  test("a repeated failure stays a failure, also one without a message", () => {
    const first = [totals("a", 2, 1), totals("b", 2, 1)];
    expect(mergeRuns(first, [totals("a", 1, 2)])).toMatchObject({ passed: 4, failed: 2, flaky: [] });
    expect(mergeRuns(first, [totals("a", 0, 0)])).toMatchObject({ passed: 4, failed: 2, flaky: [] });
  });
});
