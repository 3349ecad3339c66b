import { describe, expect, test } from "vitest";
import { importsOf, nearestTests } from "../../scripts/checkChanged.ts";

describe("the quick check of a change", () => {
  const importers = new Map([
    ["src/components/issues/Row.tsx", ["src/components/issues/Table.tsx", "src/routes/issues/screen.tsx"]],
    ["src/components/issues/Table.tsx", ["stories/issues/Table.stories.tsx", "src/routes/issues/screen.tsx"]],
    ["src/routes/issues/screen.tsx", ["tests/routes/issues.test.tsx"]],
  ]);

  test("runs the tests that import the change, nearest first", () => {
    expect(nearestTests(["src/components/issues/Row.tsx"], importers)).toEqual([
      "stories/issues/Table.stories.tsx",
      "tests/routes/issues.test.tsx",
    ]);
  });

  test("runs a changed test itself, once", () => {
    expect(nearestTests(["tests/routes/issues.test.tsx", "src/routes/issues/screen.tsx"], importers)).toEqual([
      "tests/routes/issues.test.tsx",
    ]);
  });

  test("ends at files that import each other, and finds nothing for a document", () => {
    const circle = new Map([
      ["a.ts", ["b.ts"]],
      ["b.ts", ["a.ts", "tests/b.test.ts"]],
    ]);
    expect(nearestTests(["a.ts"], circle)).toEqual(["tests/b.test.ts"]);
    expect(nearestTests(["README.md"], circle)).toEqual([]);
  });

  test("knows imports of modules, of types and of workers", () => {
    const text = `import { a } from "../a.ts";
      import type { B } from './b.tsx';
      new Worker(new URL("./work/thread.ts", import.meta.url)); import pkg from "vitest";`;
    expect(importsOf("server/jobs/queue.ts", text)).toEqual([
      "server/a.ts",
      "server/jobs/b.tsx",
      "server/jobs/work/thread.ts",
    ]);
  });
});
