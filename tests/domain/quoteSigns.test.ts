import { expect, test } from "vitest";
import { quoteSigns } from "../../src/domain/quoteSigns.ts";

test.each([
  ["C++", '"C++"'],
  ["C# parser", '"C#" parser'],
  ["x => y lang:go", '"x" "=>" "y" lang:go'],
  ["retry", null],
  ["retry -lang:c", null],
  ['"C++"', null],
  ["/a+/", null],
  ["ö", '"ö"'],
  ["日本", null],
  ["", null],
])("%s becomes %s", (query, quoted) => {
  expect(quoteSigns(query)).toBe(quoted);
});
