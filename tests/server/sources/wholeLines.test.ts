import { expect, test } from "vitest";
import { plainCodeSpan } from "../../../server/features/checks/plainCodeSpan.ts";
import { wholeLines } from "../../../server/sources/connector/wholeLines.ts";

test("a text that is cut ends with a line, so that no code span is left open", () => {
  const text = Array.from({ length: 40 }, (_, at) => `- ${plainCodeSpan(`@all /close #${at} \``)}: changed`).join("\n");
  expect(wholeLines(text, text.length)).toBe(text);
  for (let length = 0; length < text.length; length += 7) {
    const cut = wholeLines(text, length);
    expect(cut.length).toBeLessThanOrEqual(length);
    expect(text.startsWith(cut)).toBe(true);
    expect(cut === "" || cut.endsWith(": changed"), cut).toBe(true);
  }
  expect(wholeLines("x".repeat(20), 10)).toBe("");
});
