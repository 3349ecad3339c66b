import { describe, expect, test } from "vitest";
import { changedWords } from "../../src/domain/changedWords.ts";
import { markHtml } from "../../src/domain/codeHtml.ts";
import { pairRows, toDiffRows } from "../../src/domain/diffRows.ts";

const cut = (text: string, ranges: readonly { from: number; to: number }[]) =>
  ranges.map(({ from, to }) => text.slice(from, to));

describe("changed words", () => {
  test.each([
    ["const a = 1;", "const a = 2;", ["1"], ["2"]],
    ["return readCursor(answer, 1);", "return readCursor(answer, filter);", ["1"], ["filter"]],
    ["şişe = kırık", "şişe = sağlam", ["kırık"], ["sağlam"]],
    ["a b", "a  b", [" "], ["  "]],
    ["same", "same", [], []],
    // Two lines that have little in common are two lines.
    ["import { x } from 'y';", "export default function () {", [], []],
    ["", "anything", [], []],
  ])("%j to %j", (before, after, old, fresh) => {
    const words = changedWords(before, after);
    expect([cut(before, words.before), cut(after, words.after)]).toEqual([old, fresh]);
  });

  test("lines of many words are not compared", () => {
    const long = "a ".repeat(5000);
    expect(changedWords(`${long}1`, `${long}2`)).toEqual({ before: [], after: [] });
  });
});

describe("rows of a hunk", () => {
  const hunk = (lines: string[]) => ({ old_start: 10, old_lines: 0, new_start: 20, new_lines: 0, heading: "", lines });

  test("have the numbers of both sides", () => {
    const rows = toDiffRows(hunk([" a", "-b", "-c", "+d", " e", "\\ No newline at end of file"]));
    expect(rows.map(({ change, old, new: fresh, text }) => [change, old, fresh, text])).toEqual([
      ["same", 10, 20, "a"],
      ["removed", 11, null, "b"],
      ["removed", 12, null, "c"],
      ["added", null, 21, "d"],
      ["same", 13, 22, "e"],
    ]);
    expect(rows.map(({ isUnterminated }) => isUnterminated)).toEqual([false, false, false, false, true]);
  });

  test("side by side: a removed line next to the one in its place", () => {
    const pairs = pairRows(toDiffRows(hunk([" a", "-b", "+c", "+d", " e", "+f"])));
    expect(pairs.map(({ left, right }) => [left?.text, right?.text])).toEqual([
      ["a", "a"],
      ["b", "c"],
      [undefined, "d"],
      ["e", "e"],
      [undefined, "f"],
    ]);
  });

  test("a carriage return is shown where it is all that differs", () => {
    const texts = (lines: string[]) => toDiffRows(hunk(lines)).map(({ text }) => text);
    expect(texts([" a\r", "-b\r", "+c\r"])).toEqual(["a", "b", "c"]);
    expect(texts(["-b\r", "+b"])).toEqual(["b\r", "b"]);
  });
});

describe("the HTML of a marked line", () => {
  test.each([
    ["a &lt;b&gt; c", [{ from: 2, to: 5 }], "a <mark>&lt;b&gt;</mark> c"],
    ['<span class="x">ab</span>cd', [{ from: 1, to: 3 }], '<span class="x">a<mark>b</mark></span><mark>c</mark>d'],
    ["😀x", [{ from: 2, to: 3 }], "😀<mark>x</mark>"],
    ["a\tb", [], "a\tb"],
    [
      "a\u202eb\u200b",
      [],
      'a<span class="hidden-character">U+202E</span>b<span class="hidden-character">U+200B</span>',
    ],
    ["a\r", [], 'a<span class="hidden-character">U+000D</span>'],
  ])("%j", (html, ranges, expected) => {
    expect(markHtml(html, ranges)).toBe(expected);
  });
});
