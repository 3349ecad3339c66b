import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PatternToken } from "../../../server/engines/search/patterns/patternTokens.ts";
import { compilePattern } from "../../../server/engines/search/patterns/compilePattern.ts";
import { documentsForPattern } from "../../../server/engines/search/patterns/patternDocuments.ts";
import { hasMatch } from "../../../server/engines/search/patterns/patternMatches.ts";
import { documentsWithNames, namesOfPhrase } from "../../../server/engines/search/patterns/phrases.ts";
import { PhraseText } from "../../../server/engines/search/patterns/phraseText.ts";
import { planQuery } from "../../../server/engines/search/query/plan.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { hasFoldable } from "../../../server/index/text/foldable.ts";
import { normalizeProse } from "../../../server/index/text/normalizeText.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { Segment } from "../../../server/index/segment/segment.ts";
import { MultiSegmentReader } from "../../../server/index/segment/MultiSegmentReader.ts";
import { SegmentWriter } from "../../../server/index/segment/segmentWriter.ts";

/** One document, as the index keeps it. */
function groupOf(...texts: string[]): MultiSegmentReader {
  const writer = new SegmentWriter(1);
  for (const text of texts) {
    writer.addText(0, text);
    writer.endDocument();
  }
  return new MultiSegmentReader([{ segment: new Segment(writer.finish()) }], {
    weights: [1],
    lengthPenalty: [0.5],
    saturation: 1.2,
  });
}

const readable = (names: readonly (readonly PatternToken[])[] | null): unknown =>
  names?.map((pieces) => pieces.map(({ literal, test }) => (test ? [literal, test.source] : literal))) ?? null;

describe("names that a text must have for a pattern", () => {
  test.each<[string, unknown]>([
    [String.raw`close\w*Connection`, [[["connection", String.raw`close\w*connection`]]]],
    ["get(Bean|Config)Factory", [[["factory", "get(?:bean|config)factory"]]]],
    [String.raw`\bretry.{0,20}timeout\b`, [["retry", "timeout"]]],
    ["abcd|efgh", [["abcd"], ["efgh"]]],
    ["abcd|e", null],
    [String.raw`_foo\w+`, [["foo"]]],
    [String.raw`\wfoo\d`, [["foo"]]],
    ["foox?bar", [[["foo", "foox?bar"]]]],
    ["(?i)timeout", null],
    [".*", null],
    [String.raw`foo[^\n]bar`, [["foo", "bar"]]],
    ["foo(a|b c)bar", [["foo", "bar"]]],
    ["(foo)?bar", [["bar"]]],
    // The name of a text that ends in `_` is in the index without it.
    ["abc_x{0,2}", [["abc"]]],
    ["abc_x*", [["abc"]]],
    ["abc_(x|)", [["abc"]]],
    ["(|x)_abc", [["abc"]]],
    ["abc_x+", [[["abc_", "abc_x+"]]]],
  ])("%s", (source, names) => {
    const pattern = compilePattern(source, true);
    expect("problem" in pattern ? pattern : readable(pattern.names)).toEqual(names);
  });

  const pieces = [
    "abc",
    "abc",
    "abc",
    "xyz",
    "xyz",
    "a",
    "_",
    "\\w",
    "\\d",
    "\\s",
    ".",
    "[a-c]",
    "[^a]",
    "\\(",
    "(abc|x)",
    "(ab c)?",
    "(x|)",
    "\\b",
    "é",
  ];
  const unit = fc.tuple(fc.constantFrom(...pieces), fc.constantFrom("", "", "", "*", "?", "+", "{0,2}"));
  const branch = fc
    .array(unit, { minLength: 1, maxLength: 5 })
    .map((units) => units.map((one) => one.join("")).join(""));
  const source = fc.oneof(
    branch,
    fc.tuple(branch, branch).map((both) => both.join("|")),
  );
  const letters = fc.constantFrom("abc", "abc", "Abc", "xyz", "xyz", "x", "_", "$", "7", " ", "\n", "(", "é");
  const text = fc.array(letters, { maxLength: 14 }).map((all) => all.join(""));

  test.each([
    ["abc_é{0,2}", "abc_"],
    ["abc_x?", "abc_"],
    ["abc_(x|)", "abc_"],
    ["(x|)_abc", "_abc"],
    ["x??_abc", "_abc"],
  ])("are those of a text that %s matches without its optional end", (source, text) => {
    const pattern = compilePattern(source, false);
    if ("problem" in pattern) throw new Error(source);
    expect(hasMatch(text, pattern)).toBe(true);
    expect(documentsForPattern(groupOf(text), pattern)?.[0]?.[0]).toBe(1);
  });

  test("are those of every text that it matches", () => {
    let matched = 0;
    fc.assert(
      fc.property(source, text, fc.boolean(), (written, whole, ignoreCase) => {
        const pattern = compilePattern(written, ignoreCase);
        if ("problem" in pattern || !pattern.names || !hasMatch(whole, pattern)) return;
        matched++;
        expect(documentsForPattern(groupOf(whole), pattern)?.[0]?.[0]).toBe(1);
      }),
      { numRuns: 4000 },
    );
    expect(matched).toBeGreaterThan(100);
  });
});

describe("names that a text must have for a phrase", () => {
  test.each<[string, string[]]>([
    ["allow other", ["allow end", "other beginning"]],
    ["allow the other", ["allow end", "the full", "other beginning"]],
    ["open an old file", ["open end", "an full", "old full", "file beginning"]],
    ["onnectio", ["onnectio anywhere"]],
    ["Köprü geçişi", ["kopru end", "gecisi beginning"]],
    ["only use", ["only end", "use beginning"]],
    ["to be", ["to end", "be beginning"]],
    ["->", []],
  ])("%s", (phrase, names) => {
    expect(namesOfPhrase(phrase).map(({ folded, position }) => `${folded} ${position}`)).toEqual(names);
  });

  const letters = fc.constantFrom(
    "open",
    "Open",
    "file",
    "old",
    "i",
    "İ",
    "ı",
    "é",
    "e",
    "_",
    " ",
    "  ",
    "\n",
    ".",
    "s",
    "ﬁ",
    "the",
  );
  const text = fc.array(letters, { maxLength: 14 }).map((all) => all.join(""));

  test("are those of every text that has it", async () => {
    const index = await new IndexCache(createFileBlobs("/nowhere")).open(emptyManifest());
    let matched = 0;
    fc.assert(
      fc.property(text, fc.nat(20), fc.integer({ min: 2, max: 14 }), (whole, from, length) => {
        const phrase = whole
          .slice(from, from + length)
          .replaceAll(/["\n]/g, " ")
          .trim();
        const isIn = planQuery(index, `"${phrase}"`).phrases[0]?.isIn;
        const marks = documentsWithNames(groupOf(whole), namesOfPhrase(phrase));
        if (!isIn?.(new PhraseText(whole)) || !marks) return;
        matched++;
        expect(marks[0]?.[0]).toBe(1);
      }),
      { numRuns: 3000 },
    );
    expect(matched).toBeGreaterThan(200);
  });

  test("folding is tried wherever it can bring plain letters", () => {
    for (const plain of ["—", "“", "©", "✓", "🚀", "漢", "ж"]) expect(hasFoldable(`a ${plain}`)).toBe(false);
    for (const letter of ["é", "İ", "ı", "ﬁ", "e\u0301", "…", "ｆ", "𝐚"]) {
      expect(hasFoldable(`a ${letter}`)).toBe(true);
      expect(normalizeProse(letter)).toMatch(/[ -~]/);
    }
  });
});
