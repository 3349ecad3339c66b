import { describe, expect, test } from "vitest";
import { adfToMarkdown } from "../../../server/sources/providers/atlassian/adf.ts";

type Node = Record<string, unknown>;
const node = (type: string, content: readonly Node[] = [], attrs: Node = {}): Node => ({ type, attrs, content });
const text = (words: string, ...marks: readonly Node[]): Node => ({ type: "text", text: words, marks });
const p = (...content: readonly (Node | string)[]): Node =>
  node(
    "paragraph",
    content.map((part) => (typeof part === "string" ? text(part) : part)),
  );
const read = (...content: readonly Node[]) => adfToMarkdown({ type: "doc", version: 1, content });

describe("parts of a sentence", () => {
  test.each([
    ["a mention with its sign", node("mention", [], { id: "1", text: "@Ada Lovelace" }), "@Ada Lovelace"],
    ["a mention without it", node("mention", [], { id: "1", text: "Ada Lovelace" }), "@Ada Lovelace"],
    ["a mention without a name", node("mention", [], { id: "1" }), "@unknown"],
    ["a status", node("status", [], { text: "IN REVIEW", color: "blue" }), "**IN REVIEW**"],
    ["a date", node("date", [], { timestamp: "1706832000000" }), "2024-02-02"],
    ["an emoji", node("emoji", [], { shortName: ":tada:", text: "🎉" }), "🎉"],
    ["an emoji of the site", node("emoji", [], { shortName: ":our_bird:" }), ":our_bird:"],
    ["a file", node("mediaInline", [], { id: "x", type: "file", alt: "log.txt" }), "log.txt"],
    [
      "a card with a stored title",
      node("inlineCard", [], { data: { "@type": "Document", name: "The plan", url: "https://acme.test/plan" } }),
      "[The plan](<https://acme.test/plan>)",
    ],
    ["an exponent", text("3", { type: "subsup", attrs: { type: "sup" } }), "³"],
    [
      "an issue macro",
      node("inlineExtension", [], { extensionKey: "jira", parameters: { macroParams: { key: { value: "ABC-1" } } } }),
      String.raw`\[jira: ABC-1\]`,
    ],
    [
      "a macro with a text",
      node("inlineExtension", [], { extensionKey: "x", text: "fallback" }),
      String.raw`\[x: fallback\]`,
    ],
    ["an unknown node with a text", node("newThing", [], { text: "kept" }), "kept"],
  ])("%s", (_name, part, markdown) => {
    expect(read(p("see ", part, " now"))).toBe(`see ${markdown} now`);
  });
});

test("a nested task is one level deeper, without a box for its list", () => {
  const task = (words: string, state: string) => node("taskItem", [text(words)], { state });
  expect(
    read(node("taskList", [task("outer", "TODO"), node("taskList", [task("inner", "DONE")]), task("next", "TODO")])),
  ).toBe("- [ ] outer\n  - [x] inner\n- [ ] next");
});

describe("media", () => {
  test("have their caption", () => {
    const media = node("media", [], { type: "file", id: "1", alt: "chart.png" });
    expect(read(node("mediaSingle", [media, node("caption", [text("Load in May")])]))).toBe("chart.png Load in May");
  });

  test("are all shown", () => {
    const file = (alt?: string) => node("media", [], { type: "file", id: "1", ...(alt !== undefined && { alt }) });
    expect(read(node("mediaGroup", [file("a.log"), file(), file("b.log")]))).toBe("a.log 🖼 b.log");
    const outside = node("media", [], { type: "external", url: "https://example.org/a.png" });
    expect(read(node("mediaSingle", [outside]))).toBe("[https://example.org/a.png](<https://example.org/a.png>)");
  });
});

describe("tables", () => {
  const cell = (content: readonly Node[], attrs: Node = {}) => node("tableCell", content, attrs);
  const row = (...cells: readonly Node[]) => node("tableRow", cells);

  test("keep the columns of merged cells", () => {
    const table = node("table", [
      row(cell([p("A")]), cell([p("B")]), cell([p("C")])),
      row(cell([p("a")], { rowspan: 2 }), cell([p("b")], { colspan: 2 })),
      row(cell([p("x")]), cell([p("y")])),
    ]);
    expect(read(table)).toBe("| A | B | C |\n| --- | --- | --- |\n| a | b |  |\n|  | x | y |");
  });

  test("show code line by line", () => {
    const code = node("codeBlock", [text("a | b\nc")], { language: "bash" });
    expect(read(node("table", [row(cell([p("Run")])), row(cell([code]))]))).toBe("| Run |\n| --- |\n| `a \\| b` `c` |");
  });

  test("do not grow with the numbers of their spans", () => {
    const rows = Array.from({ length: 5000 }, () => row(cell([p("x")], { colspan: 1e9, rowspan: 1e9 })));
    expect(read(node("table", rows)).length).toBeLessThan(200_000);
  });
});

describe("blocks", () => {
  test("panels differ by their kinds", () => {
    const kinds = ["info", "note", "success", "warning", "error"];
    const shown = kinds.map((panelType) => read(node("panel", [p("x")], { panelType })));
    expect(new Set(shown).size).toBe(kinds.length);
    expect(read(node("panel", [p("x")], { panelType: "custom", panelIconText: "🦊" }))).toBe("> 🦊 x");
  });

  test("layouts, expands and extensions keep their text", () => {
    const columns = node("layoutSection", [node("layoutColumn", [p("left")]), node("layoutColumn", [p("right")])]);
    expect(read(columns)).toBe("left\n\nright");
    expect(read(node("expand", [p("inside")], { title: "More" }))).toBe("**More**\n\ninside");
    expect(read(node("bodiedExtension", [p("inside")], { extensionKey: "excerpt" }))).toBe("inside");
  });

  test.each([
    [
      "a diagram",
      node("extension", [], {
        extensionKey: "drawio",
        parameters: { macroParams: { diagramName: { value: "Flow" } } },
      }),
      String.raw`\[drawio: Flow\]`,
    ],
    [
      "a list of issues",
      node("blockCard", [], {
        url: "https://acme.atlassian.net/issues/?jql=x",
        datasource: { id: "1", parameters: { jql: "project = ABC" }, views: [] },
      }),
      String.raw`[\[Jira: project = ABC\]](<https://acme.atlassian.net/issues/?jql=x>)`,
    ],
    ["a table of contents", node("extension", [], { extensionKey: "toc" }), ""],
    [
      "a diagram as text",
      node("extension", [], {
        extensionKey: "mermaid",
        parameters: { macroParams: { __bodyContent: { value: "a --> b" } } },
      }),
      "```mermaid\na --> b\n```",
    ],
  ])("%s", (_name, part, markdown) => {
    expect(read(part)).toBe(markdown);
  });

  test("text between blocks is not lost", () => {
    expect(read(node("listItem", [text("loose"), node("bulletList", [node("listItem", [p("x")])])]))).toBe(
      "loose\n\n- x",
    );
  });
});
