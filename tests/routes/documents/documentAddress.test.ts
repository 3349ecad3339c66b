import { describe, expect, test } from "vitest";
import { lineHash, readLineHash } from "../../../src/domain/address.ts";
import { escapeHtml, splitLines, splitHtml } from "../../../src/domain/codeLines.ts";
import { hrefTo } from "../../../src/routes/paths.ts";
import {
  canonicalHref,
  documentHref,
  foldersAbove,
  readDocument,
  wikiAddresses,
} from "../../../src/routes/documents/documentUrl.ts";

describe("the address of a document", () => {
  test("holds source, path and lines, and gives them back", () => {
    const href = hrefTo.document("atlas", { source: "w 1", path: "a b/c#d", line: 12, lastLine: 20 });
    const url = new URL(href, "https://clew.example");
    expect(readDocument(url.searchParams, new Map())).toEqual({ source: "w 1", path: "a b/c#d", view: null });
    expect(readLineHash(url.hash)).toEqual({ from: 12, to: 20 });
  });

  test("puts the view before the lines", () => {
    expect(documentHref("atlas", { source: "r", path: "a.md", line: 3 }, "source")).toBe(
      "/projects/atlas/documents?source=r&path=a.md&view=source#L3",
    );
  });

  test.each([
    ["a file", "?source=r-1&path=src/a%20b%23.ts", "", "/-/src/a%20b%23.ts"],
    ["its lines", "?source=r-1&path=a.ts", "#L12-L20", "/-/a.ts#L12-L20"],
    [
      "its revision and view",
      "?source=r-1&path=a.md&revision=07aa&view=source",
      "#L3",
      "/-/a.md?rev=07aa&view=source#L3",
    ],
    ["a folder", "?source=r-1&path=/src/", "", "/-/src"],
    ["the root", "?source=r-1", "", ""],
  ])("an old address of a repository's file leads to the code page with %s", (_name, search, hash, rest) => {
    const sources = [
      { kind: "repository", id: "r-1", name: "atlas" } as const,
      { kind: "wiki", id: "w-1", name: "" } as const,
    ];
    expect(canonicalHref("atlas", sources, { search, hash })).toBe(`/projects/atlas/code/r-1${rest}`);
    expect(canonicalHref("atlas", sources, { search: search.replace("r-1", "w-1"), hash })).toBeNull();
    expect(canonicalHref("atlas", sources, { search: search.replace("r-1", "gone"), hash })).toBeNull();
  });

  test("names a wiki that no other has the name of, and an address by id leads there", () => {
    const sources = [
      { kind: "wiki", id: "w-1", name: "Handbook & notes" },
      { kind: "wiki", id: "w-2", name: "Docs" },
      { kind: "wiki", id: "w-3", name: "Docs" },
      { kind: "repository", id: "r-1", name: "Docs" },
    ] as const;
    const wikis = wikiAddresses(sources);
    expect([...wikis]).toEqual([
      ["w-1", "Handbook & notes"],
      ["w-2", "w-2"],
      ["w-3", "w-3"],
    ]);
    const canonical = canonicalHref("atlas", sources, { search: "?source=w-1&path=a%2Fb&view=source", hash: "#L3" });
    expect(canonical).toBe("/projects/atlas/documents?source=Handbook+%26+notes&path=a%2Fb&view=source#L3");
    const { searchParams, search, hash } = new URL(canonical ?? "", "https://clew.example");
    expect(readDocument(searchParams, wikis)).toEqual({ source: "w-1", path: "a/b", view: "source" });
    expect(canonicalHref("atlas", sources, { search, hash })).toBeNull();
    expect(canonicalHref("atlas", sources, { search: "?source=w-2&path=a", hash: "" })).toBeNull();
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

  test("the folders above a path, from the top", () => {
    expect(foldersAbove("a/b/c.ts")).toEqual(["a", "a/b"]);
    expect(foldersAbove("c.ts")).toEqual([]);
  });
});

describe("a search result of the kind document", () => {
  const found = { kind: "document", id: "d-1", title: "LICENSE", source: "s-1", path: "LICENSE" } as const;
  const place = { line: null, hash: null, address: null };

  test("that is prose in a repository leads to the code page, also if only its name matches and its language is unknown", () => {
    expect(hrefTo.searchResult("atlas", { ...found, ...place, url: null })).toBe("/projects/atlas/code/s-1/-/LICENSE");
  });

  test("that is a page of a wiki leads to the explorer", () => {
    const url = "https://wiki.example/x/1";
    expect(hrefTo.searchResult("atlas", { ...found, ...place, url })).toBe(
      "/projects/atlas/documents?source=s-1&path=LICENSE",
    );
  });
});

describe("lines of code", () => {
  test("the last newline begins no line", () => {
    expect(splitLines("a\r\nb\n")).toEqual(["a", "b"]);
    expect(splitLines("")).toEqual([""]);
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
