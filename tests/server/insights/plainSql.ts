/** Own metrics as SQL over the rows, written from the promise and not from the columns. */
import { sql, type Kysely } from "kysely";
import type { RowsDefinition } from "../../../contract/insights/ownMetrics.ts";
import type { Db } from "../../../server/db/openDb.ts";
import type { Window } from "../../../server/engines/insights/periods.ts";

/** What is counted, with its times and numbers as columns. Nothing of bots. */
const ROWS = {
  issues: `select i.id, i.created_at as opened, i.closed_at as closed, a.name as author, i.labels, i.priority, i.milestones, i.facts,
      (select min(c.created_at) from issue_comments c join accounts w on w.id = c.author_id
        where c.issue_id = i.id and not w.is_bot and w.id <> i.author_id) as answered,
      null::numeric as lines, null::numeric as reviewers, null::text as reviewer, null::timestamptz as merged
    from issues i join accounts a on a.id = i.author_id where i.project_id = $project and not a.is_bot`,
  requests: `select r.id, r.created_at as opened, r.merged_at as merged, a.name as author,
      (select min(v.submitted_at) from request_reviews v join accounts w on w.id = v.account_id
        where v.request_id = r.id and not w.is_bot and w.id <> r.author_id) as reviewed,
      (select sum(f.additions + f.deletions) from request_files f where f.request_id = r.id) as lines,
      (select count(distinct v.account_id) from request_reviews v join accounts w on w.id = v.account_id
        where v.request_id = r.id and not w.is_bot and w.id <> r.author_id) as reviewers
    from change_requests r join accounts a on a.id = r.author_id where r.project_id = $project and not a.is_bot`,
  reviews: `select r.id, r.created_at as opened, r.merged_at as merged, a.name as author, w.name as reviewer,
      min(v.submitted_at) as reviewed, (select sum(f.additions + f.deletions) from request_files f where f.request_id = r.id) as lines
    from change_requests r join accounts a on a.id = r.author_id join request_reviews v on v.request_id = r.id
    join accounts w on w.id = v.account_id
    where r.project_id = $project and not a.is_bot and not w.is_bot and w.id <> r.author_id
    group by r.id, a.name, w.name`,
  commits: `select c.id::text, c.committed_at as committed, u.name as author, c.added + c.deleted as lines
    from git_commits c join git_authors u on u.id = c.author_id join sources s on s.id = c.source_id
    where s.project_id = $project and c.parents < 2 and u.name <> 'robot'`,
} as const;
export type SqlRows = keyof typeof ROWS;

/** Filters of the query language and what they mean. */
export const FILTERS: Readonly<Record<SqlRows, readonly (readonly [text: string, meaning: string])[]>> = {
  issues: [
    ["", "true"],
    ["label:bug", "labels @> '[\"bug\"]'"],
    ["-label:UI", "not labels @> '[\"ui\"]'"],
    ["is:closed", "closed is not null"],
    [
      "state:open (priority:high OR label:outage)",
      "closed is null and (priority = 'High' or labels @> '[\"outage\"]')",
    ],
    ["author:ada", "author = 'ada'"],
    ['milestone:V1 -sprint:"sprint 2"', `milestones ? 'v1' and not coalesce(facts -> 'sprints' ? 'Sprint 2', false)`],
    [
      'milestone:merged OR sprint:"Sprint 3"',
      `(milestones ? 'merged' or coalesce(facts -> 'sprints' ? 'Sprint 3', false))`,
    ],
    [
      'field:team=core -field:"Size = cost=2"',
      `coalesce(facts -> 'custom_fields' @> '[{"name":"Team","values":["Core"]}]', false)
        and not coalesce(facts -> 'custom_fields' @> '[{"name":"Size = cost","values":[2]}]', false)`,
    ],
    ["NOT priority:low author:a", "coalesce(priority, '') <> 'Low' and author like '%a%'"],
  ],
  requests: [
    ["", "true"],
    ["merged:yes", "merged is not null"],
    ["-is:merged author:cem", "merged is null and author = 'cem'"],
    ["author:lale OR author:ada", "author in ('lale', 'ada')"],
  ],
  reviews: [
    ["", "true"],
    ["reviewer:ada", "reviewer = 'ada'"],
    ["-reviewer:cem merged:no", "reviewer <> 'cem' and merged is null"],
  ],
  commits: [
    ["", "true"],
    ["-author:ada", "author <> 'ada'"],
  ],
};

export interface SqlPoint {
  readonly value: number | null;
  readonly n: number;
}

const MILLISECONDS_A_WEEK = 7 * 24 * 3_600_000;

/** Each bucket of the window by SQL. @param meaning of the filters */
export async function bySql(
  db: Db,
  projectId: string,
  { of, at, value }: RowsDefinition,
  meaning: { readonly filter: string; readonly part: string },
  window: Window,
): Promise<SqlPoint[]> {
  if (value.kind === "followed") throw new Error("Releases have SQL of their own.");
  const now = new Date(window.nowMs).toISOString();
  const measured = "of" in value ? value.of : null;
  const v =
    value.kind === "share"
      ? `case when ${meaning.part} then 1.0 else 0.0 end`
      : measured === null
        ? "1.0"
        : measured.kind === "number"
          ? measured.name
          : `case when "${measured.to}" <= '${now}' and "${measured.from}" is not null then greatest(0, extract(epoch from "${measured.to}" - "${measured.from}")) / 3600.0 end`;
  const p = value.kind === "percentile" ? value.p : 50;
  const aggregate = {
    count: "count(v)",
    per_week: "count(v)",
    share: "avg(v)",
    sum: "sum(v)",
    average: "avg(v)",
    median: `percentile_cont(0.5) within group (order by v)`,
    percentile: `percentile_cont(${p / 100}) within group (order by v)`,
  }[value.kind];
  const points: SqlPoint[] = [];
  for (const [bucket] of window.buckets.entries()) {
    const [from = 0, to = 0] = [window.edges[bucket], window.edges[bucket + 1]];
    const text = `with items as (${ROWS[of as SqlRows].replaceAll("$project", `'${projectId}'`)}),
        chosen as (select (${v})::float8 as v from items where "${at}" >= '${new Date(from).toISOString()}'
          and "${at}" < '${new Date(to).toISOString()}' and "${at}" <= '${now}' and ${meaning.filter})
      select (${aggregate})::float8 as value, count(v)::int as n from chosen`;
    const { rows } = await sql.raw<{ value: number | null; n: number }>(text).execute(db as unknown as Kysely<unknown>);
    const { value: found = null, n = 0 } = rows[0] ?? {};
    const weeks = (Math.min(to, window.nowMs) - from) / MILLISECONDS_A_WEEK;
    const isFew =
      (value.kind === "median" || value.kind === "percentile") &&
      n < Math.max(3, Math.ceil(100 / Math.min(p, 100 - p)));
    points.push({ n, value: isFew || found === null ? null : value.kind === "per_week" ? found / weeks : found });
  }
  return points;
}
