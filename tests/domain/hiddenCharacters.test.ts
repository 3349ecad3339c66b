import { expect, test } from "vitest";
import { visibleProse } from "../../contract/texts/hiddenCharacters.ts";
import { markHidden, visibleText } from "../../src/domain/hiddenCharacters.ts";

/** Hidden characters in brackets. */
const shown = (text: string): string =>
  markHidden(text)
    .map((piece) => (piece.isHidden ? `[${piece.text}]` : piece.text))
    .join("");

test.each([
  ["", ""],
  ["Parse tokens", "Parse tokens"],
  ["safe\u202egpj.exe", "safe[U+202E]gpj.exe"],
  ["\u2066a\u2069", "[U+2066]a[U+2069]"],
  ["zero\u200bwidth\ufeff", "zero[U+200B]width[U+FEFF]"],
  ["soft\u00adhyphen", "soft[U+00AD]hyphen"],
  ["bell\u0007 \u001b[31m", "bell[U+0007] [U+001B][31m"],
  ["a\u200db", "a[U+200D]b"],
  ["tag \u{e0041}", "tag [U+E0041]"],
  // Nothing is marked that a language or an emoji needs.
  ["👨‍👩‍👧", "👨‍👩‍👧"],
  ["می‌خواهم", "می‌خواهم"],
  ["two\nlines\tand a tab", "two\nlines\tand a tab"],
  ["İstanbul, שלום", "İstanbul, שלום"],
])("%j is shown as %j", (text, expected) => {
  expect(shown(text)).toBe(expected);
  expect(visibleText(text)).toBe(expected.replaceAll(/\[(U\+[0-9A-F]+)\]/g, "$1"));
});

test.each([
  ["a\u202egnp.exe\u2069", "aU+202Egnp.exeU+2069"],
  ["bell\u0007", "bellU+0007"],
  // Marks of a direction and spaces without width belong to languages.
  ["\u200fשלום\u200e, soft\u00adhyphen, ไทย\u200bไทย\nnext\tline", null],
])("in a text of several lines %j is shown as %j", (text, expected) => {
  expect(visibleProse(text)).toBe(expected ?? text);
});
