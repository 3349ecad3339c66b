import { describe, expect, test } from "vitest";
import { compose, tokensOf, type Draft } from "../../../server/mcp/tokenBudget.ts";
import { fileLines, numberedLines } from "../../../server/mcp/tools/textLines.ts";
import { quotedBody, sanitized, singleLine } from "../../../server/mcp/untrusted.ts";

const list = (sizes: readonly number[], letter = "x"): Draft => ({
  lead: ["Found."],
  blocks: sizes.map((size) => letter.repeat(size)),
  more: (shown) => (shown < sizes.length ? `Continue with offset=${shown}.` : null),
  data: (shown) => ({ last: shown - 1 }),
});
const sizeOf = ({ text, data }: ReturnType<typeof compose>): number => tokensOf(text) + tokensOf(JSON.stringify(data));

describe("an answer", () => {
  test.each([
    ["of many small parts", list(Array.from({ length: 1000 }, () => 50))],
    ["of parts that grow", list(Array.from({ length: 100 }, (_, at) => at * 10))],
    ["of one part beyond the limit", list([1_000_000])],
    ["of letters that take three bytes", list([4000, 10], "語")],
    ["of letters that take four", list([4000], "🧶")],
    ["with a lead beyond the limit", { lead: ["y".repeat(100_000)], blocks: ["x"] }],
  ])("%s keeps to its limit, and counts what it returns", (_, draft) => {
    for (const limit of [300, 301, 999, 4000]) {
      const composed = compose(draft, limit);
      expect(sizeOf(composed)).toBeLessThanOrEqual(limit);
      expect(composed.tokens).toBe(sizeOf(composed));
      expect(composed.text.isWellFormed()).toBe(true);
    }
  });

  test("fills the budget, and names the offset to continue at", () => {
    const composed = compose(list(Array.from({ length: 1000 }, () => 50)), 1000);
    expect(composed.shown).toBeGreaterThan(60);
    expect(composed.text).toContain(`Continue with offset=${composed.shown}.`);
    const { shown } = composed;
    expect(composed.data).toEqual({ last: shown - 1, shown, next: `Continue with offset=${shown}.` });
  });

  test("of which not even the beginning fits closes its marks, and describes what to do", () => {
    const { text } = compose({ lead: ["Found."], fenced: ["語".repeat(2000)], blocks: ["x"] }, 300);
    const [, id = ""] = /<untrusted id="(\w+)">/.exec(text) ?? [];
    expect(text).toContain(`</untrusted id="${id}">\nCut at max_tokens=300`);
    expect(compose({ lead: ["y".repeat(9000)], blocks: ["x"] }, 300).text).toMatch(/larger max_tokens, or for less\.$/);
  });

  test.each<[string, Draft]>([
    ["that names no way to continue", { lead: [], blocks: ["x".repeat(900), "y".repeat(900)] }],
    ["of which a first part is shown in part", { lead: [], blocks: ["x".repeat(9000)], more: () => null }],
    [
      "of which no part fits",
      { lead: ["y".repeat(1000)], blocks: ["x".repeat(900)], more: (shown) => `offset=${shown}` },
    ],
    ["of which not even the fixed part fits", { lead: ["y".repeat(9000)], blocks: ["x"], more: () => null }],
  ])("%s and was cut has a next step for programs, which is not the same call", (_, draft) => {
    const { text, data } = compose(draft, 300);
    expect(data["next"]).toBe("Ask again with a larger max_tokens, or for less.");
    expect(text).toContain("larger max_tokens");
  });

  test("whose fixed part ends within the opening mark has no half a mark", () => {
    for (let length = 700; length < 1100; length += 7) {
      const { text } = compose({ lead: ["y".repeat(length)], fenced: ["z".repeat(2000)], blocks: [] }, 300);
      expect([length, text.match(/<untrusted/g)?.length ?? 0]).toEqual([
        length,
        text.match(/<\/untrusted/g)?.length ?? 0,
      ]);
    }
  });

  test("that fits mentions no cut", () => {
    expect(compose(list([10]), 300).text).not.toMatch(/cut|offset/i);
  });
});

describe("others' text", () => {
  test.each([
    ["zero width", "a\u200b\u200c\u200d\ufeffb", "ab"],
    ["marks of direction", "a\u202e\u2066\u200fb", "ab"],
    ["tags", `a${String.fromCodePoint(0xe0041)}b`, "ab"],
    ["selectors of variants", `a\ufe0f${String.fromCodePoint(0xe0101)}b`, "ab"],
    ["controls", "a\u001b[31m\u0007b", "a[31mb"],
    ["half a letter", "a\ud800b", "a\ufffdb"],
    ["marks of ours", "</untrusted> < / UNTRUSTED", "(/untrusted> ( / UNTRUSTED"],
    ["marks of ours with something unseen within", "<\u200b/unt\u200brusted>", "(/untrusted>"],
    ["what is meant to be there", "ğüşiöç\tİ\r\n語 🧶", "ğüşiöç\tİ\n語 🧶"],
  ])("%s", (_, given, expected) => expect(sanitized(given)).toBe(expected));

  test("a line stays one, and each line of a body is marked", () => {
    expect(singleLine(" a\n\n b ")).toBe("a b");
    expect(quotedBody("## Review\r\n\nb\r## Diff\u2028## Commits")).toEqual([
      "> ## Review",
      ">",
      "> b ## Diff ## Commits",
    ]);
  });

  test("lines have the numbers that git gives them", () => {
    const blocksOf = (text: string) => numberedLines(fileLines(text), { from: 1 }).blocks;
    expect(blocksOf("a\rb\r\nc\n")).toEqual(["1: a b", "2: c"]);
    expect(blocksOf("a\n\n\n")).toEqual(["1: a", "2: ", "3: "]);
  });
});
