/** Counts, lists and people of cards by SQL. Programs count here as everyone does, except with the filter that leaves them out. */
import { expect } from "vitest";
import type { CardFilter } from "../../../contract/insights/cardFilters.ts";
import { spansOf, type SqlSpan } from "./metricsBySql.ts";
import type { Asked, RecountStage } from "./recountStage.ts";

type Window = { readonly period: string; readonly granularity: string };
const WINDOWS: readonly Window[] = [
  { period: "1y", granularity: "monthly" },
  { period: "3m", granularity: "weekly" },
];
const OF_PROJECT = "x.project_id = (select id from projects where slug = 'tern')";
/** Both projects of the reader. */
const OF_ALL = "true";

interface Case {
  readonly filter: CardFilter;
  readonly meaning: string;
}
const HUMAN = "not coalesce((select a.is_bot from accounts a where a.id = x.author_id), false)";
const by = (login: string): string => `x.author_id in (select id from accounts where login = '${login}')`;
const ISSUES: readonly Case[] = [
  { filter: {}, meaning: "true" },
  { filter: { label: ["bug"], state: ["open"] }, meaning: `x.labels ? 'bug' and x.state = 'open'` },
  { filter: { bots: ["no"] }, meaning: HUMAN },
  { filter: { author: ["lena-dispatch"] }, meaning: by("lena-dispatch") },
  {
    filter: { assignee: ["kemal-aydin"] },
    meaning: `exists (select from issue_assignees s join accounts a on a.id = s.account_id where s.issue_id = x.id and a.login = 'kemal-aydin')`,
  },
  { filter: { status: ["Review", "Doing"] }, meaning: `x.status in ('Review', 'Doing')` },
  {
    filter: { closed: ["2026-05-01..2026-08-31"] },
    meaning: `x.closed_at >= timestamptz '2026-05-01 00:00+03' and x.closed_at < timestamptz '2026-09-01 00:00+03'`,
  },
];
const REQUESTS: readonly Case[] = [
  { filter: {}, meaning: "true" },
  { filter: { state: ["merged"] }, meaning: "x.state = 'merged'" },
  { filter: { author: ["tomas-brandt"] }, meaning: by("tomas-brandt") },
  { filter: { bots: ["no"] }, meaning: HUMAN },
  {
    filter: { reviewer: ["mira-solak"] },
    meaning: `exists (select from request_reviews v join accounts a on a.id = v.account_id where v.request_id = x.id and a.login = 'mira-solak')`,
  },
];
/** `kind:commit` and `kind:issue` are searched in the index, which has one entry of each row. */
const SEARCHES: readonly (Case & { readonly from: string; readonly time: string })[] = [
  { filter: { q: ["kind:commit"] }, from: "commits_of_project", time: "committed_at", meaning: "true" },
  {
    filter: { q: ["kind:commit author:Priya"] },
    from: "commits_of_project",
    time: "committed_at",
    meaning: "x.author_name like 'Priya%'",
  },
  { filter: { q: ["kind:issue label:bug"] }, from: "issues", time: "updated_at", meaning: "x.labels ? 'bug'" },
];
const COMMITS = `commits_of_project as (select c.*, s.project_id, g.name as author_name from git_commits c
  join sources s on s.id = c.source_id join git_authors g on g.id = c.author_id)`;

const within = (column: string, { start, end }: SqlSpan): string =>
  `${column} >= timestamptz '${start}' and ${column} < timestamptz '${end}'`;

export async function recountCount(stage: RecountStage): Promise<void> {
  const count = async (from: string, meaning: string, scope = OF_PROJECT): Promise<number> => {
    const text = `with ${COMMITS} select count(*)::int as n from ${from} x where ${scope} and ${meaning}`;
    return (await stage.query<{ n: number }>(text))[0]?.n ?? -1;
  };
  const cases = [
    ...ISSUES.map((one) => ({ ...one, of: "issues" as const, from: "issues", time: "created_at" })),
    ...REQUESTS.map((one) => ({ ...one, of: "requests" as const, from: "change_requests", time: "merged_at" })),
    ...SEARCHES.map((one) => ({ ...one, of: "search" as const })),
  ];
  for (const { of, filter, meaning, from, time } of cases) {
    const label = JSON.stringify([of, filter]);
    const now = await stage.card("count", { kind: "count", of, filter, display: "now" });
    expect(now, label).toMatchObject({ count: await count(from, meaning), capped: false, counts: [] });
    expect(now.count, label).toBeGreaterThan(0);
    for (const window of WINDOWS) {
      const { days, buckets } = await spansOf(stage, window);
      const shown = await stage.card("count", { kind: "count", of, filter, display: "over_time" }, window);
      const counts: number[] = [];
      for (const span of buckets) counts.push(await count(from, `${meaning} and ${within(`x.${time}`, span)}`));
      expect([shown.count, shown.buckets.map(({ start }) => start), shown.counts], label).toEqual([
        now.count,
        days,
        counts,
      ]);
    }
  }
  // Of all projects of the reader.
  for (const [of, from] of [
    ["issues", "issues"],
    ["requests", "change_requests"],
  ] as const)
    expect((await stage.card("count", { kind: "count", of, filter: {}, display: "now", project: null })).count).toBe(
      await count(from, "true", OF_ALL),
    );
}

/** A row without the number of all rows. */
const withoutCount = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== "n"));

export async function recountList(stage: RecountStage): Promise<void> {
  const rowsBySql = (
    from: string,
    meaning: string,
    order: string,
    columns: string,
    limit: number,
    scope = OF_PROJECT,
  ) =>
    stage.query<Record<string, unknown>>(
      `with ${COMMITS} select ${columns}, count(*) over ()::int as n from ${from} x where ${scope} and ${meaning} order by ${order} limit ${limit}`,
    );
  for (const [of, from, cases] of [
    ["issues", "issues", ISSUES],
    ["requests", "change_requests", REQUESTS],
  ] as const)
    for (const { filter, meaning } of cases)
      for (const [sort, order] of [
        ["created_at", "x.created_at, x.id"],
        ["-updated_at", "x.updated_at desc, x.id desc"],
      ] as const) {
        const asked = { kind: "list" as const, of, filter: { ...filter, sort: [sort] }, rows: 7 };
        const { count, results } = await stage.card(of, asked);
        const expected = await rowsBySql(from, meaning, order, "x.key, x.title, x.updated_at as at", 7);
        expect(count, JSON.stringify(asked)).toBe(expected[0]?.["n"]);
        const at = (row: { updated_at: string }) => new Date(row.updated_at);
        expect(
          results.map((row) => ({ key: row.key, title: row.title, at: at(row) })),
          JSON.stringify(asked),
        ).toEqual(expected.map(withoutCount));
      }
  for (const { filter, from, meaning } of SEARCHES) {
    const { count, results } = await stage.card("results", { kind: "list", of: "search", filter, rows: 20 });
    const expected = await rowsBySql(from, meaning, "1", "x.id", 1000);
    expect(count).toBe(expected.length);
    expect(results).toHaveLength(Math.min(20, expected.length));
  }
  const commits = await stage.card("commits", { kind: "list", of: "commits", filter: {}, rows: 12 });
  const newest = await rowsBySql(
    "commits_of_project",
    "x.parents < 2",
    "x.committed_at desc",
    "x.hash, split_part(x.message, E'\\n', 1) as title, x.author_name as author, x.committed_at as at",
    12,
  );
  expect([
    commits.count,
    commits.results.map(({ hash, title, author, at }) => ({ hash, title, author, at: new Date(at ?? 0) })),
  ]).toEqual([newest[0]?.["n"], newest.map(withoutCount)]);
  const path = "src/plan/assignCouriers.ts";
  const ofFile: Asked = {
    kind: "list",
    of: "commits",
    filter: { repository: [stage.repository], path: [path] },
    rows: 20,
  };
  const history = await stage.card("commits", ofFile);
  const changed = await stage.query<{
    hash: string;
  }>(`select c.hash from git_commits c join git_changes h on h.commit_id = c.id
    join git_paths p on p.id = h.path_id where p.path = '${path}' order by c.committed_at desc`);
  expect([history.count, history.results.map(({ hash }) => hash)]).toEqual([
    changed.length,
    changed.map(({ hash }) => hash),
  ]);

  const pages = await stage.query<{ title: string }>("select title from pages");
  const documents = await stage.card("documents", { kind: "list", of: "documents", filter: {}, rows: 20 });
  expect(documents.count).toBe(pages.length);
  expect(documents.results.map(({ name }) => name).toSorted()).toEqual(pages.map(({ title }) => title).toSorted());
  const stale = await stage.query<{ path: string; n: number }>(
    "select path, count(distinct name)::int as n from stale_references group by path",
  );
  const outdated = await stage.card("documents", {
    kind: "list",
    of: "documents",
    filter: { outdated: ["true"] },
    rows: 20,
  });
  expect(outdated.count).toBe(stale.length);
  const inOrder = (rows: readonly (readonly [string, number | null])[]) =>
    rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(inOrder(outdated.results.map((page) => [page.path, page.stale_references]))).toEqual(
    inOrder(stale.map(({ path: of, n }) => [of, n])),
  );
}

/** Names of people of the sample, of whom each has done something else most. */
export const PEOPLE = ["Mira Solak", "Tomas Brandt", "Kemal Aydın", "Priya Raman"] as const;

export async function recountPerson(stage: RecountStage): Promise<void> {
  for (const name of PEOPLE) {
    const person = await stage.personKey(name);
    const content = await stage.card("person", { kind: "person", project: "tern", person });
    const accounts = `(select a.id from accounts a where a.name = '${name}')`;
    const [expected] = await stage.query(`select
      (select count(*)::int from git_commits c join git_authors g on g.id = c.author_id where g.name = '${name}') as commits,
      (select count(*)::int from issues i where i.state = 'open' and exists (select from issue_assignees s
        where s.issue_id = i.id and s.account_id in ${accounts})) as assigned,
      (select count(*)::int from change_requests r where r.state = 'open' and r.author_id in ${accounts}) as requests,
      (select count(distinct r.id)::int from request_reviews v join change_requests r on r.id = v.request_id
        where v.account_id in ${accounts} and (r.author_id is null or r.author_id not in ${accounts})) as reviews`);
    const { commits, assigned, requests, reviews } = content;
    expect([content.person.name, { commits, assigned, requests, reviews }]).toEqual([name, expected]);
    expect(commits).toBeGreaterThan(3);
  }
}
