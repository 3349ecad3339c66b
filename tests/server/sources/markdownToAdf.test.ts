import { expect, test } from "vitest";
import { adfToMarkdown } from "../../../server/sources/providers/atlassian/adf.ts";
import { markdownToAdf, markdownToWiki } from "../../../server/sources/providers/atlassian/markdownToAdf.ts";
import { wikiMarkupToMarkdown } from "../../../server/sources/providers/atlassian/wikiMarkup.ts";

test.each([
  "One **strong** word, `code` and *emphasis*.",
  "```ts\nconst a = 1;\n\nconst b = 2;\n```",
  "# Title\n\nText",
  "- one\n- two",
  "1. one\n2. two",
  "> said",
])("%s is the same after Jira Cloud has kept it", (markdown) => {
  expect(adfToMarkdown(markdownToAdf(markdown)).trim()).toBe(markdown);
});

test("has no empty text, which Jira refuses", () => {
  const nodes = JSON.stringify(markdownToAdf("```\n```\n\n\n- \n"));
  expect(nodes).not.toContain('"text":""');
});

test("a script address is no link", () => {
  expect(JSON.stringify(markdownToAdf("[a](javascript:alert(1))"))).not.toContain('"link"');
});

test("is wiki markup for Data Center, in which words of people mean themselves", () => {
  expect(markdownToWiki("# A\n\n- one\n- `two`\n\n```ts\na();\n```")).toBe(
    "h1. A\n\n* one\n* {{two}}\n\n{code:ts}\na();\n{code}",
  );
  expect(markdownToWiki("[~admin] and {color:red} !x.png!")).toBe(String.raw`\[~admin\] and \{color:red\} \!x.png\!`);
  expect(wikiMarkupToMarkdown(markdownToWiki("Say **it** in `code`"), { nameOf: () => null }).trim()).toBe(
    "Say **it** in `code`",
  );
});
