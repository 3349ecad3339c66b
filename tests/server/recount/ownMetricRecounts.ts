/** Own metrics of each kind of rows, with filters, groups and formulas, by SQL. */
import { expect } from "vitest";
import { COUNTABLE_NAMES, type CountableName } from "../../../contract/insights/ownMetricRules.ts";
import type { OwnMetric, OwnMetricDefinition, RowsDefinition } from "../../../contract/insights/ownMetrics.ts";
import { rounded } from "./metrics.ts";
import { rowsBySql, spansOf, type SqlSpan } from "./metricsBySql.ts";
import type { RecountStage } from "./recountStage.ts";

interface OwnCase {
  readonly definition: RowsDefinition;
  /** The rows as SQL: `at`, `v` and, where there are groups, `g`. */
  readonly rows: string;
}

const defined = (of: CountableName, at: RowsDefinition["at"], more: Partial<RowsDefinition> = {}): RowsDefinition => ({
  kind: "rows",
  of,
  at,
  filter: "",
  by: null,
  value: { kind: "count" },
  ...more,
});
const between = (from: RowsDefinition["at"], to: RowsDefinition["at"]) => ({ kind: "between", from, to }) as const;
const hours = (from: string, to: string): string =>
  `greatest(0, (extract(epoch from ${to} - ${from}) * 1000)::float8) / 3600000`;
const VERSIONS = `from page_versions v join pages p on p.id = v.page_id left join people w on w.kind = 'account' and w.id = v.author_id
  where not coalesce(w.is_bot, false)`;

const CASES: Readonly<Record<CountableName, readonly OwnCase[]>> = {
  issues: [
    {
      definition: defined("issues", "opened", { filter: "label:bug -author:Lena" }),
      rows: `select created_at as at, 1 as v from counted_issues
        where labels ? 'bug' and author is distinct from 'Lena'`,
    },
    {
      definition: defined("issues", "closed", { value: { kind: "median", of: between("opened", "closed") } }),
      rows: `select closed_at as at, ${hours("created_at", "closed_at")} as v from counted_issues`,
    },
    {
      definition: defined("issues", "opened", { value: { kind: "share", part: "is:closed" }, by: "status" }),
      rows: "select created_at as at, case when closed_at is null then 0 else 1 end as v, coalesce(status, '') as g from counted_issues",
    },
  ],
  requests: [
    {
      definition: defined("requests", "merged", { value: { kind: "average", of: { kind: "number", name: "lines" } } }),
      rows: "select merged_at as at, lines as v from counted_requests where lines is not null",
    },
    {
      definition: defined("requests", "released", { value: { kind: "median", of: between("opened", "released") } }),
      // The releases are of the tracker that the requests are of.
      rows: `select released as at, ${hours("opened", "released")} as v from (select r.created_at as opened,
        (select min(e.at) from counted_releases e where e.at >= r.merged_at and e.source_id = r.source_id) as released from counted_requests r
        where merged_at is not null) as shipped where released <= $known`,
    },
  ],
  reviews: [
    {
      definition: defined("reviews", "reviewed", { by: "reviewer" }),
      rows: "select reviewed as at, 1 as v, reviewer as g from counted_reviews",
    },
    {
      definition: defined("reviews", "merged", { filter: "-reviewer:Mira" }),
      rows: `select merged_at as at, 1 as v from counted_reviews
        where reviewer not like 'Mira%'`,
    },
  ],
  commits: [
    {
      definition: defined("commits", "committed", {
        value: { kind: "sum", of: { kind: "number", name: "lines" } },
        by: "person",
      }),
      rows: "select committed_at as at, added + deleted as v, person as g from counted_commits where added is not null",
    },
    {
      definition: defined("commits", "committed", { filter: "author:Tomas" }),
      rows: `select committed_at as at, 1 as v from counted_commits
        where person like 'Tomas%'`,
    },
  ],
  state_changes: [
    {
      definition: defined("state_changes", "left", {
        value: { kind: "average", of: between("entered", "left") },
        by: "status",
      }),
      rows: `select at, ${hours("coalesce(before_at, opened)", "at")} as v, left_status as g from moves`,
    },
    {
      definition: defined("state_changes", "left", { filter: "status:Doing" }),
      rows: "select at, 1 as v from moves where left_status = 'Doing'",
    },
  ],
  documents: [
    {
      definition: defined("documents", "changed", { filter: "path:docs" }),
      rows: `select c.committed_at as at, 1 as v from git_commits c join people w on w.kind = 'author' and w.id = c.author_id::text
        join git_changes h on h.commit_id = c.id join git_paths p on p.id = h.path_id join ($files) f on f.was = p.path
        where not w.is_bot and f.path ~* '\\.md$' and f.path like 'docs%'`,
    },
  ],
  pages: [
    {
      definition: defined("pages", "created", { by: "space" }),
      rows: `select p.created_at as at, 1 as v, p.space_name as g from pages p left join people w on w.kind = 'account'
        and w.id = (select v.author_id from page_versions v where v.page_id = p.id order by v.number limit 1) where not coalesce(w.is_bot, false)`,
    },
  ],
  page_changes: [
    {
      definition: defined("page_changes", "changed", { filter: "author:Kemal OR author:Mira" }),
      rows: `select v.created_at as at, 1 as v ${VERSIONS} and v.number > 1 and (w.person like 'Kemal%' or w.person like 'Mira%')`,
    },
  ],
  releases: [
    {
      definition: defined("releases", "published", { filter: "ref:v1*", value: { kind: "per_week" } }),
      rows: `select at, 1 as v
        from counted_releases where tag like 'v1%'`,
    },
    {
      definition: defined("releases", "published", { value: { kind: "followed", issues: "label:incident" } }),
      rows: `select e.at, case when exists (select from counted_issues i where i.labels ? 'incident' and i.created_at >= e.at
        and i.created_at <= $known and i.created_at < coalesce((select min(n.at) from counted_releases n where n.at > e.at), 'infinity'))
        then 1.0 else 0.0 end as v from counted_releases e`,
    },
  ],
};

const AGGREGATES = {
  count: "count(v)",
  per_week: "count(v) / (extract(epoch from least($end, $known) - $start)::float8 / 604800)",
  share: "avg(v)",
  followed: "avg(v)",
  sum: "sum(v)",
  average: "avg(v)",
  median: "case when count(v) < 3 then null else percentile_cont(0.5) within group (order by v) end",
} as const;

interface Point {
  readonly value: number | null;
  readonly n: number;
}

/** A value with its rows, of a span. */
async function pointOf(
  stage: RecountStage,
  span: SqlSpan,
  { definition, rows }: OwnCase,
  files: string,
  group: string | null,
) {
  const aggregate = AGGREGATES[definition.value.kind as keyof typeof AGGREGATES];
  const inGroup = group === null ? "true" : `g = '${group}'`;
  const [row] = await rowsBySql<{ value: number | null; n: number }>(
    stage,
    span,
    {},
    `, items as (${rows.replace("$files", files)}), chosen as (select v::float8 as v from items where at >= $start and at < $end and at <= $known and ${inGroup})
      select (${aggregate})::float8 as value, count(v)::int as n from chosen`,
  );
  return row ?? { value: null, n: -1 };
}

export async function recountOwnMetric(stage: RecountStage, files: string): Promise<void> {
  const create = async (name: string, definition: OwnMetricDefinition): Promise<OwnMetric> =>
    stage.call("POST", "own-metrics/", { project: "tern", name, definition, target: null });
  const windows = [
    { period: "1y", granularity: "monthly" },
    { period: "6m", granularity: "monthly" },
  ] as const;
  let number = 0;
  for (const of of COUNTABLE_NAMES)
    for (const one of CASES[of]) {
      const { id } = await create(`Metric ${(number += 1)}`, one.definition);
      for (const window of windows) {
        const { values } = await stage.card("own_metric", { kind: "own_metric", metric: id }, window);
        const { buckets, current, previous } = await spansOf(stage, window);
        const label = JSON.stringify([one.definition, window]);
        expect(values.series.length > 1, label).toBe(one.definition.by !== null);
        for (const { group, name, ...series } of values.series) {
          // A person has a key, and a name that the rows know.
          const named = group === null ? null : name;
          const points: Point[] = [];
          for (const span of [...buckets, current, previous])
            points.push(await pointOf(stage, span, one, files, named));
          // What is before the first row of its kind has no number.
          const isGap = (at: number) => points[at]?.n === 0;
          const known = (value: number | null, at: number) =>
            isGap(at) && value === null ? null : (points[at]?.value ?? null);
          expect.soft(rounded(series.values), label).toEqual(rounded(series.values.map(known)));
          expect.soft(series.n, label).toEqual(buckets.map((_, at) => points[at]?.n));
          expect.soft(rounded(series.current), label).toEqual(rounded(points[buckets.length]));
          expect.soft([series.previous.n], label).toEqual([points[buckets.length + 1]?.n]);
        }
        if (window.period === "1y") expect(values.series[0]?.current.n, label).toBeGreaterThan(0);
      }
    }
  await create("Bugs", defined("issues", "opened", { filter: "label:bug" }));
  await create("All", defined("issues", "opened"));
  const text = "100 * [Bugs] / ([All] - 1)";
  const formula = await create("Formula", { kind: "formula", text, unit: "number" });
  const { values } = await stage.card("own_metric", { kind: "own_metric", metric: formula.id }, windows[0]);
  const { buckets, current } = await spansOf(stage, windows[0]);
  const rows = (meaning: string): OwnCase => ({
    definition: defined("issues", "opened"),
    rows: `select created_at as at, 1 as v from counted_issues where ${meaning}`,
  });
  const results: (number | null)[] = [];
  for (const span of [...buckets, current]) {
    const bugs = (await pointOf(stage, span, rows("labels ? 'bug'"), files, null)).n;
    const all = (await pointOf(stage, span, rows("true"), files, null)).n;
    results.push(all === 1 ? null : (100 * bugs) / (all - 1) + 0);
  }
  const [series] = values.series;
  expect(rounded([...(series?.values ?? []), series?.current.value])).toEqual(
    rounded(results.map((value) => value && value + 0)),
  );
}
