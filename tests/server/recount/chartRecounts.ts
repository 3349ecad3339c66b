/** The charts and comparisons of cards by SQL. */
import { expect } from "vitest";
import type { InsightViews } from "../../../contract/insights/insights.ts";
import { COMPARED_METRICS, METRICS } from "../../../contract/insights/metrics.ts";
import { currentFiles } from "./currentFiles.ts";
import { changesBySql, rounded } from "./metrics.ts";
import { rowsBySql, spansOf, type SqlFilter, type SqlWindow } from "./metricsBySql.ts";
import { NOW, type RecountStage, TIME_ZONE } from "./recountStage.ts";

export const YEAR = { period: "1y", granularity: "monthly" } as const;
const QUARTER = { period: "3m", granularity: "weekly" } as const;
const LONG = { period: "5y", granularity: "yearly" } as const;
const WINDOWS: readonly SqlWindow[] = [YEAR, QUARTER, LONG];
/** The filters that Insights has and a dashboard has not. */
export const FILTERS: readonly SqlFilter[] = [
  { person: "Kemal Aydın" },
  { label: "bug" },
  { person: "Tomas Brandt", label: "incident" },
];

/** What the views of Insights answer with a filter. */
async function viewsOf(stage: RecountStage, window: SqlWindow, { person, label }: SqlFilter): Promise<InsightViews> {
  const query = new URLSearchParams({ ...window, project: "tern" });
  if (person !== undefined) query.set("person", await stage.personId(person));
  if (label !== undefined) query.set("label", label);
  return stage.call("GET", `insights/views/?${query.toString()}`);
}

interface Closed {
  readonly key: string;
  readonly title: string;
  readonly closed: Date;
  readonly hours: number;
}

/** Issues that were closed in a period, oldest first. */
async function closedIn(stage: RecountStage, window: SqlWindow, filter: SqlFilter): Promise<Closed[]> {
  const { current } = await spansOf(stage, window);
  return rowsBySql<Closed>(
    stage,
    current,
    filter,
    `select key, title, closed_at as closed, (extract(epoch from closed_at - created_at) * 1000)::float8 / 3600000 as hours
      from counted_issues where closed_at >= $start and closed_at <= $known order by closed_at`,
  );
}

const pointsOf = (control: InsightViews["control"]) =>
  control.map(({ key, title, closed_at, hours }) => ({ key, title, closed: new Date(closed_at), hours }));

export async function recountControl(stage: RecountStage): Promise<void> {
  for (const window of WINDOWS) {
    const { control, median, p90 } = await stage.card("control", { kind: "control" }, window);
    const expected = await closedIn(stage, window, {});
    expect(expected.length).toBeGreaterThan(3);
    expect(rounded(pointsOf(control))).toEqual(rounded(expected));
    const { current } = await spansOf(stage, window);
    const [line] = await rowsBySql<{ median: number; p90: number; n: number }>(
      stage,
      current,
      {},
      `select percentile_cont(0.5) within group (order by v) as median, percentile_cont(0.9) within group (order by v) as p90,
        count(*)::int as n from (select (extract(epoch from closed_at - created_at) * 1000)::float8 / 3600000 as v
        from counted_issues where closed_at >= $start and closed_at <= $known) as closed`,
    );
    expect(rounded([median, p90])).toEqual(rounded([line?.median, (line?.n ?? 0) < 10 ? null : line?.p90]));
  }
  for (const filter of FILTERS)
    expect(rounded(pointsOf((await viewsOf(stage, YEAR, filter)).control))).toEqual(
      rounded(await closedIn(stage, YEAR, filter)),
    );
}

/** Lower ends of the bars in hours: to 4 hours, a day, three, a week, two, a month, a quarter, half a year, a year, and more. */
const BARS = [0, 4, 24, 72, 168, 336, 720, 2160, 4380, 8760];

export async function recountLeadTimes(stage: RecountStage): Promise<void> {
  const barsOf = (closed: readonly Closed[]) =>
    BARS.map((from, at) => {
      const to = BARS[at + 1] ?? null;
      return { from, to, n: closed.filter(({ hours }) => hours >= from && (to === null || hours < to)).length };
    });
  for (const window of WINDOWS)
    expect((await stage.card("lead_times", { kind: "lead_times" }, window)).lead_times).toEqual(
      barsOf(await closedIn(stage, window, {})),
    );
  for (const filter of FILTERS)
    expect((await viewsOf(stage, YEAR, filter)).lead_times).toEqual(barsOf(await closedIn(stage, YEAR, filter)));
}

export async function recountHours(stage: RecountStage): Promise<void> {
  const weekOf = async (window: SqlWindow, filter: SqlFilter, table: string, time: string) => {
    const { current } = await spansOf(stage, window);
    const rows = await rowsBySql<{ day: number; hour: number; n: number }>(
      stage,
      current,
      filter,
      `select extract(isodow from ${time} at time zone '${TIME_ZONE}')::int as day, count(*)::int as n,
        extract(hour from ${time} at time zone '${TIME_ZONE}')::int as hour
        from ${table} where ${time} >= $start and ${time} <= $known group by 1, 3`,
    );
    const nOf = (day: number, hour: number): number => rows.find((row) => row.day === day && row.hour === hour)?.n ?? 0;
    return Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (__, hour) => nOf(day + 1, hour)));
  };
  const bothOf = async (window: SqlWindow, filter: SqlFilter) => ({
    commits: await weekOf(window, filter, "counted_commits", "committed_at"),
    issues: await weekOf(window, filter, "counted_issues", "created_at"),
  });
  for (const window of WINDOWS) {
    const { activity, time_zone } = await stage.card("hours", { kind: "hours" }, window);
    expect(time_zone).toBe(TIME_ZONE);
    expect(activity).toEqual(await bothOf(window, {}));
    expect(activity.commits.flat().reduce((sum, n) => sum + n, 0)).toBeGreaterThan(1);
  }
  for (const filter of FILTERS)
    expect((await viewsOf(stage, YEAR, filter)).activity).toEqual(await bothOf(YEAR, filter));
}

/** Changes of people to files of today, in commits that are no merges and not larger than 30 files. */
const CHANGES = `changed as (
  select c.id as commit, c.person, f.path from counted_commits c join git_changes h on h.commit_id = c.id join git_paths p on p.id = h.path_id
    join ($files) f on f.was = p.path
  where c.committed_at >= $start and c.committed_at <= $known
    and (select count(*) from git_changes all_of where all_of.commit_id = c.id) <= 30
  group by 1, 2, 3)`;

export async function recountHotspots(stage: RecountStage, files: string): Promise<void> {
  const linesOf = new Map(currentFiles(stage).map(({ path, lines }) => [path, lines]));
  for (const window of WINDOWS) {
    const { hotspots } = await stage.card("hotspots", { kind: "map", map: "hotspots" }, window);
    const { current } = await spansOf(stage, window);
    const rows = await rowsBySql<{ path: string; commits: number; people: number }>(
      stage,
      current,
      {},
      `, ${CHANGES.replace("$files", files)} select path, count(distinct commit)::int as commits, count(distinct person)::int as people
        from changed group by path`,
    );
    const spots = rows.map((row) => ({ ...row, lines: linesOf.get(row.path) ?? NaN }));
    const largest = Math.max(...spots.map(({ commits, lines }) => commits * lines));
    const expected = spots
      .map((spot) => ({
        repository: stage.repository,
        project: "tern",
        ...spot,
        score: (spot.commits * spot.lines) / largest,
      }))
      .toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
    expect(rounded(hotspots)).toEqual(rounded(expected));
    expect(hotspots.length).toBeGreaterThan(3);
  }
}

export async function recountCoupling(stage: RecountStage, files: string): Promise<void> {
  let pairs = 0;
  for (const window of WINDOWS) {
    const { coupling } = await stage.card("coupling", { kind: "coupling" }, window);
    const { current } = await spansOf(stage, window);
    const expected = await rowsBySql<{ a: string; b: string; together: number; share: number }>(
      stage,
      current,
      {},
      `, ${CHANGES.replace("$files", files)}, totals as (select path, count(*)::float8 as n from changed group by path)
        select one.path as a, other.path as b, count(*)::int as together, count(*) / min(least(x.n, y.n)) as share
        from changed one join changed other on other.commit = one.commit and other.path > one.path
        join totals x on x.path = one.path join totals y on y.path = other.path
        group by 1, 2 having count(*) >= 3 and count(*) / min(least(x.n, y.n)) >= 0.3`,
    );
    const inOrder = (rows: readonly { a: string; b: string; together: number; share: number }[]) =>
      rounded(rows.map(({ a, b, together, share }) => ({ a, b, together, share }))).toSorted((x, y) =>
        x.a + x.b < y.a + y.b ? -1 : 1,
      );
    expect(inOrder(coupling)).toEqual(inOrder(expected));
    pairs += coupling.length;
  }
  expect(pairs).toBeGreaterThan(0);
}

export async function recountComparison(stage: RecountStage): Promise<void> {
  const { query } = stage;
  const spans = await spansOf(stage, YEAR);
  const changesOf = async (filter: SqlFilter, of = spans) => {
    const changes = [];
    for (const metric of COMPARED_METRICS) changes.push(await changesBySql(stage, metric, of, filter));
    return rounded(changes);
  };
  const asked = async (by: "projects" | "sources" | "periods") => {
    const card = { kind: "comparison", by, project: by === "projects" ? null : "tern" } as const;
    const { members } = await stage.card("comparison", card);
    return members.map(({ id, is_earlier, changes }) => ({
      id,
      is_earlier,
      changes: rounded(
        changes.map(({ metric, current, previous }) => ({
          metric,
          current: { value: current.value, n: current.n },
          previous: { value: previous.value, n: previous.n },
        })),
      ),
    }));
  };
  const member = (id: string, changes: unknown, is_earlier = false) => ({ id, is_earlier, changes });
  const slugs = await asked("projects");
  expect(slugs.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    member("loom", await changesOf({ project: "loom" })),
    member("tern", await changesOf({ project: "tern" })),
  ]);
  const sources = await asked("sources");
  expect(sources.map(({ id }) => id).toSorted()).toEqual([...stage.trackers].toSorted());
  for (const source of sources)
    expect(source).toEqual(
      member(
        source.id,
        (await changesOf({ tracker: source.id })).filter(({ metric }) => METRICS[metric].needs !== "repository"),
      ),
    );
  const [year] = await query<{ start: string; end: string }>(`select
    ((timestamptz '${spans.current.start}' at time zone '${TIME_ZONE}' - interval '1 year') at time zone '${TIME_ZONE}')::text as start,
    ((timestamptz '${NOW.toISOString()}' at time zone '${TIME_ZONE}' - interval '1 year') at time zone '${TIME_ZONE}')::text as end`);
  expect(year).toBeDefined();
  const before = await changesOf({});
  expect(await asked("periods")).toEqual([member("current", before), member("before", before, true)]);
}
