/** What reviews, pages, issues and CODEOWNERS say about people, as functions of an index and rows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageWriters } from "../../../server/engines/documents/pageWriters.ts";
import { issueKnowledge, likeIssues } from "../../../server/engines/experts/issueKnowledge.ts";
import { decidingRules, loginsOfOwners, ownerVerdict } from "../../../server/engines/experts/ownerVerdicts.ts";
import { type PeopleTable, peopleTable } from "../../../server/engines/identities/peopleTable.ts";
import { pathWeights, placeKnowledge } from "../../../server/engines/experts/placeKnowledge.ts";
import { filesAt } from "../../../server/engines/experts/questions.ts";
import { DAY, type ExpertSample, expertSample } from "./expertSample.ts";

const PRINTER = "src/printer/print.ts";

let sample: ExpertSample;
let table: PeopleTable;
beforeAll(async () => {
  const issue = { source: "tracker-1", comments: "", labels: [], author: null, url: null, body: "" };
  const times = { createdAt: 1, updatedAt: 1, closedAt: null, fixCommits: [] };
  const parser = { ...issue, ...times, title: "parseTokens drops the token after a comma", state: "open" } as const;
  sample = await expertSample([
    { ...parser, id: "asked", key: "#1" },
    { ...parser, id: "alike", key: "#2" },
    { ...parser, id: "other", key: "#3", title: "A page cannot be printed" },
  ]);
  table = peopleTable(sample.index);
}, 60_000);
afterAll(() => {
  sample.remove();
});

const person = (name: string): number => table.find({ email: `${name}@example.org` });
const account = (name: string) => ({
  account_id: `account-${name}`,
  login: name,
  name,
  email: `${name}@example.org`,
});
const daysAgo = (days: number): Date => new Date((table.nowSeconds - days * DAY) * 1000);

describe("reviews and pages about files", () => {
  const review = (name: string, state: string, days: number, url = `https://x.example/${state}/${days}`) => ({
    ...account(name),
    path: PRINTER,
    key: "!1",
    title: "Print faster",
    url,
    state,
    at: daysAgo(days),
  });
  const weights = () => pathWeights(sample.index, filesAt(sample.index, PRINTER));

  test("count half after 180 days, and a comment half of a verdict", () => {
    const { reviews, pages } = placeKnowledge(table, weights(), {
      reviews: [review("bora", "approved", 0), review("bora", "approved", 180), review("ada", "commented", 0)],
      pages: [
        {
          ...account("bora"),
          share: 1,
          path: PRINTER,
          title: "Printing",
          url: "https://x.example/p",
          at: daysAgo(360),
        },
      ],
    });
    expect(reviews.get(person("bora"))).toBeCloseTo(1.5, 9);
    expect(reviews.get(person("ada"))).toBeCloseTo(0.5, 9);
    expect(pages.get(person("bora"))).toBeCloseTo(0.25, 9);
  });

  test("are shown by weight, three at most, each address once", () => {
    const { reviewsOf } = placeKnowledge(table, weights(), {
      reviews: [
        review("bora", "commented", 0),
        review("bora", "approved", 10),
        review("bora", "approved", 20),
        review("bora", "approved", 20),
        review("bora", "approved", 400),
      ],
      pages: [],
    });
    expect(reviewsOf.get(person("bora"))?.map(({ href }) => href)).toEqual([
      "https://x.example/approved/10",
      "https://x.example/approved/20",
      "https://x.example/commented/0",
    ]);
  });

  test("count nothing for programs and for people who never committed", () => {
    const email = "49699333+dependabot[bot]@users.noreply.github.com";
    expect(table.people[table.find({ email })]?.isBot).toBe(true);
    const robot = { ...review("robot", "approved", 0), email };
    const { reviews } = placeKnowledge(table, weights(), { reviews: [robot, review("eve", "approved", 0)], pages: [] });
    expect([...reviews]).toEqual([]);
  });
});

test("of an issue like the one in question an assignee counts more than a commenter, and each person once", () => {
  const alike = likeIssues(sample.index, { title: "parseTokens drops the token after a comma", body: "" }, "asked");
  expect(alike?.ids[0]).toBe("alike");
  expect(alike?.ids).not.toContain("asked");
  if (!alike) throw new Error("The index has issues.");
  const of = (name: string, how: "assigned" | "commented") => ({ ...account(name), issue_id: "alike", how });
  const { amounts, issuesOf } = issueKnowledge(sample.index, table, alike, [
    of("bora", "commented"),
    of("ada", "commented"),
    of("ada", "assigned"),
  ]);
  expect(amounts.get(person("ada"))).toBeCloseTo(0.7, 9);
  expect(amounts.get(person("bora"))).toBeCloseTo(0.3, 9);
  expect(issuesOf.get(person("ada"))?.map(({ key }) => key)).toEqual(["#2"]);
});

describe("CODEOWNERS", () => {
  const verdictOf = (path: string, ranked: readonly string[]) => {
    const rules = decidingRules(sample.index, filesAt(sample.index, path));
    const accounts = new Map([["ada-b", { name: "Ada Byron", email: "ada@example.org" }]]);
    const ranking = ranked.map((name) => ({ person: person(name) }));
    return rules.map((rule) => ownerVerdict(rule, table, ranking, accounts));
  };

  test("agrees with a ranking that has an owner among its first three", () => {
    expect(verdictOf(PRINTER, ["bora", "cem", "deniz"])).toMatchObject([{ verdict: "agree", owners: [{ rank: 3 }] }]);
    expect(verdictOf(PRINTER, ["bora", "cem", "ada", "deniz"])).toMatchObject([{ verdict: "disagree" }]);
    expect(verdictOf(PRINTER, [])).toMatchObject([{ verdict: "disagree", owners: [{ rank: null }] }]);
  });

  test("does not mention teams, and looks up no account for them", () => {
    expect(verdictOf("docs/print.md", ["bora"])).toMatchObject([{ verdict: "unknown", owners: [{ person: -1 }] }]);
    expect(loginsOfOwners(decidingRules(sample.index, filesAt(sample.index, "docs/print.md")))).toEqual([]);
    expect(loginsOfOwners(decidingRules(sample.index, filesAt(sample.index, "src/parser/parse.ts")))).toEqual([
      "ada-b",
    ]);
  });
});

test("who commented on a page knows it too: a comment counts for half a version", () => {
  const row = (id: string, name: string, versions: number, comments: number) => ({
    ...account(name),
    id,
    versions: String(versions),
    comments: String(comments),
    last_at: daysAgo(5),
  });
  const writers = pageWriters(table, [row("1", "ada", 1, 2), row("2", "eve", 0, 4)], new Set());
  expect(
    writers.map(({ account: { login }, versions, comments, share }) => [login, versions, comments, share]),
  ).toEqual([
    ["ada", 1, 2, 0.5],
    ["eve", 0, 4, 0.5],
  ]);
});

test("writers of a wiki are people, by their versions; those who are excluded keep their part of the whole", () => {
  const wrote = (id: string, name: string, versions: number, days: number) => ({
    ...account(name),
    id,
    versions: String(versions),
    comments: "0",
    last_at: daysAgo(days),
  });
  const rows = [wrote("1", "ada", 2, 5), wrote("2", "ada", 3, 9), wrote("3", "eve", 4, 1), wrote("4", "bora", 1, 2)];
  const writers = pageWriters(table, rows, new Set([person("bora")]));
  expect(writers.map(({ account: { login }, versions, share }) => [login, versions, share])).toEqual([
    ["ada", 5, 0.5],
    ["eve", 4, 0.4],
  ]);
  expect(writers[0]?.lastAt).toEqual(daysAgo(5));
  expect(writers[1]?.person).toBe(-1);
});
