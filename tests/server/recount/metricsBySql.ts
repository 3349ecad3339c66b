/** The metrics of Insights as SQL over the stored rows, written from their definitions in the app and not from the columns. */
import type { MetricId } from "../../../contract/insights/metrics.ts";
import { NOW, type RecountStage, TIME_ZONE } from "./recountStage.ts";

/** What the rows are narrowed to: the name of a person, a label, and the id of a repository or a tracker. */
export interface SqlFilter {
  /** The slug; left out: that of the sample. `null`: all. */
  readonly project?: string | null;
  readonly person?: string;
  readonly label?: string;
  readonly repository?: string;
  readonly tracker?: string;
}

const NOW_SQL = `timestamptz '${NOW.toISOString()}'`;

/** Who each account and signature is: each person of the sample has one name of two words everywhere. A name of one word joins no signatures. */
const PEOPLE = `people as (
  select 'account' as kind, a.id::text as id, a.name as person, a.is_bot from accounts a
  union all select 'author', g.id::text, g.name, g.name like '%[bot]' or g.name = 'robot' from git_authors g
)`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The rows that count, without those of programs. `$known`: the moment at which a period is seen. */
export function rowsOf({ project = "tern", person, label, repository, tracker }: SqlFilter): string {
  const ofSources = (column: string, ...ids: readonly (string | undefined)[]): string => {
    const chosen = ids.flatMap((id) => (id === undefined ? [] : [quoted(id)]));
    const inProject =
      project === null
        ? "true"
        : `${column} in (select s.id from sources s join projects o on o.id = s.project_id where o.slug = ${quoted(project)})`;
    return chosen.length === 0 ? inProject : `${column} in (${chosen.join(", ")})`;
  };
  const ofPerson = (column: string): string => (person === undefined ? "true" : `${column} = ${quoted(person)}`);
  const isAssigned =
    person === undefined
      ? "true"
      : `(p.person = ${quoted(person)} or exists (select from issue_assignees s join people w on w.kind = 'account' and w.id = s.account_id
          where s.issue_id = i.id and w.person = ${quoted(person)}))`;
  return `${PEOPLE},
  counted_issues as (
    select i.*, p.person as author, (select min(c.created_at) from issue_comments c join people w on w.kind = 'account' and w.id = c.author_id
        where c.issue_id = i.id and not w.is_bot and w.person is distinct from p.person and c.created_at <= $known) as answered,
      i.comments_count = 0 or exists (select from issue_comments c where c.issue_id = i.id) as is_read
    from issues i left join people p on p.kind = 'account' and p.id = i.author_id
    where not coalesce(p.is_bot, false) and ${ofSources("i.source_id", tracker)} and ${isAssigned} and ${label === undefined ? "true" : `i.labels ? ${quoted(label)}`}
  ),
  counted_requests as (
    select r.*, (select min(v.submitted_at) from request_reviews v join people w on w.kind = 'account' and w.id = v.account_id
        where v.request_id = r.id and not w.is_bot and w.person is distinct from p.person and v.submitted_at <= $known) as reviewed,
      r.details_at is not null as is_read, (select sum(f.additions + f.deletions) from request_files f where f.request_id = r.id) as lines
    from change_requests r left join people p on p.kind = 'account' and p.id = r.author_id
    where not coalesce(p.is_bot, false) and ${ofSources("r.source_id", repository, tracker)} and ${ofPerson("p.person")}
  ),
  counted_commits as (
    select c.*, p.person from git_commits c join people p on p.kind = 'author' and p.id = c.author_id::text
    where c.parents < 2 and not p.is_bot and ${ofSources("c.source_id", repository)} and ${ofPerson("p.person")}
  ),
  counted_reviews as (
    select r.id, r.created_at, r.merged_at, r.lines, w.person as reviewer, min(v.submitted_at) as reviewed
    from counted_requests r left join people p on p.kind = 'account' and p.id = r.author_id
    join request_reviews v on v.request_id = r.id join people w on w.kind = 'account' and w.id = v.account_id
    where not w.is_bot and w.person is distinct from p.person group by r.id, r.created_at, r.merged_at, r.lines, w.person
  ),
  counted_releases as (
    select e.*, e.published_at as at from releases e where published_at is not null and not is_prerelease and ${ofSources("e.source_id")}
  ),
  moves as (
    select e.issue_id, i.closed_at, i.created_at as opened, split_part(e.detail, ' → ', 1) as left_status,
      split_part(e.detail, ' → ', 2) as entered_status, e.created_at as at,
      lag(e.created_at) over (partition by e.issue_id order by e.created_at) as before_at,
      row_number() over (partition by e.issue_id order by e.created_at desc) as from_last
    from issue_events e join counted_issues i on i.id = e.issue_id where e.type = 'status'
  ),
  stays as (
    select issue_id, left_status as status, coalesce(before_at, opened) as entered, at as left_at from moves
    union all select issue_id, entered_status, at, null from moves where from_last = 1
    union all select i.id, i.status, i.created_at, null from counted_issues i
      where i.status is not null and not exists (select from moves m where m.issue_id = i.id)
  ),
  categorized as (select s.*, c.category from stays s join issues i on i.id = s.issue_id
    left join issue_statuses c on c.source_id = i.source_id and c.name = s.status)`;
}

const hours = (from: string, to: string): string =>
  `greatest(0, (extract(epoch from ${to} - ${from}) * 1000)::float8) / 3600000`;
const days = (from: string, to: string): string =>
  `greatest(0, (extract(epoch from ${to} - ${from}) * 1000)::float8) / 86400000`;

/** Each metric as rows of a moment, a value and a series. What is counted at the end of a bucket has the bucket's end as `$end`. */
const OBSERVED: Readonly<Record<MetricId, string>> = {
  issues_opened: "select created_at as at, 1.0 as v, '' as s from counted_issues",
  issues_closed: "select closed_at as at, 1.0 as v, '' as s from counted_issues",
  issues_net:
    "select created_at as at, 1.0 as v, '' as s from counted_issues union all select closed_at, -1.0, '' from counted_issues where closed_at is not null",
  issues_open:
    "select $start as at, 1.0 as v, '' as s from counted_issues where created_at < $end and (closed_at is null or closed_at >= $end)",
  work_in_progress: `select $start as at, 1.0 as v, category as s from categorized c join counted_issues i on i.id = c.issue_id
    where created_at < $end and (closed_at is null or closed_at >= $end) and c.entered < $end and (c.left_at is null or c.left_at >= $end)
      and category in ('todo', 'in_progress')`,
  throughput: "select closed_at as at, 1.0 as v, '' as s from counted_issues",
  lead_time: `select closed_at as at, ${hours("created_at", "closed_at")} as v, '' as s from counted_issues`,
  first_response: `select created_at as at, ${hours("created_at", "answered")} as v, '' as s from counted_issues where answered is not null`,
  unanswered:
    "select created_at as at, case when answered is null then 1.0 else 0.0 end as v, '' as s from counted_issues where is_read",
  open_age: `select $start as at, ${days("created_at", "$end")} as v, '' as s from counted_issues
    where created_at < $end and (closed_at is null or closed_at >= $end)`,
  reopen_rate: `select min(e.created_at) as at, max(case when exists (select from issue_events o
        where o.issue_id = e.issue_id and o.type = 'reopened' and o.created_at >= e.created_at) then 1.0 else 0.0 end) as v, '' as s
    from issue_events e join counted_issues i on i.id = e.issue_id
    where e.type = 'closed' and e.created_at >= $start and e.created_at < $end and e.created_at <= $known group by i.id`,
  time_in_state: `select at, ${hours("coalesce(before_at, opened)", "at")} as v, left_status as s from moves`,
  flow_efficiency: `select i.closed_at as at, (select sum(case when category = 'in_progress' then
        greatest(0, extract(epoch from least(coalesce(c.left_at, i.closed_at), i.closed_at) - greatest(c.entered, i.created_at))) else 0 end)
      from categorized c where c.issue_id = i.id)::float8 / extract(epoch from i.closed_at - i.created_at)::float8 as v, '' as s
    from counted_issues i where i.closed_at > i.created_at and i.status is not null and exists (select from moves m where m.issue_id = i.id)
      and not exists (select from categorized c where c.issue_id = i.id and c.category is null
        and least(coalesce(c.left_at, i.closed_at), i.closed_at) > greatest(c.entered, i.created_at))`,
  requests_opened: "select created_at as at, 1.0 as v, '' as s from counted_requests",
  requests_merged: "select merged_at as at, 1.0 as v, '' as s from counted_requests",
  first_review: `select created_at as at, ${hours("created_at", "reviewed")} as v, '' as s from counted_requests where reviewed is not null`,
  unreviewed:
    "select created_at as at, case when reviewed is null then 1.0 else 0.0 end as v, '' as s from counted_requests where is_read",
  cycle_time: `select merged_at as at, ${hours("created_at", "merged_at")} as v, '' as s from counted_requests`,
  request_size: "select merged_at as at, lines as v, '' as s from counted_requests where lines is not null",
  commits: "select committed_at as at, 1.0 as v, '' as s from counted_commits",
  contributors: `select min(committed_at) as at, 1.0 as v, '' as s from counted_commits
    where committed_at >= $start and committed_at < $end and committed_at <= $known group by person`,
  churn: "select committed_at as at, added + deleted as v, '' as s from counted_commits where added is not null",
  // A document is in the index and not in a table: its changes are rows, and git knows which files are there.
  document_age: `select $start as at, ${days("max(c.committed_at)", "$end")} as v, '' as s
    from git_changes h join git_paths p on p.id = h.path_id join git_commits c on c.id = h.commit_id
    join people w on w.kind = 'author' and w.id = c.author_id::text join ($files) f on f.was = p.path
    where f.path ~* '\\.(md|mdx|markdown|rst|adoc|asciidoc)$' and not w.is_bot and c.committed_at < $end
      and (select count(*) from git_changes all_of where all_of.commit_id = c.id) <= 100
    group by f.path`,
};

/** Moments of a period as SQL: whole calendar units in the time zone of the company, the first of which the period touches. */
export interface SqlWindow {
  readonly period: string;
  readonly granularity: string;
}
const UNITS: Readonly<Record<string, string>> = {
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
};
const LENGTHS: Readonly<Record<string, string>> = {
  "30d": "30 days",
  "3m": "3 months",
  "6m": "6 months",
  "1y": "1 year",
  "2y": "2 years",
  "5y": "5 years",
};

export interface SqlSpan {
  readonly start: string;
  readonly end: string;
  /** The moment at which it is seen. */
  readonly known: string;
}

/** The buckets of a period, the whole of it, and as many buckets before it. */
export async function spansOf({ query }: RecountStage, { period, granularity }: SqlWindow) {
  const unit = UNITS[granularity] ?? "";
  const step = unit === "quarter" ? "3 months" : `1 ${unit}`;
  const buckets = await query<{ day: string; start: string; end: string; before: string }>(`
    with starts as (select generate_series(date_trunc('${unit}', (${NOW_SQL} at time zone '${TIME_ZONE}') - interval '${LENGTHS[period]}'),
      ${NOW_SQL} at time zone '${TIME_ZONE}', interval '${step}') as at)
    select to_char(at, 'YYYY-MM-DD') as day, (at at time zone '${TIME_ZONE}')::text as start,
      ((at + interval '${step}') at time zone '${TIME_ZONE}')::text as end,
      ((at - (select count(*) from starts) * interval '${step}') at time zone '${TIME_ZONE}')::text as before from starts order by at`);
  const known = NOW.toISOString();
  const [first] = buckets;
  if (!first) throw new Error("A period has a bucket.");
  return {
    days: buckets.map(({ day }) => day),
    buckets: buckets.map(({ start, end }): SqlSpan => ({ start, end, known })),
    current: { start: first.start, end: buckets.at(-1)?.end ?? "", known } satisfies SqlSpan,
    previous: { start: first.before, end: first.start, known: first.start } satisfies SqlSpan,
  };
}

export interface Observation {
  readonly n: number;
  readonly sum: number;
  readonly median: number;
  readonly p75: number;
  readonly p90: number;
  readonly values: readonly number[];
}

/** Rows of a query over what counts, as `rowsOf` names it. `$start`, `$end` and `$known` are those of the span. */
export const rowsBySql = <Row>(
  { query }: RecountStage,
  { start, end, known }: SqlSpan,
  filter: SqlFilter,
  text: string,
) =>
  query<Row>(
    `with ${rowsOf(filter)} ${text}`
      .replaceAll("$start", `timestamptz '${start}'`)
      .replaceAll("$end", `timestamptz '${end}'`)
      .replaceAll("$known", `timestamptz '${known}'`),
  );

/** The observations of a metric in a span, by series. @param files the paths that were changed with the file that each is today */
export async function observe(
  { query }: RecountStage,
  metric: MetricId,
  { start, end, known }: SqlSpan,
  filter: SqlFilter,
  files: string,
): Promise<ReadonlyMap<string, Observation>> {
  const literal = (text: string): string => `timestamptz '${text}'`;
  // What is counted at the end of a bucket that is not over is counted now.
  const isLevel = OBSERVED[metric].includes("$start as at");
  const until = isLevel ? `least(${literal(end)}, ${literal(known)})` : literal(end);
  const text = `with ${rowsOf(filter)}, observed as (${OBSERVED[metric]})
    select s, count(*)::int as n, sum(v)::float8 as sum, array_agg(v::float8 order by v) as values,
      percentile_cont(0.5) within group (order by v::float8) as median, percentile_cont(0.75) within group (order by v::float8) as p75,
      percentile_cont(0.9) within group (order by v::float8) as p90
    from observed where at >= ${literal(start)} and at < ${literal(end)} and at <= ${literal(known)} group by s`
    .replaceAll("$files", files)
    .replaceAll("$start", literal(start))
    .replaceAll("$end", until)
    .replaceAll("$known", literal(known));
  const rows = await query<Observation & { readonly s: string }>(text);
  return new Map(rows.map(({ s, ...row }) => [s, row]));
}

/** When the rows of each kind of source begin in a project: a count is 0 only after it. Those of programs and merges are among them. */
export const beginningOf = (
  needs: "tracker" | "requests" | "repository" | "statuses",
  project: string | null = "tern",
): string => {
  const ofProject = project === null ? "true" : `o.slug = ${quoted(project)}`;
  const from = (table: string): string =>
    `from ${table} r join sources s on s.id = r.source_id join projects o on o.id = s.project_id where ${ofProject}`;
  if (needs === "tracker") return `select min(r.created_at) as at ${from("issues")}`;
  if (needs === "requests") return `select min(r.created_at) as at ${from("change_requests")}`;
  if (needs === "repository") return `select min(r.committed_at) as at ${from("git_commits")} and r.parents < 2`;
  const statuses = `with ${rowsOf({ project })} select min(entered) as at from categorized where category is not null`;
  return statuses.replaceAll("$known", NOW_SQL);
};
