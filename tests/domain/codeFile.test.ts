import { describe, expect, test } from "vitest";
import { readNotebook, readTable, renderedAs } from "../../src/domain/codeFile.ts";
import { editorUrl } from "../../src/domain/editorUrl.ts";
import { MAX_MATCHES, findInLines } from "../../src/domain/findInLines.ts";
import { foldRanges, visibleLines } from "../../src/domain/foldRanges.ts";
import { NOTEBOOK } from "../fixtures/code.ts";

describe("how a file is shown", () => {
  test("by the ending of its name", () => {
    expect(["a.md", "A.SVG", "a.tsv", "a.ipynb", "a.ts", "md"].map(renderedAs)).toEqual([
      "markdown",
      "svg",
      "csv",
      "notebook",
      null,
      null,
    ]);
  });

  test("a table has quoted cells, doubled quotes and line ends in cells", () => {
    expect(readTable('a,b\r\n"x,\ny","say ""hi"""\r\n').rows).toEqual([
      ["a", "b"],
      ["x,\ny", 'say "hi"'],
    ]);
    expect(readTable("a;b\n1;2").rows).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect(readTable("").rows).toEqual([]);
    const long = readTable("1\n".repeat(5000));
    expect([long.rows.length, long.isCut]).toEqual([1000, true]);
    const wide = readTable(`${",".repeat(2_000_000)}\n${"x".repeat(1_000_000)},end`);
    expect(wide.rows.map((row) => row.length)).toEqual([100, 2]);
    expect(wide.rows[1]).toEqual([`${"x".repeat(2000)}…`, "end"]);
  });

  test("a notebook has text, code and outputs, and none of its HTML", () => {
    const notebook = readNotebook(NOTEBOOK);
    expect(notebook?.language).toBe("Python");
    expect(notebook?.cells.map(({ kind, text }) => `${kind} ${text.split("\n")[0]}`)).toEqual([
      "markdown # Load",
      "code print(1)",
    ]);
    expect(notebook?.cells[1]?.outputs).toEqual([
      { text: "1\n" },
      { text: "a table" },
      { image: expect.stringMatching(/^data:image\/png;base64,/) },
    ]);
    for (const wrong of ["{", "[]", "null", '{"cells": {}}', '{"cells": [null, 1, {"outputs": [7]}]}'])
      expect(() => readNotebook(wrong)).not.toThrow();
    const hostile = { cells: [{ outputs: [{ data: { "image/png": '"><script>' } }] }] };
    expect(readNotebook(JSON.stringify(hostile))?.cells[0]?.outputs).toEqual([]);
  });
});

describe("what is found in a file", () => {
  test("in any case unless a capital letter is typed", () => {
    const lines = ["Cursor cursor", "", "readCursor"];
    expect(findInLines(lines, "cursor").map(({ line, from }) => [line, from])).toEqual([
      [1, 0],
      [1, 7],
      [3, 4],
    ]);
    expect(findInLines(lines, "Cursor").map(({ line }) => line)).toEqual([1, 3]);
    expect(findInLines(lines, "")).toEqual([]);
    expect(findInLines(["a".repeat(2 * MAX_MATCHES)], "a")).toHaveLength(MAX_MATCHES);
  });
});

describe("what can be folded", () => {
  const lines = ["class A {", "  m() {", "    x;", "", "  }", "}", "y;"];

  test("each line with deeper ones below it, without the empty lines at the end", () => {
    expect(foldRanges(lines)).toEqual([
      { from: 1, to: 5 },
      { from: 2, to: 3 },
    ]);
    expect(foldRanges(["\ta", "    b", "c"])).toEqual([]);
    expect(foldRanges([])).toEqual([]);
  });

  test("a folded range leaves its first line, and one within it stays hidden", () => {
    expect(visibleLines(7, foldRanges(lines), new Set())).toBeNull();
    expect(visibleLines(7, foldRanges(lines), new Set([2]))).toEqual([1, 2, 4, 5, 6, 7]);
    expect(visibleLines(7, foldRanges(lines), new Set([1, 2]))).toEqual([1, 6, 7]);
  });
});

test("the address of a file in an editor", () => {
  const file = { folder: "/home/me/my src/", path: "a b/c#.ts", line: 3 };
  expect(editorUrl("vscode", file)).toBe("vscode://file/home/me/my%20src/a%20b/c%23.ts:3");
  expect(editorUrl("zed", { ...file, line: null })).toBe("zed://file/home/me/my%20src/a%20b/c%23.ts");
  expect(editorUrl("jetbrains", file)).toBe(
    "jetbrains://idea/navigate/reference?project=my%20src&path=a%20b%2Fc%23.ts:3",
  );
  expect(editorUrl("vscode", { ...file, folder: "C:\\src\\x" })).toBe("vscode://file/C:/src/x/a%20b/c%23.ts:3");
  for (const folder of ["", "src", "javascript:alert(1)", "~/src"])
    expect(editorUrl("vscode", { ...file, folder })).toBeNull();
});
