/** Metrics over releases: each number is what SQL counts over the rows, and opens as many rows. */
import { sql, type Kysely } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RowsDefinition } from "../../../contract/insights/ownMetrics.ts";
import { insertRows } from "../../../server/db/insertRows.ts";
import { newId } from "../../../server/db/newId.ts";
import type { LoadedFacts } from "../../../server/engines/insights/factColumns.ts";
import { windowOf } from "../../../server/engines/insights/periods.ts";
import type { NamedFacts } from "../../../server/engines/metrics/countables.ts";
import { measureRows, rowsBehind } from "../../../server/engines/metrics/measureRows.ts";
import { loadFacts } from "../../../server/features/insights/facts/loadFacts.ts";
import { presentViewRows } from "../../../server/features/insights/present.ts";
import { openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import { accountRow, addCompany, addProject, addSource, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";
import { addIssues } from "./summaryRows.ts";
import { addRandomWork, NOW, randomFrom } from "./randomWork.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** What is counted, written from the promise. */
const RELEASES = `select r.published_at as published, r.tag, a.name as author, s.name as repo from releases r
  join sources s on s.id = r.source_id left join accounts a on a.id = r.author_id
  where r.project_id = $project and r.published_at is not null and not r.is_prerelease`;
const FILTERS: readonly (readonly [text: string, meaning: string])[] = [
  ["", "true"],
  ["ref:v1.*", "tag like 'v1.%'"],
  ["tag:nightly", "tag = 'nightly'"],
  ["-ref:NIGHTLY author:rel", "tag <> 'nightly' and author = 'release-bot'"],
  ["repo:app", "repo = 'app'"],
];

onEachDatabase("metrics over releases", (engine) => {
  let database: TestDb;
  let index: OpenedIndex;
  let projectId: string;
  let ownerId: string;
  let companyId: string;
  let loaded: LoadedFacts;
  const sources: string[] = [];
  const window = windowOf("3m", "weekly", "Europe/Istanbul", NOW);
  const load = (before: LoadedFacts | null = null, id = projectId) =>
    loadFacts({ db: database.db, project: { id, slug: "releases" }, index }, before);
  const named = ({ facts }: LoadedFacts): NamedFacts => ({
    facts,
    name: "Releases",
    sourceNames: new Map(sources.map((id, at) => [id, at === 0 ? "app" : "site"])),
  });
  const rowsOf = (more: Partial<RowsDefinition> = {}): RowsDefinition => ({
    kind: "rows",
    of: "releases",
    at: "published",
    filter: "",
    by: null,
    value: { kind: "count" },
    ...more,
  });
  const query = async <Row>(text: string): Promise<Row[]> =>
    (
      await sql
        .raw<Row>(text.replaceAll("$project", `'${projectId}'`))
        .execute(database.db as unknown as Kysely<unknown>)
    ).rows;
  const bySql = async (meaning: string): Promise<number[]> => {
    const counts: number[] = [];
    for (const [bucket] of window.buckets.entries()) {
      const [row] = await query<{ n: number }>(`select count(*)::int as n from (${RELEASES}) items
        where published >= '${new Date(window.edges[bucket] ?? 0).toISOString()}'
          and published < '${new Date(window.edges[bucket + 1] ?? 0).toISOString()}'
          and published <= '${NOW.toISOString()}' and ${meaning}`);
      counts.push(row?.n ?? -1);
    }
    return counts;
  };
  const countsOf = (definition: RowsDefinition, of = loaded) =>
    measureRows([named(of)], definition, window).series[0]?.n;
  const total = (definition: RowsDefinition, of: LoadedFacts): number =>
    measureRows([named(of)], definition, window).series[0]?.current.n ?? -1;
  const releaseRow = (source: string, tag: string, at: number | null, more: object = {}) => ({
    id: newId(),
    source_id: source,
    project_id: projectId,
    external_id: newId(),
    tag,
    name: "",
    body: "",
    url: `https://example.org/releases/${tag}`,
    author_id: null,
    is_prerelease: false,
    created_at: new Date(at ?? NOW.getTime()),
    published_at: at === null ? null : new Date(at),
    ...more,
  });
  const addRepository = async (name: string, inProject = projectId): Promise<string> => {
    const id = await addSource(database.db, inProject, `https://example.org/${name}.git`);
    await database.db.updateTable("sources").set({ name }).where("id", "=", id).execute();
    return id;
  };

  beforeAll(async () => {
    database = await openTestDb(engine);
    const { db } = database;
    companyId = await addCompany(db, { plan: "Enterprise" });
    ownerId = await addUser(db, { companyId });
    projectId = await addProject(db, { companyId, ownerId, slug: "releases" });
    index = await new IndexCache(openBlobs({ driver: "files", folder: database.dataDir })).open(emptyManifest());
    sources.push(await addRepository("app"), await addRepository("site"));
    await addRandomWork(db, projectId, 3);
    const [app = ""] = sources;
    await insertRows(
      db,
      "accounts",
      ["ada", "release-bot"].map((name) =>
        accountRow({ id: name, source_id: app, external_id: name, login: name, name, is_bot: name !== "ada" }),
      ),
    );
    const random = randomFrom(8);
    await insertRows(
      db,
      "releases",
      Array.from({ length: 60 }, (_, at) =>
        releaseRow(
          sources[at % 2] ?? "",
          random() < 0.3 ? "nightly" : `v${at % 3}.${at}`,
          random() < 0.1 ? null : NOW.getTime() - 150 * DAY + Math.floor(random() * 160 * DAY),
          { author_id: [null, "ada", "release-bot"][at % 3], is_prerelease: random() < 0.2, name: `Release ${at}` },
        ),
      ),
    );
    loaded = await load();
  });
  afterAll(() => database.close());

  test.each(FILTERS)("filtered by “%s” are what SQL counts, and open as many rows", async (filter, meaning) => {
    const expected = await bySql(meaning);
    expect(expected.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(3);
    expect(countsOf(rowsOf({ filter }))).toEqual(expected);
    for (const [at, { start }] of window.buckets.entries())
      expect(rowsBehind([named(loaded)], rowsOf({ filter }), window, { bucket: start }).rows).toHaveLength(
        expected[at] ?? -1,
      );
  });

  test.each([
    ["source", "repo"],
    ["person", "author"],
  ] as const)("for each %s are what SQL counts for each of them", async (by, column) => {
    const { series } = measureRows([named(loaded)], rowsOf({ by }), window);
    expect(series.length).toBeGreaterThan(2);
    for (const { group, name, n } of series.slice(1))
      expect(n, name).toEqual(await bySql(group === "" ? `${column} is null` : `${column} = '${name}'`));
  });

  test("show their name, tag, address and who published them", async () => {
    const behind = rowsBehind([named(loaded)], rowsOf({ filter: "author:ada" }), window, {});
    const [row] = await presentViewRows(database.db, behind, 0, 1);
    const [newest] = await query<{ published: Date; tag: string }>(
      `select * from (${RELEASES}) items where author = 'ada' and published <= '${NOW.toISOString()}' order by published desc limit 1`,
    );
    expect(row).toMatchObject({
      kind: "release",
      key: newest?.tag,
      title: expect.stringMatching(/^Release \d+$/),
      url: `https://example.org/releases/${newest?.tag}`,
      at: newest?.published.toISOString(),
      person: "ada",
    });
  });

  test("place a merged request at the first release after its merge", async () => {
    const times = { kind: "between", from: "merged", to: "released" } as const;
    const definition: RowsDefinition = {
      ...rowsOf(),
      of: "requests",
      at: "released",
      value: { kind: "average", of: times },
    };
    const [measured] = measureRows([named(loaded)], definition, window).series;
    // The requests are of a tracker, which has no commits: the releases of the project count.
    for (const [bucket, n] of (measured?.n ?? []).entries()) {
      const [row] = await query<{ n: number; hours: number | null }>(`
        select count(*)::int as n, avg(extract(epoch from released - merged_at) / 3600)::float8 as hours from (
          select r.merged_at, (select min(published) from (${RELEASES}) published where published >= r.merged_at) as released
          from change_requests r join accounts a on a.id = r.author_id
          where r.project_id = $project and not a.is_bot and r.merged_at is not null
        ) items where released >= '${new Date(window.edges[bucket] ?? 0).toISOString()}'
          and released < '${new Date(window.edges[bucket + 1] ?? 0).toISOString()}' and released <= '${NOW.toISOString()}'`);
      expect(n).toBe(row?.n);
      const hours = row?.hours ?? null;
      expect(measured?.values[bucket] === null).toBe(hours === null);
      expect(measured?.values[bucket] ?? 0).toBeCloseTo(hours ?? 0, 6);
    }
    expect(measured?.current.n).toBeGreaterThan(10);
  });

  test("failed where an incident followed before the next one, each once, as known at the end of a period", async () => {
    const expected = async (from: number, to: number, filter: string, known = NOW.getTime()) => {
      const until = new Date(known).toISOString();
      const [row] = await query<{ n: number; value: number | null }>(`with counted as (
          select * from (${RELEASES}) items where ${filter}
        ), incidents as (
          select i.created_at as opened from issues i join accounts a on a.id = i.author_id
          where i.project_id = $project and not a.is_bot and i.labels @> '["outage"]' and i.created_at <= '${until}'
        )
        select count(*)::int as n, avg(case when exists (select from incidents where opened >= published and opened < coalesce(
            (select min(next.published) from counted next where next.published > counted.published), 'infinity'
          )) then 1.0 else 0.0 end)::float8 as value
        from counted where published >= '${new Date(from).toISOString()}' and published < '${new Date(to).toISOString()}'
          and published <= '${until}'`);
      return { n: row?.n ?? -1, value: row?.value ?? null };
    };
    for (const [filter, meaning] of FILTERS.slice(0, 2)) {
      const value = { kind: "followed", issues: "label:outage" } as const;
      const [rate] = measureRows([named(loaded)], rowsOf({ filter, value }), window).series;
      const { edges, previousStart, previousEnd } = window;
      const points = await Promise.all(
        window.buckets.map((_, at) => expected(edges[at] ?? 0, edges[at + 1] ?? 0, meaning)),
      );
      expect(rate?.n).toEqual(points.map(({ n }) => n));
      for (const [at, point] of points.entries()) expect(rate?.values[at] ?? -1).toBeCloseTo(point.value ?? -1, 9);
      expect(rate?.current).toEqual(await expected(edges[0] ?? 0, edges.at(-1) ?? 0, meaning));
      expect(rate?.previous).toEqual(await expected(previousStart, previousEnd, meaning, previousEnd));
      expect(rate?.current.value).toBeGreaterThan(0.1);
      // Incidents for each release would be more than one here.
      expect(rate?.current.value).toBeLessThan(0.95);
    }
  });

  test("failed at most once for many incidents, and those of one moment together", async () => {
    const { db } = database;
    const id = await addProject(db, { companyId, ownerId, slug: "failing" });
    const repository = await addRepository("failing", id);
    const at = (days: number): number => NOW.getTime() - days * DAY;
    const published = [30, 20, 20, 10, 5];
    const rows = published.map((days, i) => ({ ...releaseRow(repository, `v${i}`, at(days)), project_id: id }));
    await insertRows(db, "releases", rows);
    await addIssues(
      db,
      id,
      [40, 19, 18, 17, 10].map((days) => at(days)),
    );
    const value = { kind: "followed", issues: "state:open" } as const;
    const { series } = measureRows([named(await load(null, id))], rowsOf({ value }), window);
    // Five incidents, of which the first was before any release: two releases of one moment failed, and the one of that very moment.
    expect(series[0]?.current).toEqual({ value: 3 / 5, n: 5 });
  });

  test("are read again when one is added, changed or removed, and kept otherwise", async () => {
    const { db } = database;
    expect((await load(loaded)).rows.releases).toBe(loaded.rows.releases);
    const row = releaseRow(sources[0] ?? "", "v9", NOW.getTime() - DAY);
    await insertRows(db, "releases", [row]);
    const added = await load(loaded);
    expect(total(rowsOf(), added)).toBe(total(rowsOf(), loaded) + 1);
    await db.updateTable("releases").set({ is_prerelease: true }).where("id", "=", row.id).execute();
    expect(total(rowsOf(), await load(added))).toBe(total(rowsOf(), loaded));
    const behind = rowsBehind([named(added)], rowsOf({ filter: "ref:v9" }), window, {});
    await db.deleteFrom("releases").where("id", "=", row.id).execute();
    expect(await presentViewRows(db, behind, 0, 5)).toMatchObject([{ id: row.id, title: "", url: null }]);
  });

  test("are the tags of a project without releases, those of one commit once", async () => {
    const { db } = database;
    const other = await addProject(db, { companyId, ownerId, slug: "tags" });
    const repository = await addRepository("tool", other);
    const [author] = await db
      .insertInto("git_authors")
      .values({ source_id: repository, name: "ada", email: "ada@example.org" })
      .returning(["id"])
      .execute();
    const at = (days: number): Date => new Date(NOW.getTime() - days * DAY);
    const hashes = ["a", "b", "c"].map((sign) => sign.repeat(40));
    await insertRows(
      db,
      "git_commits",
      hashes.slice(0, 2).map((hash, i) => ({
        source_id: repository,
        hash,
        author_id: author?.id ?? 0,
        authored_at: at(i + 1),
        committed_at: at(i + 1),
        message: "Release",
        parents: 1,
      })),
    );
    await insertRows(
      db,
      "git_tags",
      (
        [
          ["v1", 0],
          ["v1.2.3", 0],
          ["v1.2.2", 1],
          ["elsewhere", 2],
        ] as const
      ).map(([name, commit]) => ({
        source_id: repository,
        name,
        hash: hashes[commit] ?? "",
        forks: null,
        committed_at: null,
      })),
    );
    const tagged = await load(null, other);
    const behind = rowsBehind([named(tagged)], rowsOf(), window, {});
    expect(await presentViewRows(db, behind, 0, 5)).toMatchObject([
      { kind: "release", id: hashes[0], title: "v1.2.3", key: "", url: null, at: at(1).toISOString(), person: null },
      { kind: "release", id: hashes[1], title: "v1.2.2" },
    ]);
    // A draft is no release of the project; a published preview is one, so that its tags are none.
    const preview = { ...releaseRow(repository, "v2", null), project_id: other, is_prerelease: true };
    await insertRows(db, "releases", [preview]);
    expect(total(rowsOf(), await load(tagged, other))).toBe(2);
    await db
      .updateTable("releases")
      .set({ published_at: at(1) })
      .where("id", "=", preview.id)
      .execute();
    expect(total(rowsOf(), await load(tagged, other))).toBe(0);
  });

  test("of a project of others are none of these, and of a project without a source have no value", async () => {
    const empty = await addProject(database.db, { companyId, ownerId, slug: "empty" });
    const { facts } = await load(null, empty);
    expect(facts.releases.ids).toEqual([]);
    const { series } = measureRows([{ facts, name: "Empty", sourceNames: new Map() }], rowsOf(), window);
    expect(series[0]?.current).toEqual({ value: null, n: 0 });
  });
});
