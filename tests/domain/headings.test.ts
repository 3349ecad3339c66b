import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../../src/components/ui/renderMarkdown.ts";
import { parseHeadings } from "../../src/domain/headings.ts";

describe("headings of a page", () => {
  const text = "# One `two`\n\nText\n\nSecond\n------\n\n```\n# no heading\n```\n\n### Deep **one**\n## Second\n";

  test("are listed with their lines and depths", () => {
    expect(parseHeadings(text).map(({ text: name, line, depth }) => [name, line, depth])).toEqual([
      ["One two", 1, 0],
      ["Second", 5, 1],
      ["Deep one", 12, 2],
      ["Second", 13, 1],
    ]);
  });

  test("have the ids that the rendered page gives them", () => {
    const words = { base: null, headingLevel: 3, done: "", open: "", image: "", resolve: () => null } as const;
    const ids = [...renderMarkdown(text, words).matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(parseHeadings(text).map(({ id }) => id));
  });

  test("are listed for a page of 200,000 of them", () => {
    expect(parseHeadings("# a\n".repeat(200_000))).toHaveLength(200_000);
  });

  test.each(["# ", ""])("with the prefix %j are cut at 500 characters", (prefix) => {
    const [heading] = parseHeadings(`${prefix}${"a".repeat(2_000)}\n======\n`);
    expect(heading?.text).toHaveLength(500 - prefix.length);
  });
});
