import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { eachHeadWith } from "../../../server/engines/search/patterns/headMatches.ts";
import { compilePattern } from "../../../server/engines/search/patterns/compilePattern.ts";
import { firstMatch } from "../../../server/engines/search/patterns/patternMatches.ts";
import { PhraseText } from "../../../server/engines/search/patterns/phraseText.ts";
import { planQuery } from "../../../server/engines/search/query/plan.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { SectionFile, writeSectionFile } from "../../../server/index/segment/SectionFile.ts";
import { StringColumn, stringSections } from "../../../server/index/segment/stringColumn.ts";
import { TextFilterWriter, TextFilters } from "../../../server/index/segment/textFilters.ts";
import { fuzz } from "../../fuzz/fuzzRuns.ts";

/** Parts of texts that meet in many ways: short and long names, punctuation, white space of all kinds, accents, letters that fold to others. */
const PARTS = [
  "open",
  "Open",
  "file",
  "closeFile",
  "do",
  "to",
  "a",
  "x_1",
  "$ref",
  " ",
  "  ",
  "\n",
  "\u00a0",
  "(",
  ")",
  ".",
  "->",
  ";",
  "é",
  "İ",
  "ı",
  "ﬁ",
  "ſ",
  "\u212a",
  "\u0301",
  "…",
  "—",
  "漢",
  "ж",
];
const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 16 }).map((all) => all.join(""));

const columnOf = (heads: readonly string[]): StringColumn =>
  new StringColumn(new SectionFile(writeSectionFile("heads", stringSections("heads", heads)), "heads"), "heads");

let index: OpenedIndex;
beforeAll(async () => {
  index = await new IndexCache(createFileBlobs("/nowhere")).open(emptyManifest());
});

function filterOf(...texts: readonly [text: string, isCut: boolean][]): TextFilters {
  const writer = new TextFilterWriter();
  for (const [one, isCut] of texts) writer.add(one, isCut);
  return new TextFilters(writer.finish());
}

/** The phrase as the engine works on it; null where the text is none. */
function phraseOf(phrase: string) {
  const [condition] = planQuery(index, `"${phrase}"`).conditions;
  return condition?.kind === "phrase" ? condition : null;
}

describe("the filter of a text", () => {
  test("lets through every phrase that is in the text", () => {
    let matched = 0;
    fc.assert(
      fc.property(text, text, fc.nat(24), fc.integer({ min: 1, max: 16 }), (whole, other, from, length) => {
        const phrase = phraseOf(whole.slice(from, from + length).replaceAll(/["\n]/g, " "));
        for (const one of [whole, other]) {
          if (!phrase?.isIn(new PhraseText(one))) continue;
          matched++;
          const filters = filterOf([one, false], [one, true]);
          expect(filters.canHave(0, phrase.required, false)).toBe(true);
          expect(filters.canHave(1, phrase.required, true)).toBe(true);
        }
      }),
      fuzz(4000),
    );
    expect(matched).toBeGreaterThan(500);
  });

  const unit = fc.tuple(
    fc.constantFrom(
      "open",
      "file",
      "do",
      "to",
      "a",
      " ",
      "\\(",
      "\\.",
      ";",
      "->",
      "\\s",
      "\\w",
      ".",
      "[a-f]",
      "(do|to)",
      "(?:fi)",
      "\\b",
      "é",
      "k",
      "s",
    ),
    fc.constantFrom("", "", "", "", "*", "?", "+", "{0,2}", "{2}", "+?"),
  );
  const branch = fc.array(unit, { minLength: 1, maxLength: 6 }).map((units) => units.flat().join(""));
  const source = fc.oneof(
    branch,
    fc.tuple(branch, branch).map((both) => both.join("|")),
    fc.tuple(branch, branch).map((both) => `(${both.join("|")})`),
  );

  test("lets through every pattern that matches the text", () => {
    let matched = 0;
    fc.assert(
      fc.property(source, text, fc.boolean(), (written, whole, ignoreCase) => {
        const pattern = compilePattern(written, ignoreCase);
        if ("problem" in pattern || !firstMatch(whole, pattern)) return;
        matched++;
        const filters = filterOf([whole, false], [whole, true]);
        expect(filters.canHave(0, pattern.required, false)).toBe(true);
        expect(filters.canHave(1, pattern.required, true)).toBe(true);
      }),
      fuzz(8000),
    );
    expect(matched).toBeGreaterThan(300);
  });

  test.each([
    ["merge branch", ["a branch to merge", "merge the branch", "merges branch", "merge(branch)"]],
    ["do not", ["not to do", "do it, not that", "do(not"]],
    ["retry.timeout", ["retry timeout", "timeout.retry"]],
  ])("holds back texts that have the names of %s elsewhere", (written, others) => {
    const phrase = phraseOf(written);
    if (!phrase) throw new Error("It is a phrase.");
    for (const other of others) expect(filterOf([other, false]).canHave(0, phrase.required, false), other).toBe(false);
  });

  test.each<[string, string, boolean]>([
    [String.raw`TODO\(\w+\)`, "// TODO(ada)", true],
    ["throw new Illegal", "throws; a new illegal", false],
    [String.raw`path\.node`, "path to node.", false],
    ["(open|close) file", "open; file", true],
    ["openx? file", "open the file", true],
    [String.raw`open\(?file`, "openfile", true],
    [String.raw`open\(*file`, "openfile", true],
    [String.raw`open\(+file`, "openfile", false],
    ["(?i)open file", "file", true],
  ])("of a pattern knows what is certain: %s in %s", (written, other, isPossible) => {
    const pattern = compilePattern(written, true);
    if ("problem" in pattern) throw new Error(pattern.problem);
    expect(filterOf([other, false]).canHave(0, pattern.required, false)).toBe(isPossible);
  });

  test("errs for few texts", () => {
    const pattern = compilePattern(String.raw`TODO\(\w+\)`, false);
    if ("problem" in pattern) throw new Error(pattern.problem);
    const texts = Array.from({ length: 200 }, (_, at): [string, boolean] => [
      `todo: call${at}(x${at}) // of step ${at}`,
      false,
    ]);
    const filters = filterOf(...texts);
    const passed = texts.filter((_, at) => filters.canHave(at, pattern.required, false));
    expect(passed.length).toBeLessThan(50);
  });

  test("of a text that the index has only in part, knows its names", () => {
    const pattern = compilePattern("closeFile", false);
    if ("problem" in pattern) throw new Error(pattern.problem);
    const filters = filterOf(["a.closeFile()", true], ["a.openFile()", true]);
    expect([0, 1].map((document) => filters.canHave(document, pattern.required, true))).toEqual([true, false]);
  });

  test("is copied as it is, and differs for other texts", () => {
    const filters = filterOf(["open the file", false], ["", false], ["close the file", false]);
    const writer = new TextFilterWriter();
    writer.copy(filters, 2);
    writer.copy(filters, 1);
    const copied = new TextFilters(writer.finish());
    expect(copied.documents).toBe(2);
    expect([0, 1].map((document) => copied.bytesOf(document).toString("hex"))).toEqual(
      [2, 1].map((document) => filters.bytesOf(document).toString("hex")),
    );
    expect(filters.bytesOf(0)).not.toEqual(filters.bytesOf(2));
  });
});

describe("heads that are searched as they lie", () => {
  test("are those that have the phrase each", () => {
    const letters = fc.array(fc.constantFrom("ab", "a", "b", " ", "é", "à", "Ab"), { maxLength: 5 });
    const head = letters.map((all) => all.join(""));
    fc.assert(
      fc.property(
        fc.array(head, { maxLength: 40 }),
        fc.constantFrom("ab", "a b", "ab ab", "b", "Ab"),
        (heads, written) => {
          const phrase = phraseOf(written);
          if (!phrase?.expression) throw new Error("It is a phrase without accents.");
          const column = columnOf(heads);
          const found: number[] = [];
          eachHeadWith(column, phrase.expression, (document) => found.push(document));
          const expression = new RegExp(phrase.expression.source, phrase.expression.flags.replace("g", ""));
          expect(found).toEqual(heads.flatMap((one, at) => (expression.test(one) ? [at] : [])));
        },
      ),
      fuzz(600),
    );
  });

  test("are none that only seem to have it where their bytes are read as letters", () => {
    const column = columnOf(["ab\u00a0ab", "abà ab", "à", "ab"]);
    const found: number[] = [];
    eachHeadWith(column, /ab\s+ab/gi, (document) => found.push(document));
    expect(found).toEqual([]);
  });

  test("may be more than are decoded at once", () => {
    const heads = Array.from({ length: 5000 }, (_, at) =>
      at % 7 === 0 ? `merge branch ${at}` : `other subject ${at}`,
    );
    const column = columnOf(heads);
    const found: number[] = [];
    eachHeadWith(column, /merge\s+branch/gi, (document) => found.push(document));
    expect(found).toEqual(heads.flatMap((_, at) => (at % 7 === 0 ? [at] : [])));
  });
});
