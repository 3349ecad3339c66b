/** Lists of results, pages and commits in a report: as HTML for mails and PDF, as text and as CSV. */
import { expect, test } from "vitest";
import type { CardAnswer, CardContent, ListedResult } from "../../../../contract/insights/cardContents.ts";
import type { DashboardCard } from "../../../../contract/insights/dashboardCards.ts";
import { type ReportContent, reportCard } from "../../../../server/features/reports/reportContent.ts";
import { reportCsv } from "../../../../server/features/reports/reportCsv.ts";
import { reportHtml, reportText } from "../../../../server/features/reports/reportDocument.ts";
import { issueRow } from "../../../fixtures/issues.ts";

const HOSTILE = `<img src=x onerror="alert(1)">`;
const HASH = "0123456789abcdef0123456789abcdef01234567";
const AT = "2026-11-01T10:00:00.000Z";
const project = { slug: "tern", name: "Tern" };
const result = (own: Partial<ListedResult>): ListedResult => ({
  kind: "code",
  id: "f-1",
  title: "src/queue.ts",
  source: "r-1",
  path: "src/queue.ts",
  url: null,
  line: 7,
  hash: null,
  address: null,
  author: null,
  updated_at: AT,
  project,
  ...own,
});
const SEARCH = { kind: "list", of: "search", filter: { q: ["queue"] }, rows: 5 };
const LISTS: readonly [card: object, content: CardContent][] = [
  [
    SEARCH,
    {
      kind: "results",
      count: 120,
      capped: true,
      results: [
        result({}),
        result({ kind: "issue", id: "i-1", title: HOSTILE, source: null, path: null, address: "71", line: null }),
        result({ kind: "document", id: "p-1", title: "Queue", path: "Guide/Queue", url: "https://wiki.example/q" }),
        result({ kind: "person", id: "a-1", title: "Ada", source: null, path: null }),
      ],
    },
  ],
  [
    { kind: "list", of: "documents", filter: {}, rows: 5 },
    {
      kind: "documents",
      count: 1,
      capped: false,
      results: [
        {
          name: "Queue",
          path: "Guide/Queue",
          source: "w-1",
          kind: "page",
          size: 10,
          files: null,
          updated_at: AT,
          stale_references: 2,
          project,
        },
      ],
    },
  ],
  [
    { kind: "list", of: "commits", filter: {}, rows: 5 },
    {
      kind: "commits",
      count: null,
      capped: false,
      results: [{ hash: HASH, title: "Send again", author: "Ada", at: AT, project }],
    },
  ],
  [
    { kind: "list", of: "issues", filter: {}, rows: 5 },
    {
      kind: "issues",
      count: 1,
      results: [
        {
          ...issueRow(71, { address: "71", project: "tern", key: "#71", title: "Send again", labels: ["bug"] }),
          project_name: "Tern",
        },
      ],
    },
  ],
];
const report = (of: (typeof project & object) | null): ReportContent => ({
  version: 1,
  name: "Lists",
  page: "Lists",
  path: "/dashboards/d-1",
  madeAt: AT,
  period: "3m",
  granularity: "weekly",
  timeZone: "UTC",
  before: null,
  cards: LISTS.flatMap(([card, content], at) => {
    const answer: CardAnswer = { id: `c${at}`, state: "ready", project: of, content };
    const whole = { ...card, id: `c${at}`, x: 0, y: at, w: 4, h: 1, title: null, project: of?.slug ?? null };
    return reportCard(whole as unknown as DashboardCard, answer) ?? [];
  }),
});
const rendering = (language: "EN" | "TR") => ({
  language,
  charts: false,
  footer: [],
  link: (path: string) => `https://clew.example${path}`,
});

test("each row leads to its page in the app, and nothing of a title is markup", () => {
  const html = reportHtml(report(project), rendering("EN"));
  for (const path of [
    "code/r-1/-/src/queue.ts#L7",
    "issues/71",
    "documents?source=r-1&amp;path=Guide%2FQueue",
    "documents?source=w-1&amp;path=Guide%2FQueue",
    `commits/${HASH}`,
  ])
    expect(html).toContain(`<a href="https://clew.example/projects/tern/${path}"`);
  expect(html).toContain("/projects/tern/people/");
  expect(html).not.toContain("<img");
  // A search is named by its words, and what is counted in part has a plus.
  for (const words of [">queue</h2>", ">Documents</h2>", ">Commits</h2>", "And 116+ more.", "2 outdated names"])
    expect(html).toContain(words);
});

test("a list over several projects names the project of each row", () => {
  const text = reportText(report(null), rendering("EN"));
  expect(text).toContain("queue: 120+");
  const html = reportHtml(report(null), rendering("EN"));
  expect(html).toContain("0123456, Ada, Tern");
  expect(text).toContain("- Tern: Queue");
  expect(html).toContain('#71 Send again</a> <span style="color:#5F5F6B">Tern, bug</span>');
  expect(text).toContain("- #71 Send again (Tern, bug)");
  expect(html).toMatch(/src\/queue\.ts<\/a> <span[^>]*>Tern</);
});

test("the words are in the language of the receiver, and the CSV has the rows", () => {
  expect(reportHtml(report(project), rendering("TR"))).toContain("2 eskimiş ad");
  const lines = reportCsv(report(project), "EN").trim().split("\r\n");
  expect(lines).toContain("Documents,rows,Tern,Queue,,,2,count");
  expect(lines).toContain('Commits,rows,Tern,Send again,,,"0123456, Ada",');
});
