import { expect, test } from "vitest";
import { withoutComments } from "../../../server/mcp/withoutComments.ts";

const NOTE = "(a comment of HTML is left out)";

test.each([
  ["a comment", "a<!-- x -->b", `a${NOTE}b`],
  ["a comment of several lines", "a<!-- x\n-->b\nc", `a${NOTE}\nb\nc`],
  ["comments of other lines", "a\r\n<!-- x -->\r\n\r\nb <!-- y -->", `a\n${NOTE}\n\nb ${NOTE}`],
  ["a comment without an end that begins a line", "a\n\n<!-- x\ny", `a\n\n${NOTE}`],
  ["a mark within a sentence", "Fails on `<!--`. Steps <!-- x", "Fails on `<!--`. Steps <!-- x"],
  ["a comment in a comment of attributes", `<!-- <b a="--> <!-- x -->">`, `${NOTE} ${NOTE}">`],
  [
    "a block of code in a list, and what follows",
    "- ```\n  <!-- x -->\n  ```\n<!-- y -->",
    `- \`\`\`\n  <!-- x -->\n  \`\`\`\n${NOTE}`,
  ],
  ["a block of code that its list ends", "- ```\n  <!-- x -->\n<!-- y -->", `- \`\`\`\n  <!-- x -->\n${NOTE}`],
  ["a block of code that its quote ends", "> ~~~\n> <!-- x -->\n<!-- y -->", `> ~~~\n> <!-- x -->\n${NOTE}`],
  [
    "code in an element of its own text",
    "<pre>\n```\n\n<!-- x -->\n</pre>\n`<!-- y -->`",
    `<pre>\n\`\`\`\n\n${NOTE}\n</pre>\n\`<!-- y -->\``,
  ],
  [
    "a fence behind a tag that is alone",
    "<x-a>\n```\n<!-- x -->\n\n```\n<!-- y -->",
    `<x-a>\n\`\`\`\n${NOTE}\n\n\`\`\`\n<!-- y -->`,
  ],
  ["a comment in a block of code", "```html\n<!-- x -->\n```\n<!-- y -->", `\`\`\`html\n<!-- x -->\n\`\`\`\n${NOTE}`],
  ["a block of code without an end", "~~~\n<!-- x", "~~~\n<!-- x"],
  ["code within a line", "``a ` <!-- x -->`` <!-- y -->", `\`\`a \` <!-- x -->\`\` ${NOTE}`],
  ["a comment with marks of code in it", "<!-- ` --> ` <!-- x -->", `${NOTE} \` ${NOTE}`],
  ["an empty comment", "<!--> shown", `${NOTE} shown`],
  ["an escaped mark of code before it", "a \\` <!-- x --> `b`", `a \\\` ${NOTE} \`b\``],
  ["marks of code in an attribute", '<b title="`">a</b> <!-- x --> `b`', `<b title="\`">a</b> ${NOTE} \`b\``],
  ["a fence within HTML", "<div>\n```\n<!-- x -->\n```\n</div>", `<div>\n\`\`\`\n${NOTE}\n\`\`\`\n</div>`],
  ["marks of a comment in an attribute", '<div title="<!--">\n\na\n\n</div>', '<div title="<!--">\n\na\n\n</div>'],
  ["a comment of HTML that a blank line interrupts", "<div><!-- x\n\ny\n\n<p>z --> a</p>", `<div>${NOTE}\n a</p>`],
  ["a mark of the byte order", "\uFEFFa <!-- x --> b", `\uFEFFa ${NOTE} b`],
  ["a tab before it", "-\ta <!-- x -->\tb", `-\ta ${NOTE}\tb`],
])("%s", (_, given, expected) => expect(withoutComments(given)).toBe(expected));

// Each within the limit of a test, which the square of the length is not.
test.each([
  "[",
  "*",
  "`",
  "`` ` ",
  "<a ",
  "<a \"'",
  "<aaa",
  "a <!-- ",
  "<div><!-- ",
  "> ",
  "- ",
  "- > ",
  "\\",
  "a --> <!--",
  "```\n",
  "<div>\n\n<!--\n\n",
])("a million characters of %j are read", (part) => {
  const text = part.repeat(1_000_000 / part.length);
  expect(withoutComments(`${text}<!--`).length).toBeGreaterThan(0);
});
