import { expect, test } from "vitest";
import { resolveRelative } from "../../src/domain/relativePath.ts";

test.each([
  ["docs/a.md", "../src/x.ts#L3", { path: "src/x.ts", hash: "L3" }],
  ["docs/a.md", "/b.md", { path: "b.md", hash: "" }],
  ["docs/a.md", "b%20c.md?raw=1", { path: "docs/b c.md", hash: "" }],
  ["docs/a.md", "../../b.md", null],
  ["docs/a.md", "%E0%A4%A", null],
])("from %s the address %s leads to %j", (from, href, expected) => {
  expect(resolveRelative(from, href)).toEqual(expected);
});
