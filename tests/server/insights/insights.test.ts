import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INSIGHT_PERIODS } from "../../../contract/constants.ts";
import { METRIC_IDS, METRICS } from "../../../contract/insights/metrics.ts";
import { measure, percentile } from "../../../server/engines/insights/measure.ts";
import type { Facts } from "../../../server/engines/insights/facts.ts";
import { loadFacts } from "../../../server/features/insights/facts/loadFacts.ts";
import { bucketOf, windowOf } from "../../../server/engines/insights/periods.ts";
import { drillDown } from "../../../server/engines/insights/drillDown.ts";
import type { InsightFilter } from "../../../server/engines/insights/scope.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import { openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";
import { addGolden, NOW } from "./golden.ts";

const ALL: InsightFilter = { repository: [], tracker: [], person: [], label: [], type: [] };

describe("calendar buckets", () => {
  test("are ISO weeks from Monday, whole at the beginning and partial at the end", () => {
    const { buckets } = windowOf("30d", "weekly", "Europe/Istanbul", NOW);
    expect(buckets.map(({ start }) => start)).toEqual([
      "2026-10-19",
      "2026-10-26",
      "2026-11-02",
      "2026-11-09",
      "2026-11-16",
    ]);
    expect(buckets.at(-1)).toEqual({ start: "2026-11-16", end: "2026-11-23", partial: true });
    expect(buckets.filter(({ partial }) => partial)).toHaveLength(1);
  });

  test("begin at the company's midnight, with 25 hours on the day when the clock goes back", () => {
    const { edges, buckets } = windowOf("30d", "weekly", "Europe/Berlin", NOW);
    const hours = [...edges].slice(1).map((edge, i) => (edge - (edges[i] ?? 0)) / 3_600_000);
    expect(buckets[0]?.start).toBe("2026-10-19");
    expect(hours).toEqual([169, 168, 168, 168, 168]);
    expect(new Date(edges[0] ?? 0).toISOString()).toBe("2026-10-18T22:00:00.000Z");
  });

  test("the comparison has as many buckets and ends where the period begins", () => {
    const { edges, previousStart } = windowOf("3m", "monthly", "UTC", NOW);
    expect([...edges].map((edge) => new Date(edge).toISOString().slice(0, 10))).toEqual([
      "2026-08-01",
      "2026-09-01",
      "2026-10-01",
      "2026-11-01",
      "2026-12-01",
    ]);
    expect(new Date(previousStart).toISOString()).toBe("2026-04-01T00:00:00.000Z");
  });

  test("quarters and years are those of the calendar", () => {
    expect(windowOf("1y", "quarterly", "UTC", NOW).buckets.map(({ start }) => start)).toEqual([
      "2025-10-01",
      "2026-01-01",
      "2026-04-01",
      "2026-07-01",
      "2026-10-01",
    ]);
    expect(windowOf("5y", "yearly", "UTC", NOW).buckets.map(({ start }) => start)).toHaveLength(6);
  });

  test("every pair of the specification has buckets that follow one another without a gap", () => {
    for (const [period, granularities] of Object.entries(INSIGHT_PERIODS)) {
      for (const granularity of granularities) {
        const { buckets } = windowOf(
          period as keyof typeof INSIGHT_PERIODS,
          granularity,
          "America/New_York",
          new Date("2027-01-01T04:59:59Z"),
        );
        expect(buckets.slice(1).map(({ start }) => start)).toEqual(buckets.slice(0, -1).map(({ end }) => end));
        expect(buckets.at(-1)?.partial).toBe(true);
      }
    }
  });

  test("a moment belongs to the bucket that it begins", () => {
    const edges = Float64Array.of(10, 20, 30);
    expect([9, 10, 19, 20, 29, 30, 31].map((at) => bucketOf(edges, at))).toEqual([-1, 0, 0, 1, 1, 2, 2]);
  });
});

test("percentiles lie between neighbours in proportion", () => {
  expect(percentile(Float64Array.of(), 0.5)).toBeNull();
  expect(percentile(Float64Array.of(7), 0.9)).toBe(7);
  expect(percentile(Float64Array.of(1, 2, 3, 4), 0.5)).toBe(2.5);
  expect(percentile(Float64Array.of(1, 2, 3, 4, 5), 0.9)).toBeCloseTo(4.6);
});

onEachDatabase("the golden project", (engine) => {
  let database: TestDb;
  let facts: Facts;
  let ids: Awaited<ReturnType<typeof addGolden>>;
  beforeAll(async () => {
    database = await openTestDb(engine);
    const { db, dataDir } = database;
    const companyId = await addCompany(db, { plan: "Enterprise" });
    const ownerId = await addUser(db, { companyId });
    const id = await addProject(db, { companyId, ownerId, slug: "golden" });
    ids = await addGolden(db, id);
    const index = await new IndexCache(openBlobs({ driver: "files", folder: dataDir })).open(emptyManifest());
    ({ facts } = await loadFacts({ db, project: { id, slug: "golden" }, index }));
  });
  afterAll(() => database.close());

  const weekly = (timeZone = "Europe/Istanbul") => windowOf("30d", "weekly", timeZone, NOW);
  const seriesOf = (metric: string, series = "value", filter = ALL, timeZone?: string) => {
    const found = measure([facts], filter, weekly(timeZone)).find(
      (one) => one.metric === metric && one.series === series,
    );
    if (!found) throw new Error(`no series ${metric} ${series}`);
    return found;
  };

  // Weeks: 19 Oct, 26 Oct, 2 Nov, 9 Nov, 16 Nov (until now).
  const rounded = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : Math.round(value * 1000) / 1000));
  test.each([
    ["issues_opened", "value", [3, 0, 0, 1, 1], [3, 0, 0, 1, 1]],
    // #3 was closed on Monday 26 October, 02:30 in Istanbul.
    ["issues_closed", "value", [2, 1, 0, 0, 0], [2, 1, 0, 0, 0]],
    ["issues_net", "value", [1, -1, 0, 1, 1], [5, 1, 0, 1, 1]],
    ["issues_open", "value", [1, 0, 0, 1, 2], [1, 0, 0, 1, 2]],
    // Fewer than three values have no median: they are in `few`, below.
    ["lead_time", "median", [null, null, null, null, null], [2, 1, 0, 0, 0]],
    ["lead_time", "p75", [null, null, null, null, null], [2, 1, 0, 0, 0]],
    ["lead_time", "p90", [null, null, null, null, null], [2, 1, 0, 0, 0]],
    ["first_response", "median", [null, null, null, null, null], [2, 0, 0, 0, 0]],
    ["unanswered", "value", [0.333, null, null, 1, 1], [3, 0, 0, 1, 1]],
    ["open_age", "median", [null, null, null, null, null], [1, 0, 0, 1, 2]],
    // #1, #2 (closed twice in that week, once reopened), then #3.
    ["reopen_rate", "value", [0.5, 0, null, null, null], [2, 1, 0, 0, 0]],
    ["time_in_state", "To do", [null, null, null, null, null], [0, 0, 0, 1, 0]],
    ["time_in_state", "Doing", [null, null, null, null, null], [0, 0, 0, 1, 0]],
    ["requests_opened", "value", [2, 0, 0, 0, 2], [2, 0, 0, 0, 2]],
    ["requests_merged", "value", [2, 0, 0, 0, 0], [2, 0, 0, 0, 0]],
    ["first_review", "median", [null, null, null, null, null], [1, 0, 0, 0, 0]],
    ["unreviewed", "value", [0.5, null, null, null, 1], [2, 0, 0, 0, 1]],
    ["cycle_time", "median", [null, null, null, null, null], [2, 0, 0, 0, 0]],
    ["request_size", "median", [null, null, null, null, null], [1, 0, 0, 0, 0]],
    ["commits", "value", [3, 0, 0, 0, 1], [3, 0, 0, 0, 1]],
    // Ada's two addresses are one person.
    ["contributors", "value", [2, 0, 0, 0, 1], [2, 0, 0, 0, 1]],
    // The last week's only commit has not been counted yet: a gap, not 0.
    ["churn", "value", [19, 0, 0, 0, null], [3, 0, 0, 0, 0]],
  ])("%s, %s", (metric, series, values, n) => {
    const found = seriesOf(metric, series);
    expect(rounded(found.values)).toEqual(values);
    expect(found.n).toEqual(n);
  });

  test.each([
    ["lead_time", "median", [[48, 96], [24], [], [], []]],
    ["first_response", "median", [[2, 6], [], [], [], []]],
    // At the end of the first week #3 is a day and a bit old (from 23:30 to 21:00 UTC), in the last #4 and #5.
    ["open_age", "median", [[0.896], [], [], [5.875], [2.563, 8.5]]],
    ["time_in_state", "Doing", [[], [], [], [48], []]],
    ["first_review", "median", [[4], [], [], [], []]],
    ["cycle_time", "median", [[2, 24], [], [], [], []]],
    ["request_size", "median", [[35], [], [], [], []]],
    // Counts and higher percentiles have none.
    ["lead_time", "p90", [[], [], [], [], []]],
    ["commits", "value", [[], [], [], [], []]],
  ])("%s, %s: values that are too few for a median are given themselves", (metric, series, few) => {
    expect(seriesOf(metric, series).few.map((values) => rounded(values))).toEqual(few);
  });

  test("three values have a median, and neither a 75th nor a 90th percentile", () => {
    const of = (series: string) => seriesOf("lead_time", series).current;
    expect(of("median")).toEqual({ value: 48, n: 3 });
    expect([of("p75").value, of("p90").value]).toEqual([null, null]);
  });

  test("throughput is per week, and of a week that is not over only the days that are", () => {
    const { values } = seriesOf("throughput");
    expect(rounded(values)).toEqual([2, 1, 0, 0, 0]);
  });

  test("there is no value for the time before the first known one", () => {
    const { values, n } = measure([facts], ALL, windowOf("6m", "monthly", "UTC", NOW))[0] ?? { values: [], n: [] };
    expect(values).toEqual([null, null, null, null, null, 3, 2]);
    expect(n).toEqual([0, 0, 0, 0, 0, 3, 2]);
    expect(seriesOf("issues_opened").previous).toEqual({ value: null, n: 0 });
  });

  test("the time zone decides about the night between Sunday and Monday", () => {
    expect(seriesOf("issues_opened", "value", ALL, "Europe/Istanbul").values).toEqual([3, 0, 0, 1, 1]);
    expect(seriesOf("issues_opened", "value", ALL, "Europe/Berlin").values).toEqual([3, 0, 0, 2, 0]);
  });

  test.each<[string, Partial<InsightFilter>, string, number[]]>([
    ["a label", { label: ["ui"] }, "issues_opened", [1, 0, 0, 0, 0]],
    ["a label that nothing has", { label: ["none"] }, "issues_opened", [0, 0, 0, 0, 0]],
  ])("narrowed to %s", (_, filter, metric, values) => {
    expect(seriesOf(metric, "value", { ...ALL, ...filter }).values).toEqual(values);
  });

  test("narrowed to a person: what they opened or are assigned to, and what they committed", () => {
    const cem = { ...ALL, person: [ids.cem] };
    expect(seriesOf("issues_opened", "value", cem).values).toEqual([1, 0, 0, 1, 1]);
    expect(seriesOf("commits", "value", cem).values).toEqual([1, 0, 0, 0, 1]);
    expect(seriesOf("requests_opened", "value", cem).values).toEqual([1, 0, 0, 0, 1]);
    const ada = { ...ALL, person: [ids.ada] };
    expect(seriesOf("commits", "value", ada).values).toEqual([2, 0, 0, 0, 0]);
  });

  test("narrowed to a source", () => {
    expect(seriesOf("issues_opened", "value", { ...ALL, tracker: [ids.tracker] }).current.value).toBe(5);
    expect(seriesOf("issues_opened", "value", { ...ALL, tracker: ["another"] }).current.value).toBe(0);
    expect(seriesOf("commits", "value", { ...ALL, repository: [ids.repository] }).current.value).toBe(4);
    expect(seriesOf("requests_opened", "value", { ...ALL, repository: [ids.repository] }).current.value).toBe(0);
  });

  test("every number is made of exactly the rows that it opens", () => {
    const filters = [
      ALL,
      { ...ALL, person: [ids.ada] },
      { ...ALL, label: ["bug"] },
      { ...ALL, tracker: [ids.tracker] },
    ];
    let compared = 0;
    for (const [period, granularities] of Object.entries(INSIGHT_PERIODS)) {
      for (const granularity of granularities) {
        const window = windowOf(period as keyof typeof INSIGHT_PERIODS, granularity, "Europe/Berlin", NOW);
        for (const filter of filters) {
          for (const { metric, series, n, values, current } of measure([facts], filter, window)) {
            const whole = drillDown([facts], filter, window, { metric, series });
            expect([metric, whole.length]).toEqual([metric, current.n]);
            window.buckets.forEach(({ start }, i) => {
              const rows = drillDown([facts], filter, window, { metric, series, bucket: start });
              expect([metric, start, rows.length]).toEqual([metric, start, n[i]]);
              compared += 1;
              const { shape } = METRICS[metric];
              if ((shape !== "count" && shape !== "level") || values[i] === null || metric === "throughput") return;
              expect(rows.reduce((sum, { value }) => sum + value, 0)).toBe(values[i]);
            });
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  test("two projects together count as one", () => {
    const both = measure([facts, facts], ALL, weekly());
    const one = measure([facts], ALL, weekly());
    expect(both.find(({ metric }) => metric === "commits")?.current.value).toBe(
      2 * (one.find(({ metric }) => metric === "commits")?.current.value ?? 0),
    );
    expect(both.find(({ metric, series }) => metric === "lead_time" && series === "median")?.current.value).toBe(
      one.find(({ metric, series }) => metric === "lead_time" && series === "median")?.current.value,
    );
  });

  test("each metric is there", () => {
    const said = new Set(measure([facts], ALL, weekly()).map(({ metric }) => metric));
    expect([...said].toSorted()).toEqual([...METRIC_IDS].toSorted());
  });
});
