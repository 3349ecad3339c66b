import { expect, test } from "vitest";
import { isTruncated, MARKDOWN_LIMIT, MARKDOWN_LINE_LIMIT, truncateMarkdown } from "../../src/domain/markdownLimits.ts";

const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at}`).join("\n");

test("a text up to both limits is whole", () => {
  for (const text of [
    "",
    "a",
    "a".repeat(MARKDOWN_LIMIT),
    lines(MARKDOWN_LINE_LIMIT),
    `${lines(MARKDOWN_LINE_LIMIT)}\n`,
  ]) {
    expect(isTruncated(text)).toBe(false);
    expect(truncateMarkdown(text)).toBe(text.trimEnd());
  }
});

test("a text beyond either limit is truncated there", () => {
  const long = "a".repeat(MARKDOWN_LIMIT + 1);
  expect(isTruncated(long)).toBe(true);
  expect(truncateMarkdown(long)).toHaveLength(MARKDOWN_LIMIT);
  const many = lines(MARKDOWN_LINE_LIMIT + 1);
  expect(isTruncated(many)).toBe(true);
  expect(truncateMarkdown(many)).toBe(lines(MARKDOWN_LINE_LIMIT));
});
