import { describe, expect, test, vi } from "vitest";
import { cutAtHeadings, cutAtSymbols } from "../../../server/index/text/chunks.ts";
import { fileLanguageOf } from "../../../server/index/text/languages.ts";
import { SymbolExtractor } from "../../../server/index/text/symbols.ts";

const extractor = new SymbolExtractor();

async function symbolsOf(path: string, lines: readonly string[]): Promise<string[]> {
  const language = fileLanguageOf(path);
  if (!language) throw new Error(`no language for ${path}`);
  const found = await extractor.find(lines.join("\n"), language);
  return found.map(
    ({ kind, container, name, start, end }) => `${kind} ${container ? `${container}.` : ""}${name} ${start}-${end}`,
  );
}

describe("symbols with their lines", () => {
  test.each<[string, string[], string[]]>([
    [
      "a.py",
      ["class Reader:", "    def read(self):", "        pass", "", "async def main():", "    pass"],
      ["class Reader 1-3", "method Reader.read 2-3", "function main 5-6"],
    ],
    [
      "a.ts",
      [
        "export interface Shape { area(): number }",
        "export class Box {",
        "  area() {",
        "    return 1;",
        "  }",
        "}",
        "export const half = (x: number) => {",
        "  return x / 2;",
        "};",
      ],
      ["interface Shape 1-1", "class Box 2-6", "method Box.area 3-5", "function half 7-9"],
    ],
    [
      "a.js",
      ["function go() {", "}", "exports.run = function () {", "};", "class A { b() {} }"],
      ["function go 1-2", "function run 3-4", "class A 5-5", "method A.b 5-5"],
    ],
    [
      "a.go",
      ["package a", "type Engine struct {", "}", "func (e *Engine) Run() {", "}", "func New() *Engine { return nil }"],
      ["class Engine 2-3", "method Engine.Run 4-5", "function New 6-6"],
    ],
    [
      "a.rs",
      ["struct S;", "impl S {", "    fn go(&self) {", "    }", "}", "trait T {}", "fn main() {}"],
      ["class S 1-1", "method S.go 3-4", "interface T 6-6", "function main 7-7"],
    ],
    [
      "A.java",
      ["class A {", "  A() {}", "  int f() {", "    return 1;", "  }", "}", "enum E { X }"],
      ["class A 1-6", "method A.A 2-2", "method A.f 3-5", "enum E 7-7"],
    ],
    [
      "a.rb",
      ["module M", "  class C", "    def go", "    end", "  end", "end"],
      ["class M 1-6", "class M.C 2-5", "method C.go 3-4"],
    ],
    [
      "a.cs",
      ["class A {", "  void F() {", "  }", "}", "interface I {}"],
      ["class A 1-4", "method A.F 2-3", "interface I 5-5"],
    ],
    [
      "a.php",
      ["<?php", "function go() {", "}", "class A {", "  function f() {}", "}"],
      ["function go 2-3", "class A 4-6", "method A.f 5-5"],
    ],
    [
      "a.cpp",
      ["class A {", "};", "int A::f() {", "  return 1;", "}", "char *g(int x) { return 0; }"],
      ["class A 1-2", "function A.f 3-5", "function g 6-6"],
    ],
    ["a.kt", ["class A {", "    fun go() {", "    }", "}"], ["class A 1-4", "function go 2-4"]],
  ])("%s", async (path, lines, expected) => {
    expect(await symbolsOf(path, lines)).toEqual(expected);
  });

  test("a file with syntax errors still gives what can be read", async () => {
    expect(await symbolsOf("a.py", ["def ok():", "    pass", "def broken(:", "def later():", "    pass"])).toContain(
      "function ok 1-2",
    );
  });

  test("a file that is too large for a parse falls back to looks", async () => {
    const lines = [
      "def first():",
      ...Array.from({ length: 60_000 }, () => "    x = 1  # filler"),
      "def last():",
      "    pass",
    ];
    expect(await symbolsOf("a.py", lines)).toEqual(["function first 1-60001", "function last 60002-60003"]);
  });
});

test.each([
  ["a.go", "func (l List[T]) Add(x T) {}", "method List.Add 1-1"],
  ["a.go", "func (TLS) Name() string { return name }", "method TLS.Name 1-1"],
  ["a.go", "func (m *pkgMap[K, V]) Get() {}", "method pkgMap.Get 1-1"],
  ["a.cpp", "int ns::Pool<int>::size() const { return 1; }", "function Pool.size 1-1"],
])("a method outside its class names its class: %s %s", async (path, line, symbol) => {
  const head = path === "a.go" ? ["package a"] : ["//"];
  expect(await symbolsOf(path, [...head, line])).toEqual([symbol.replace("1-1", "2-2")]);
});

test("a function expression is one symbol, by its own name where it is exported", async () => {
  const lines = [
    "module.exports = function readPath(a) {",
    "  return a;",
    "};",
    "Reader.prototype.close = function closeIt() {",
    "  return 1;",
    "};",
  ];
  expect(await symbolsOf("a.js", lines)).toEqual(["function readPath 1-3", "method Reader.close 4-6"]);
});

describe("chunks", () => {
  test("are functions and the text between them, and leave no line with words out", () => {
    const lines = [
      "import os",
      "LIMIT = 3",
      "def a():",
      "    one",
      "    two",
      "",
      "COLOUR = 1",
      "SIZE = 2",
      "def b():",
      "    pass",
    ];
    const symbols = [
      { name: "a", kind: "function", start: 3, end: 5, container: "" },
      { name: "b", kind: "function", start: 9, end: 10, container: "" },
    ] as const;
    expect(cutAtSymbols(lines, symbols)).toEqual([
      { start: 1, end: 2, symbol: -1 },
      { start: 3, end: 5, symbol: 0 },
      { start: 6, end: 8, symbol: -1 },
      { start: 9, end: 10, symbol: 1 },
    ]);
  });

  test("of a long function are those inside it, and its own lines around them", () => {
    const lines = Array.from({ length: 130 }, (_, at) => `word${at} here`);
    const symbols = [
      { name: "all", kind: "function", start: 2, end: 125, container: "" },
      { name: "inner", kind: "function", start: 10, end: 30, container: "all" },
      { name: "tiny", kind: "function", start: 40, end: 42, container: "all" },
    ] as const;
    expect(cutAtSymbols(lines, symbols)).toEqual([
      { start: 2, end: 9, symbol: 0 },
      { start: 10, end: 30, symbol: 1 },
      { start: 31, end: 125, symbol: 0 },
      { start: 126, end: 130, symbol: -1 },
    ]);
  });

  test("of prose begin at headings", () => {
    const lines = ["# One", "text here", "more text", "## Two", "other text", "Three", "=====", "last words"];
    expect(cutAtHeadings(lines).map(({ start }) => start)).toEqual([1, 4, 6]);
  });

  test("of prose have their heading and the headings around it", () => {
    const lines = [
      "intro text",
      "more of it",
      "# One",
      "text here",
      "## Two ##",
      "other text",
      "### Three",
      "more",
      "## Four",
      "last words",
    ];
    expect(cutAtHeadings(lines).map(({ heading, parents }) => [heading, parents])).toEqual([
      ["", ""],
      ["One", ""],
      ["Two", "One"],
      ["Three", "One Two"],
      ["Four", "One"],
    ]);
  });

  test("of AsciiDoc and reStructuredText have theirs too", () => {
    const lines = ["= Guide", "some text", "== Setup", "other text"];
    expect(cutAtHeadings(lines).map(({ heading, parents }) => [heading, parents])).toEqual([
      ["Guide", ""],
      ["Setup", "Guide"],
    ]);
    const rst = ["Guide", "=====", "some text", "Setup", "~~~~~", "other text", "Usage", "~~~~~", "last words"];
    expect(cutAtHeadings(rst).map(({ start, heading, parents }) => [start, heading, parents])).toEqual([
      [1, "Guide", ""],
      [4, "Setup", "Guide"],
      [7, "Usage", "Guide"],
    ]);
  });

  test.each(["```", "~~~"])("a comment in a block of %s is no heading", (fence) => {
    const lines = ["# One", "text here", "", `${fence}sh`, "# install it", fence, "## Two", "other text"];
    expect(cutAtHeadings(lines).map(({ heading }) => heading)).toEqual(["One", "Two"]);
  });

  test("a page of 200,000 headings costs no more than its length", () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => (at % 2 === 0 ? `## Heading ${at}` : "some words"));
    expect(cutAtHeadings(lines)).toHaveLength(600);
  });
});

describe("the bounds of a parse are counted, not timed", () => {
  // What is found by looks alone has no container.
  const big = Array.from(
    { length: 3000 },
    (_, at) => `export class C${at} {\n  read(a: number) {\n    return [a];\n  }\n}`,
  );

  test("finds the same symbols on a stalled machine", async () => {
    const quiet = await symbolsOf("a.ts", big);
    expect(quiet).toHaveLength(6000);
    expect(quiet).toContain("method C2999.read 14997-14999");
    let now = 0;
    const clocks = [vi.spyOn(performance, "now"), vi.spyOn(Date, "now")];
    for (const clock of clocks) clock.mockImplementation(() => (now += 60_000));
    try {
      expect(await symbolsOf("a.ts", big)).toEqual(quiet);
    } finally {
      for (const clock of clocks) clock.mockRestore();
    }
  });

  // Each would take the parser or its query minutes; what can be seen without a grammar is found instead.
  test.each([
    ["brackets", "(".repeat(100_000)],
    ["signs", "!-".repeat(100_000)],
    ["readings", "a<".repeat(150_000)],
  ])("a text of endless %s falls back to what it looks like", async (_name, text) => {
    expect(await symbolsOf("a.ts", ["function early() {}", text])).toEqual([expect.stringContaining("function early")]);
  });
});
