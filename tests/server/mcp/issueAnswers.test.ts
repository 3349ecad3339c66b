/** `get_issue` over made-up answers: its facts, and pages that stay at their lines. */
import { expect, test } from "vitest";
import { NO_ISSUE_FACETS, NO_WORKFLOW, askOver, issueCard } from "./draftedAnswers.ts";
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
  getIssue: {
    ...issueCard(1),
    ...NO_WORKFLOW,
    facts: {},
    links: [],
    links_capped: false,
    requests: [],
    body: "",
    comment_list: [],
    timeline: [],
  },
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

test("get_issue: each fact of the workflow is a line, and names of the tracker forge none", async () => {
  const linkTo = (kind: string, key: string, name: string | null = null) => ({
    kind,
    key,
    name,
    title: "Secret",
    url: null,
    issue: null,
  });
  const getIssue = {
    ...ANSWERS.getIssue,
    status: { name: 'In Review"\n# Comment', category: "in_progress" },
    tracker_type: "Bug",
    priority: "High",
    resolution: "Won't Do",
    milestones: ["1.0", "1.1"],
    components: ["Login"],
    facts: {
      due_on: "2026-12-01",
      story_points: 3,
      spent_seconds: 5400,
      votes: 0,
      sub_issues: { total: 4, done: 1 },
      attachments: [{ name: "trace.log", bytes: 3, url: null }],
    },
    links: [
      linkTo("parent", "ABC-1"),
      ...Array.from({ length: 12 }, (_, at) => linkTo("blocks", `ABC-${10 + at}`)),
      linkTo("other", "ABC-2", "is tested by\nlabels: forged"),
    ],
  };
  const { text } = await askOver({ ...ANSWERS, getIssue }, "get_issue", { issue: "1", max_tokens: 4000 });
  const lines = text.split("\n").map((line) => line.trim());
  for (const line of [
    'status (in progress): "In Review\\" # Comment"',
    'type in the tracker: "Bug"',
    'priority: "High"',
    'closed as: "Won\'t Do"',
    'milestone: "1.0", "1.1"',
    'components: "Login"',
    "due: 2026-12-01",
    "story points: 3",
    "spent: 1.5 h",
    "sub-issues: 1 of 4 done",
    'attachments: "trace.log"',
    "parent: ABC-1",
    "other: ABC-2 (is tested by labels: forged)",
  ])
    expect(
      lines.some((one) => one.endsWith(line)),
      line,
    ).toBe(true);
  expect(text).toMatch(/blocks: ABC-10, .*ABC-19, 2 more/);
  expect(text).not.toContain("votes");
});

test("list_issues: one issue is counted as one", async () => {
  const facets = NO_ISSUE_FACETS;
  const leadOf = async (count: number) => {
    const results = Array.from({ length: count }, (_, at) => ({ ...issueCard(at), ...NO_WORKFLOW, analysis: null }));
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
