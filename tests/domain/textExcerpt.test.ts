import { expect, test } from "vitest";
import { renderMarkdown } from "../../src/components/ui/renderMarkdown.ts";
import { truncateAtWord } from "../../src/domain/textExcerpt.ts";

test.each([
  ["a short text is whole", "The job fails.", 14, "The job fails."],
  ["a long text ends after a word", "The job fails at night.", 17, "The job fails at…"],
  ["a text also ends after a line", "The job fails\nat night.", 15, "The job fails…"],
  ["a space far before the end does not count", `a ${"x".repeat(30)}`, 10, "a xxxxxxxx…"],
  ["a text without spaces is cut between characters", "🧵🧵🧵🧵", 5, "🧵🧵…"],
])("%s", (_, text, length, excerpt) => {
  expect(truncateAtWord(text, length)).toBe(excerpt);
});

test.each(["```", "~~~~"])("what follows a %s in an excerpt stays code up to its end", (fence) => {
  const excerpt = truncateAtWord(`Log:\n\n${fence}\n# one\n# two\n# three four five\n${fence}\n\nMore text`, 34);
  const html = renderMarkdown(excerpt, {
    base: null,
    headingLevel: 3,
    done: "Done",
    open: "Not done",
    image: "Image:",
  });
  expect(html).toContain("# two");
  expect(html).not.toContain("<h");
});
