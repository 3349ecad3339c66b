/** `get_issue` over made-up answers: its facts, and pages that stay at their lines. */
import { expect, test } from "vitest";
import { askOver, issueCard } from "./draftedAnswers.ts";
import { insideLines } from "./answerPages.ts";

const judgement = {
  value: null,
  basis: null,
  confidence: null,
  why_not: null,
  labels: [],
  words: [],
  examples: [],
  accuracy: null,
};
const place = { kind: "function", start_line: 7, end_line: 9, score: 1, reasons: [] };
const [first, second] = [
  { path: 'a.ts:1 f, src/x.ts"', functions: [{ ...place, name: 'g", "h' }] },
  { path: "b.ts", functions: [] },
];
const file = { repository: "code", language: null, score: 1, reasons: [], line: null, snippet: null, verdict: null };
const ANSWERS = {
  getIssue: { ...issueCard(1), requests: [], body: "", comment_list: [], timeline: [] },
  analyzeIssue: {
    summary: [],
    type: judgement,
    severity: judgement,
    area: judgement,
    report: null,
    expected_days: null,
    duplicates: [],
    fixed: [],
    stale: null,
  },
  localizeIssue: {
    took_ms: 0,
    confidence: "low",
    files: [first, second].map((one) => ({ ...file, ...one })),
    repositories: [],
  },
};

test("get_issue: each likely place is a line, with names that end at their quotes", async () => {
  const page = await askOver(ANSWERS, "get_issue", { issue: "1" });
  expect(page.data).toMatchObject({ issue: "#1", state: "open" });
  const lines = insideLines(page);
  expect(lines.filter((one) => one.startsWith("likely"))).toEqual([
    String.raw`likely place (not sure), line 7: "a.ts:1 f, src/x.ts\"", "g\", \"h"`,
    'likely place (not sure): "b.ts"',
  ]);
});

test("get_issue: a page after the analysis has changed is refused, and one after a further comment is not", async () => {
  const body = Array.from({ length: 200 }, (_, at) => `Line ${at} of the report`).join("\n");
  const answers = { ...ANSWERS, getIssue: { ...ANSWERS.getIssue, body } };
  const given = { issue: "1", max_tokens: 600 };
  const { next } = await askOver(answers, "get_issue", given);
  const [, from = "", version = ""] = /from_line=(\d+), version=([\w-]+)/.exec(next ?? "") ?? [];
  const on = { ...given, from_line: Number(from), version };
  const first = insideLines(await askOver(answers, "get_issue", on))[0];
  expect(first).toMatch(/^> Line \d+ of the report$/);

  const comment = { id: "c", author: null, created_at: "2026-01-01T00:00:00.000Z", body: "One more", url: null };
  const commented = { ...answers, getIssue: { ...answers.getIssue, comment_list: [comment] } };
  expect(insideLines(await askOver(commented, "get_issue", on))[0]).toBe(first);

  const analyzed = { ...answers, localizeIssue: { ...ANSWERS.localizeIssue, files: [] } };
  await expect(askOver(analyzed, "get_issue", on)).rejects.toThrow("its lines have moved");
});

test("list_issues: one issue is counted as one", async () => {
  const facets = { state: [], label: [], assignee: [], author: [], type: [] };
  const leadOf = async (count: number) => {
    const results = Array.from({ length: count }, (_, at) => ({ ...issueCard(at), analysis: null }));
    return (await askOver({ listIssues: { count, next: null, results, facets } }, "list_issues", {})).text.split(
      "\n",
    )[0];
  };
  expect([await leadOf(0), await leadOf(1), await leadOf(2)]).toEqual([
    "No issue matches.",
    "1 issue matches.",
    "2 issues match.",
  ]);
});
