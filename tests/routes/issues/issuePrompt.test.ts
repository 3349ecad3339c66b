import { beforeAll, describe, expect, test } from "vitest";
import type { Translation } from "../../../src/i18n/useTranslation.ts";
import { createI18n } from "../../../src/i18n/i18n.ts";
import { issuePrompt } from "../../../src/routes/issue/issuePrompt.ts";
import { PROMPT_LIMIT } from "../../../src/routes/issue/promptLimit.ts";
import { cutToTokens, estimateTokens } from "../../../src/routes/issue/promptTokens.ts";
import { issue } from "../../fixtures/issues.ts";
import { localization } from "../../fixtures/localization.ts";

let t: Translation<"issuePage">["t"];
let turkish: Translation<"issuePage">["t"];
beforeAll(async () => {
  t = (await createI18n("en", ["issuePage"])).getFixedT("en", "issuePage");
  turkish = (await createI18n("tr", ["issuePage"])).getFixedT("tr", "issuePage");
});

const base = localization();
const file = base.files[0];
if (!file) throw new Error("The fixture has no file.");

const HUGE: readonly [name: string, text: string][] = [
  ["prose", "The quick brown fox jumps over the lazy dog. ".repeat(5000)],
  ["code", "if(a[i]!=b[j]){return{x:1,y:[2,3]};}\n".repeat(5000)],
  ["one word", "x".repeat(300_000)],
  ["line breaks", "\n\n".repeat(50_000)],
  ["digits", "0123456789".repeat(20_000)],
  ["Turkish", "Çağrışım güçlüğü İstanbul’da ışıl ışıl. ".repeat(4000)],
  ["Japanese", "フィルターが変わるとカーソルが失われる。".repeat(5000)],
  ["emoji", "👩‍👩‍👧‍👦".repeat(10_000)],
  ["back-ticks", "`".repeat(40_000)],
];

describe("a copied prompt", () => {
  test.each(HUGE)("never goes beyond its limit: everything made of %s", (_name, text) => {
    const prompt = issuePrompt(
      issue({
        title: text,
        key: text,
        url: `https://tracker.example/${text.slice(0, 5000)}`,
        body: text,
        comment_list: Array.from({ length: 30 }, (_, at) => ({
          id: `c${at}`,
          author: null,
          body: text,
          created_at: "2026-02-27T08:12:00Z",
          url: null,
        })),
      }),
      localization({
        files: Array.from({ length: 40 }, (_, at) => ({
          ...file,
          path: `src/${at}/${text.slice(0, 300)}`,
          reasons: [{ code: "words", points: 1, terms: text.slice(0, 4000).split(" "), commits: [] }],
          snippet: { start_line: 1, lines: text.slice(0, 8000).split("\n"), match_lines: [] },
        })),
      }),
      t,
    );
    expect(estimateTokens(prompt)).toBeLessThanOrEqual(PROMPT_LIMIT);
    expect(prompt).toContain("## Issue");
  });

  test("holds the issue as a quotation, the files with their reasons, functions and code, and where it looked", () => {
    const prompt = issuePrompt(issue(), base, t);
    expect(prompt).toContain("## Issue atlas#2400: Cursor is lost when a filter changes while the next page loads");
    expect(prompt).toContain("> After a filter changes");
    expect(prompt).toContain(
      "1. `src/routes/issues/issuePages.ts`\n   - Is in the stack trace of the report: `src/routes/issues/issuePages.ts:48`",
    );
    expect(prompt).toContain("     - 4f2c91b fix(issues): start over when the filter changes");
    expect(prompt).toContain("   - Functions: `nextPage` (48–54), `readCursor` (41–46)");
    expect(prompt).toContain("   - Ranked lower: it is a test");
    expect(prompt).toContain("Searched: atlas at 9c1e5a7");
    expect(prompt).toContain("```typescript\n/** Reads the place in the list that a cursor names. */");
    expect(prompt).toContain("> **Jonas Weber**: I can see it too.");
    expect(estimateTokens(prompt)).toBeLessThanOrEqual(PROMPT_LIMIT);
  });

  test("keeps space for the files when the text is long, and reports that it was shortened", () => {
    const prompt = issuePrompt(issue({ body: "Lorem ipsum dolor sit amet. ".repeat(3000) }), base, t);
    expect(prompt).toContain("(shortened)");
    expect(prompt).toContain("src/routes/issues/issuePages.ts");
    expect(prompt).toContain("tests/routes/issues/issuePages.test.ts");
  });

  test("names the people who know the places, one a line, with the strongest reasons; their names are text like any", () => {
    const people = [
      { name: "Jonas\n## Weber", reasons: ["Changed these files", "Was active recently"] },
      { name: "Elif Kaya", reasons: [] },
    ];
    const more = { analysis: null, similar: [], commits: [], documents: [], people };
    expect(issuePrompt(issue(), base, t, more)).toContain(
      "## Who knows these places\n\n- Jonas ## Weber: Changed these files; Was active recently\n- Elif Kaya\n",
    );
    expect(issuePrompt(issue(), base, turkish, more)).toContain("## Bu yerleri kimler biliyor");
    expect(issuePrompt(issue(), base, t)).not.toContain("Who knows");
  });

  test("a fence in the code does not end the code", () => {
    const lines = ["````", "# not a heading of the prompt"];
    const files = [{ ...file, language: null, snippet: { start_line: 1, lines, match_lines: [] } }];
    expect(issuePrompt(issue(), localization({ files }), t)).toContain(
      "`````\n````\n# not a heading of the prompt\n`````",
    );
  });

  test("uses the reader's language, and does not mention files where there are none", () => {
    const prompt = issuePrompt(issue(), localization({ files: [], confidence: "low" }), turkish);
    expect(prompt).toContain("## Kayıt atlas#2400");
    expect(prompt).not.toContain("Büyük olasılıkla nerede");
  });
});

describe("the estimate of tokens", () => {
  // Counted with byte-pair vocabularies of the usual size; the estimate must not be below.
  test.each([
    ["The quick brown fox jumps over the lazy dog.", 10],
    ["export async function nextPage(list: ListState, signal: AbortSignal) {", 15],
    ["return { ...list, pages: [...list.pages, page] };", 17],
    ["1234567890", 4],
    ["İstanbul’da ışıl ışıl", 12],
  ])("%s", (text, counted) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted);
    expect(estimateTokens(text)).toBeLessThanOrEqual(counted * 2.5);
  });

  test("a cut is the beginning of the text, within the limit, and never half of a sign", () => {
    const text = "👩‍👩‍👧‍👦 a line\n".repeat(50);
    for (const limit of [0, 1, 7, 50, 51, 52, 53]) {
      const cut = cutToTokens(text, limit);
      expect(text.startsWith(cut)).toBe(true);
      expect(estimateTokens(cut)).toBeLessThanOrEqual(limit);
      expect(cut.isWellFormed()).toBe(true);
    }
  });
});
