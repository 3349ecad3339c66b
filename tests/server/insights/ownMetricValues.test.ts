/** Random metrics over random rows: each number is what SQL counts, and each drill-down has as many rows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COUNTABLES, type CountableName } from "../../../contract/insights/ownMetricRules.ts";
import type {
  Aggregate,
  OwnMetricDefinition,
  RowsDefinition,
  RowValue,
} from "../../../contract/insights/ownMetrics.ts";
import { windowOf } from "../../../server/engines/insights/periods.ts";
import type { NamedFacts } from "../../../server/engines/metrics/countables.ts";
import { MetricMeasurer, type MetricNode } from "../../../server/engines/metrics/measureOwn.ts";
import { measureRows, rowsBehind } from "../../../server/engines/metrics/measureRows.ts";
import { loadFacts } from "../../../server/features/insights/facts/loadFacts.ts";
import { openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";
import { bySql, FILTERS, type SqlRows } from "./plainSql.ts";
import { addRandomWork, NOW, randomFrom } from "./randomWork.ts";

const SEED = Number(process.env["METRICS_SEED"] ?? 21);
const THINGS: readonly SqlRows[] = ["issues", "requests", "reviews", "commits"];
/** Times that the SQL has as columns. */
const TIMES: Readonly<Record<SqlRows, readonly RowsDefinition["at"][]>> = {
  issues: ["opened", "closed", "answered"],
  requests: ["opened", "merged", "reviewed"],
  reviews: ["reviewed", "opened", "merged"],
  commits: ["committed"],
};

type Value = number | null | undefined;

/** The buckets whose value is not what SQL computes. */
function differences(
  values: readonly Value[] | undefined,
  expected: readonly { readonly value: number | null }[],
): { readonly at: number; readonly found: Value; readonly value: number | null }[] {
  return expected.flatMap(({ value }, at) => {
    const found = values?.[at];
    const isSame = typeof found === "number" && value !== null ? Math.abs(found - value) < 5e-7 : found === value;
    return isSame ? [] : [{ at, found, value }];
  });
}

onEachDatabase("own metrics", (engine) => {
  let database: TestDb;
  let projectId: string;
  let named: NamedFacts;
  const window = windowOf("3m", "weekly", "Europe/Istanbul", NOW);
  beforeAll(async () => {
    database = await openTestDb(engine);
    const companyId = await addCompany(database.db, { plan: "Enterprise" });
    const ownerId = await addUser(database.db, { companyId });
    projectId = await addProject(database.db, { companyId, ownerId, slug: "random" });
    await addRandomWork(database.db, projectId, SEED);
    const blobs = openBlobs({ driver: "files", folder: database.dataDir });
    const index = await new IndexCache(blobs).open(emptyManifest());
    const { facts } = await loadFacts({ db: database.db, project: { id: projectId, slug: "random" }, index });
    named = { facts, name: "Random", sourceNames: new Map() };
  });
  afterAll(() => database.close());

  test("are what SQL counts in each bucket, and open as many rows", async () => {
    const random = randomFrom(SEED);
    const some = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const valueOf = (of: SqlRows): RowValue => {
      const times = TIMES[of];
      const { numbers } = COUNTABLES[of];
      const [from, to] = [some(times), some(times)];
      return numbers.length === 0 || (random() < 0.6 && from !== to)
        ? { kind: "between", from, to }
        : { kind: "number", name: some(numbers) };
    };
    const kinds = ["count", "per_week", "share", "sum", "average", "median", "percentile"] as const;
    let measured = 0;
    for (let run = 0; run < 120; run += 1) {
      const of = some(THINGS);
      const [filter, filterMeaning] = some(FILTERS[of]);
      const [part, partMeaning] = some(FILTERS[of].slice(1));
      const kind = some(kinds);
      const value: Aggregate =
        kind === "count" || kind === "per_week"
          ? { kind }
          : kind === "share"
            ? { kind, part }
            : kind === "percentile"
              ? { kind, p: some([10, 50, 75, 90]), of: valueOf(of) }
              : { kind, of: valueOf(of) };
      const definition: RowsDefinition = { kind: "rows", of, at: some(TIMES[of]), filter, by: null, value };
      const expected = await bySql(
        database.db,
        projectId,
        definition,
        { filter: filterMeaning, part: partMeaning },
        window,
      );
      const [whole] = measureRows([named], definition, window).series;
      const label = JSON.stringify(definition);
      expect(whole?.n, label).toEqual(expected.map(({ n }) => n));
      expect(differences(whole?.values, expected), label).toEqual([]);
      measured += expected.filter(({ value: found }) => found !== null && found !== 0).length;
      const bucket = some(window.buckets).start;
      const behind = rowsBehind([named], definition, window, { bucket });
      expect(behind.rows.length, label).toBe(whole?.n[window.buckets.findIndex(({ start }) => start === bucket)]);
    }
    expect(measured).toBeGreaterThan(300);
  });

  describe("groups", () => {
    const SEVERAL: readonly string[] = ["label", "milestone", "sprint"];
    test.each(["label", "person", "priority", "milestone", "sprint", "field:Team", "project"] as const)(
      "by %s open as many rows as they count",
      (by) => {
        const definition: RowsDefinition = {
          kind: "rows",
          of: "issues",
          at: "opened",
          filter: "",
          by,
          value: { kind: "count" },
        };
        const { series } = measureRows([named], definition, window);
        expect(series.length).toBeGreaterThan(1);
        for (const { group, current } of series.slice(1)) {
          const { rows } = rowsBehind([named], definition, window, { group: group ?? "" });
          expect(rows).toHaveLength(current.n);
        }
        const counted = series.slice(1).reduce((sum, { current }) => sum + current.n, 0);
        const all = series[0]?.current.n ?? NaN;
        // An issue counts at each of its labels, milestones and sprints.
        expect(SEVERAL.includes(by) ? counted > all : counted === all).toBe(true);
      },
    );

    test.each([
      ["label", (value: string) => `labels ? '${value}'`],
      ["milestone", (value: string) => `milestones ? '${value}'`],
      ["sprint", (value: string) => `facts -> 'sprints' ? '${value}'`],
      ["field:team", (value: string) => `facts -> 'custom_fields' @> '[{"name":"Team","values":["${value}"]}]'`],
    ] as const)("by %s are what SQL counts for each of them", async (by, meaning) => {
      const value: Aggregate = { kind: "percentile", p: 75, of: { kind: "between", from: "opened", to: "closed" } };
      const definition: RowsDefinition = { kind: "rows", of: "issues", at: "closed", filter: "", by, value };
      const groups = measureRows([named], definition, window).series.filter(({ group }) => group);
      expect(groups.length).toBeGreaterThan(1);
      for (const { group, values, n } of groups) {
        const expected = await bySql(
          database.db,
          projectId,
          definition,
          { filter: meaning(group ?? ""), part: "true" },
          window,
        );
        expect(n, group ?? "").toEqual(expected.map((point) => point.n));
        expect(differences(values, expected), group ?? "").toEqual([]);
      }
    });

    test("of a custom field that is a text there are none", () => {
      const value: Aggregate = { kind: "count" };
      const definition: RowsDefinition = {
        kind: "rows",
        of: "issues",
        at: "opened",
        filter: "",
        by: "field:Notes",
        value,
      };
      expect(measureRows([named], definition, window).series.map(({ group }) => group)).toEqual([null, ""]);
    });
  });

  test("by custom fields are compared as searches compare them, and read once for a whole filter", () => {
    const fields = named.facts.fields.map((text) => text.replace("Team", "Ekip Adı").replace("Core", "IŞIK"));
    let reads = 0;
    const facts = Object.defineProperty({ ...named.facts }, "fields", { get: () => ((reads += 1), fields) });
    const counted = (filter: string, of = named, by: RowsDefinition["by"] = null) => {
      const value: Aggregate = { kind: "count" };
      const definition: RowsDefinition = { kind: "rows", of: "issues", at: "opened", filter, by, value };
      return measureRows([of], definition, window).series.map(({ group, current }) => [group, current.n]);
    };
    const turkish = { ...named, facts };
    const expected = counted("field:Team=Core");
    expect(expected[0]?.[1]).toBeGreaterThan(0);
    for (const filter of ["Ekip Adı=IŞIK", "ekip adı=ışık", "EKİP ADI=IŞIK", "Ekip Adı=ış*"])
      expect(counted(`field:"${filter}"`, turkish), filter).toEqual(expected);
    expect(counted("", turkish, "field:EKİP ADI")).toHaveLength(counted("", named, "field:Team").length);
    reads = 0;
    counted(Array.from({ length: 40 }, (_, at) => `field:a=${at}`).join(" OR "), turkish);
    expect(reads).toBeLessThan(5);
  });

  describe("the examples of the documentation", () => {
    const between = (from: RowsDefinition["at"], to: RowsDefinition["at"]): RowValue => ({ kind: "between", from, to });
    const definitionOf = (
      of: SqlRows,
      at: RowsDefinition["at"],
      value: Aggregate,
      more: Partial<RowsDefinition> = {},
    ): RowsDefinition => ({ kind: "rows", of, at, filter: "", by: null, value, ...more });
    const outages = { filter: "label:outage" };
    const EXAMPLES: Readonly<Record<string, readonly [definition: RowsDefinition, meaning: string]>> = {
      "frequency of delivery": [definitionOf("requests", "merged", { kind: "per_week" }), "true"],
      "lead time of changes": [
        definitionOf("requests", "merged", { kind: "median", of: between("opened", "merged") }),
        "true",
      ],
      "time to restore": [
        definitionOf("issues", "closed", { kind: "median", of: between("opened", "closed") }, outages),
        "labels @> '[\"outage\"]'",
      ],
      "flow of work": [
        definitionOf("issues", "closed", { kind: "percentile", p: 75, of: between("opened", "closed") }),
        "true",
      ],
      "triage of support": [
        definitionOf("issues", "opened", { kind: "percentile", p: 50, of: between("opened", "answered") }),
        "true",
      ],
    };
    test.each(Object.entries(EXAMPLES))("%s is what SQL counts", async (_, [definition, filter]) => {
      const expected = await bySql(database.db, projectId, definition, { filter, part: "true" }, window);
      const [whole] = measureRows([named], definition, window).series;
      expect(whole?.n).toEqual(expected.map(({ n }) => n));
      expect(differences(whole?.values, expected)).toEqual([]);
    });

    test("the rate of failures is outages by merges, and the load of reviews adds up", async () => {
      const all = { filter: "true", part: "true" };
      const count = { kind: "count" } as const;
      const node = (name: string, definition: OwnMetricDefinition) => ({ id: name, projectId: null, name, definition });
      const metrics = [
        node("Outages", definitionOf("issues", "opened", count, outages)),
        node("Merged", definitionOf("requests", "merged", count)),
        node("Rate", { kind: "formula", text: "[Outages] / [Merged]", unit: "share" }),
      ];
      const [rate] = new MetricMeasurer([named], metrics, window).measure(metrics[2] as MetricNode).series;
      const opened = definitionOf("issues", "opened", count);
      const filter = "labels @> '[\"outage\"]'";
      const failed = await bySql(database.db, projectId, opened, { filter, part: "true" }, window);
      const merged = await bySql(database.db, projectId, definitionOf("requests", "merged", count), all, window);
      const sum = (points: readonly { readonly n: number }[]) => points.reduce((total, { n }) => total + n, 0);
      expect(rate?.current.value).toBeCloseTo(sum(failed) / sum(merged), 9);
      const load = measureRows([named], definitionOf("reviews", "reviewed", count, { by: "reviewer" }), window).series;
      for (const name of ["ada", "cem", "lale"]) {
        const meaning = { filter: `reviewer = '${name}'`, part: "true" };
        const points = await bySql(database.db, projectId, definitionOf("reviews", "reviewed", count), meaning, window);
        expect(load.find((one) => one.name === name)?.n).toEqual(points.map(({ n }) => n));
      }
    });
  });

  test("a formula is computed in each bucket, and has no value where one of its metrics has none", () => {
    const rows = (id: string, of: CountableName, at: RowsDefinition["at"], filter: string) => ({
      id,
      projectId: null,
      name: id,
      definition: { kind: "rows", of, at, filter, by: null, value: { kind: "count" } } as const,
    });
    const metrics = [rows("Opened", "issues", "opened", ""), rows("Outages", "issues", "opened", "label:outage")];
    const formula = {
      id: "f",
      projectId: null,
      name: "f",
      definition: { kind: "formula", text: "100 * [outages] / [Opened]", unit: "number" } as const,
    };
    const measurer = new MetricMeasurer([named], [...metrics, formula], window);
    const [opened, outages] = metrics.map((metric) => measurer.measure(metric).series[0]);
    const [whole] = measurer.measure(formula).series;
    expect(whole?.values).toEqual(
      window.buckets.map((_, at) =>
        opened?.values[at] ? (100 * (outages?.values[at] ?? 0)) / opened.values[at] : null,
      ),
    );
    expect(whole?.current.value).toBeGreaterThan(0);
  });
});
