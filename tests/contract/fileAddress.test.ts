import { expect, test } from "vitest";
import { fileInAddress } from "../../contract/addresses/fileAddress.ts";

test.each([
  ["", "", {}],
  ["src/a b.ts", "/-/src/a%20b.ts", {}],
  ["docs/100%?#.md", "/-/docs/100%25%3F%23.md", {}],
  ["src/new\nline.ts", "", { path: "src/new\nline.ts" }],
  ["src/\u2028.ts", "", { path: "src/\u2028.ts" }],
])("the address of %j", (path, segments, query) => {
  expect(fileInAddress(path)).toEqual({ segments, query });
});
