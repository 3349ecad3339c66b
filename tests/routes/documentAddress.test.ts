import { describe, expect, test } from "vitest";
import { escapeHtml, lineHash, linesOf, readLineHash, splitHtml } from "../../src/domain/codeLines.ts";
import { renderMarkdown } from "../../src/components/ui/renderMarkdown.ts";
import { hrefTo } from "../../src/routes/paths.ts";
import { documentHref, foldersAbove, readDocument, resolveRelative } from "../../src/routes/project/documentUrl.ts";
import { headingsOf } from "../../src/routes/project/headings.ts";

describe("the address of a document", () => {
  test("holds source, path, revision and lines, and gives them back", () => {
    const href = hrefTo.document("atlas", {
      source: "r 1",
      path: "a b/c#d.ts",
      revision: "abc1",
      line: 12,
      lastLine: 20,
    });
    const url = new URL(href, "https://clew.example");
    expect(readDocument(url.searchParams)).toEqual({ source: "r 1", path: "a b/c#d.ts", revision: "abc1", view: null });
    expect(readLineHash(url.hash)).toEqual({ from: 12, to: 20 });
  });

  test("puts the view before the lines", () => {
    expect(documentHref("atlas", { source: "r", path: "a.md", line: 3 }, "source")).toBe(
      "/projects/atlas/documents?source=r&path=a.md&view=source#L3",
    );
  });

  test.each([
    ["#L12", { from: 12, to: 12 }],
    ["#L20-L12", { from: 12, to: 20 }],
    ["L12-20", { from: 12, to: 20 }],
    ["#L0", null],
    ["#Lx", null],
    ["#h-start", null],
    ["", null],
  ])("the hash %j means %j", (hash, range) => {
    expect(readLineHash(hash)).toEqual(range);
    expect(range && readLineHash(lineHash(range))).toEqual(range);
  });

  test.each([
    ["docs/a.md", "../src/x.ts#L3", { path: "src/x.ts", hash: "L3" }],
    ["docs/a.md", "/b.md", { path: "b.md", hash: "" }],
    ["docs/a.md", "b%20c.md?raw=1", { path: "docs/b c.md", hash: "" }],
    ["docs/a.md", "../../b.md", null],
    ["docs/a.md", "%E0%A4%A", null],
  ])("from %s the address %s leads to %j", (from, href, expected) => {
    expect(resolveRelative(from, href)).toEqual(expected);
  });

  test("the folders above a path, from the top", () => {
    expect(foldersAbove("a/b/c.ts")).toEqual(["a", "a/b"]);
    expect(foldersAbove("c.ts")).toEqual([]);
  });
});

describe("lines of code", () => {
  test("the last newline begins no line", () => {
    expect(linesOf("a\r\nb\n")).toEqual(["a", "b"]);
    expect(linesOf("")).toEqual([""]);
  });

  test("a span over several lines is closed and opened at each end", () => {
    expect(splitHtml('<span class="c">/* a\n<span class="d">b</span>\nc */</span> d')).toEqual([
      '<span class="c">/* a</span>',
      '<span class="c"><span class="d">b</span></span>',
      '<span class="c">c */</span> d',
    ]);
  });

  test("nothing of a text becomes a tag", () => {
    expect(escapeHtml('<a href="&">')).toBe("&lt;a href=&quot;&amp;&quot;&gt;");
  });
});

describe("headings of a page", () => {
  const text = "# One `two`\n\nText\n\nSecond\n------\n\n```\n# no heading\n```\n\n### Deep **one**\n## Second\n";

  test("are listed with their lines and depths", () => {
    expect(headingsOf(text).map(({ text: name, line, depth }) => [name, line, depth])).toEqual([
      ["One two", 1, 0],
      ["Second", 5, 1],
      ["Deep one", 12, 2],
      ["Second", 13, 1],
    ]);
  });

  test("have the ids that the rendered page gives them", () => {
    const words = { base: null, headingLevel: 3, done: "", open: "", image: "", resolve: () => null };
    const ids = [...renderMarkdown(text, words).matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(headingsOf(text).map(({ id }) => id));
  });

  test("are listed for a page of 200,000 of them", () => {
    expect(headingsOf("# a\n".repeat(200_000))).toHaveLength(200_000);
  });

  test.each(["# ", ""])("with the prefix %j are cut at 500 characters", (prefix) => {
    const [heading] = headingsOf(`${prefix}${"a".repeat(2_000)}\n======\n`);
    expect(heading?.text).toHaveLength(500 - prefix.length);
  });

  test("hostile links of a page lead nowhere", () => {
    const words = {
      base: null,
      headingLevel: 3,
      done: "",
      open: "",
      image: "",
      resolve: (href: string) => `/in/${href}`,
    };
    const html = renderMarkdown(
      '[a](javascript:alert(1)) [b](x.md"onclick=1) [c](//evil.example) [d](#one)\n\n# One',
      words,
    );
    expect(html).not.toMatch(/javascript:|\sonclick=|href="\/\/|evil\.example/);
    expect(html).toContain('href="#h-one"');
  });
});
