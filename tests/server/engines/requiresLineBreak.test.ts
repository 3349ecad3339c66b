import { expect, test } from "vitest";
import { requiresLineBreak } from "../../../server/engines/search/patterns/patternUnits.ts";

test.each([
  [String.raw`a\nb`, true],
  ["a\nb", true],
  [String.raw`a\x0ab`, true],
  [String.raw`(a\nb)c`, true],
  [String.raw`a\n|b\n`, true],
  [String.raw`a\n|b`, false],
  [String.raw`a\n?b`, false],
  [String.raw`a\n*b`, false],
  [String.raw`a\n{0,2}b`, false],
  [String.raw`(a\n)?b`, false],
  [String.raw`(a|\n)b`, false],
  [String.raw`a[^\n]*b`, false],
  [String.raw`a\\nb`, false],
  [String.raw`a\sb`, false],
])("%j requires a line break: %j", (pattern, isRequired) => expect(requiresLineBreak(pattern)).toBe(isRequired));
