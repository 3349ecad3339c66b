import { describe, expect, test } from "vitest";
import { wikiMarkupToMarkdown } from "../../../server/sources/providers/atlassian/wikiMarkup.ts";

const NAMES: ReadonlyMap<string, string> = new Map([
  ["ada", "Ada Lovelace"],
  ["JIRAUSER10100", "Grace Hopper"],
]);
const read = (text: string) => wikiMarkupToMarkdown(text, { nameOf: (user) => NAMES.get(user) ?? null });
const lines = (...all: readonly string[]): string => all.join("\n");

/** Markup of Jira's help page "Text Formatting Notation" and of bodies that teams write, with the Markdown that is stored. */
const BLOCKS: readonly (readonly [name: string, markup: string, markdown: string])[] = [
  ["headings of all levels", "h1. One\nh2. Two *bold*\nh6. Six", "# One\n\n## Two **bold**\n\n###### Six"],
  ["a heading in a sentence is none", "see h1. One", "see h1. One"],
  ["paragraphs, and lines that end with \\r\\n", "one\r\ntwo\r\n\r\nthree", "one\ntwo\n\nthree"],
  ["a rule", "above\n----\nbelow", "above\n\n---\n\nbelow"],
  ["a quoted paragraph", "bq. It *works*\nthen", "> It **works**\n\nthen"],
  ["a list", "* one\n* two *bold*", "- one\n- two **bold**"],
  ["a list of hyphens", "- one\n- two", "- one\n- two"],
  ["nested lists", "* a\n** b\n*** c\n** d\n* e", "- a\n  - b\n    - c\n  - d\n- e"],
  ["numbers with bullets inside", "# a\n#* b\n#* c\n# d", "1. a\n   - b\n   - c\n2. d"],
  ["bullets with numbers inside", "* a\n*# b\n*# c\n* d", "- a\n  1. b\n  2. c\n- d"],
  ["an item of several lines", "* one\nmore of it\n* two", "- one\n  more of it\n- two"],
  [
    "code inside of an item, and the next item",
    "# Run\n{code:bash}\nnpm ci # *not bold*\n{code}\n# Done",
    "1. Run\n\n   ```bash\n   npm ci # *not bold*\n   ```\n2. Done",
  ],
  ["an item that has code alone", "* a\n** \n{noformat}\nx\n{noformat}\n* b", "- a\n  - ```\n    x\n    ```\n- b"],
  [
    "a table with a head, an empty cell and a link",
    "||Name||State||\n|Ada|(/)|\n|[Grace|https://g.example/x]| |",
    "| Name | State |\n| --- | --- |\n| Ada | ✅ |\n| [Grace](<https://g.example/x>) |  |",
  ],
  [
    "cells of several lines, with a list, an image and an escaped sign",
    "||A||B||\n|* x\n* y|!shot.png|thumbnail!|\n|a \\| b|{{c|d}}|",
    "| A | B |\n| --- | --- |\n| - x - y | shot.png |\n| a \\| b | `c\\|d` |",
  ],
  [
    "code with a language and a title",
    "{code:title=A.java|java}\nint a;\n{code}",
    "**A.java**\n\n```java\nint a;\n```",
  ],
  ["code in a line", "run {code}a *b*{code} now", "run\n\n```\na *b*\n```\n\nnow"],
  ["code keeps its indentation", "{code}\n    if (a)\n      b\n{code}", "```\n    if (a)\n      b\n```"],
  ["code that contains a fence", "{noformat}\n```\nx\n```\n{noformat}", "````\n```\nx\n```\n````"],
  ["text that is not formatted", "{noformat}*a* [b|http://c]{noformat}", "```\n*a* [b|http://c]\n```"],
  ["macros inside of code are code", "{code}\n{quote}\nh1. x\n{code}\nafter", "```\n{quote}\nh1. x\n```\n\nafter"],
  ["a quotation of blocks", "{quote}\none\n\n* two\n{quote}\nthree", "> one\n> \n> - two\n\nthree"],
  ["a panel with a title", "{panel:title=Note|bgColor=#fff}\n*x*\n{panel}", "> **Note**\n> \n> **x**"],
  ["a macro that is not closed", "{code} is a macro", "{code} is a macro"],
  ["an escaped macro", "\\{code} and \\{quote}", "{code} and {quote}"],
];

/** Markup inside of a line. */
const PHRASES: readonly (readonly [markup: string, markdown: string])[] = [
  ["*bold* _it_ -gone- +new+ ??cite??", "**bold** *it* ~~gone~~ new *cite*"],
  ["*_both_* and _*both*_", "***both*** and ***both***"],
  ["x^2^ and H~2~O", "x^2^ and H~2~O"],
  ["a ^b^ c ~d~ e", "a b c d e"],
  ["pre{*}bold{*}post and {_}it{_}", "pre**bold**post and *it*"],
  ["{{mono *x* _y_}} end", "`mono *x* _y_` end"],
  ["{{a\\{b\\}}} x", "`a{b}` x"],
  ["{{C:\\dir\\}} and {{a}}", "`C:\\dir\\` and `a`"],
  ["{color:red}*red*{color} and {color:#00ff00}green{color}", "**red** and green"],
  ["{anchor:top}Top", "Top"],
  [
    "[Docs|https://d.example/a_b] [https://d.example]",
    "[Docs](<https://d.example/a_b>) [https://d.example](<https://d.example>)",
  ],
  ["[Docs|https://d.example|a tip]", "[Docs](<https://d.example>)"],
  ["[*Bold* docs|https://d.example]", "[**Bold** docs](<https://d.example>)"],
  [
    "[mail|mailto:a@b.example] [mailto:a@b.example]",
    "[mail](<mailto:a@b.example>) [a@b.example](<mailto:a@b.example>)",
  ],
  ["[^log.txt] [#section] [the log|^log.txt]", "log.txt section the log"],
  ["[evil|javascript:alert(1)] [file|file:///etc/passwd]", "\\[evil|javascript:alert(1)\\] file"],
  ["ask [~ada], [~JIRAUSER10100] or [~stranger]", "ask @Ada Lovelace, @Grace Hopper or @stranger"],
  ["[~accountid:ada]", "@Ada Lovelace"],
  [
    "see https://a.example/x_y_z?q=1, or (http://b.example)",
    "see [https://a.example/x_y_z?q=1](<https://a.example/x_y_z?q=1>), or ([http://b.example](<http://b.example>))",
  ],
  [
    "!shot 1.png! and !https://i.example/a.png|width=300!",
    "shot 1.png and [https://i.example/a.png](<https://i.example/a.png>)",
  ],
  ["ABC-12 and [ABC-12]", "ABC-12 and \\[ABC-12\\]"],
  ["good :) bad :( (y) (n) (i) (!) (x) (*) (flag)", "good 🙂 bad 🙁 👍 👎 ℹ️ ⚠️ ❌ ⭐ 🚩"],
  ["one \\\\two", "one \\\\\\\\two"],
  ["one\\\\ two", "one\n two"],
  ["\\*a\\* \\_b\\_ \\[c\\]", "\\*a\\* \\_b\\_ \\[c\\]"],
  ["a &lt;b&gt; &amp; c&nbsp;d", "a \\<b> & c d"],
  ["<script>alert(1)</script>", "\\<script>alert(1)\\</script>"],
];

/** Text that only looks like markup. */
const LOOKALIKES: readonly string[] = [
  "snake_case_name and __init__",
  "2020-01-02 - 2020-03-04 and a-b-c",
  "5 * 3 * 2 = 30",
  "java -Xmx512m -Xms1g --add-opens",
  "f(x) g(i) main(String[] args)",
  "Wow! That is it!",
  "a ~ b ~ c, C++ and D++, x^2",
  '{id} ${value} {"a": {"b": 1}}',
  "12:30:45 12:D",
  "what??",
];

describe("wiki markup of Jira Data Center as Markdown", () => {
  test.each(BLOCKS)("%s", (_name, markup, markdown) => {
    expect(read(markup)).toBe(markdown);
  });

  test.each(PHRASES)("%j", (markup, markdown) => {
    expect(read(markup)).toBe(markdown);
  });

  test.each(LOOKALIKES)("%j stays as it is", (text) => {
    expect(read(text).replaceAll("\\", "")).toBe(text);
  });

  test("a body of all kinds keeps every word in its order", () => {
    const body = lines(
      "h2. alpha",
      "{panel:title=beta}",
      "gamma *delta* _epsilon_",
      "# zeta",
      "## eta {{theta}}",
      "{panel}",
      "||iota||kappa||",
      "|lambda|mu [nu|https://x.example/xi]|",
      "{quote}omicron -pi-{quote}",
      "{code:java}rho{code} sigma {color:blue}tau{color} [~ada] upsilon",
    );
    const words = read(body).match(/[a-z]{2,}|Ada Lovelace/gi) ?? [];
    expect(words.filter((word) => !/^(https|example|java)$/.test(word)).join(" ")).toBe(
      "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau Ada Lovelace upsilon",
    );
  });

  test("a character that holds the place of a block is none in a text", () => {
    expect(read("\u{e000}0\u{e001} {code}x{code}")).toBe("\u{fffd}0\u{fffd}\n\n```\nx\n```");
  });

  test("a wide head above many short rows costs what the rows have, not their product", () => {
    const text = `${"||a".repeat(2000)}||\n${"|b|\n".repeat(4000)}`;
    expect(read(text).length).toBeLessThan(text.length * 4);
  });
});
