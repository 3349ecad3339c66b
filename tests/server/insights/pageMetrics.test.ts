/** Metrics over pages of wikis: each number is what SQL counts over the rows, and opens as many rows. */
import { sql, type Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import { addCompany, addProject, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";
import { addRandomPages, addWikiSource, newPageRow } from "./randomPages.ts";
import { NOW } from "./randomWork.ts";

const HOUR = 3_600_000;
/** What is counted, written from the promise: each page, and each moment of a page at which a version after the first was written. */
const ROWS = {
  pages: `select p.*, p.created_at as created, a.name as author, up.title as above from pages p join sources s on s.id = p.source_id
    left join pages up on up.source_id = p.source_id and up.external_id = p.parent_external_id
    left join page_versions v on v.page_id = p.id and v.created_at = p.created_at
    left join accounts a on a.id = v.author_id
    where p.project_id = $project and coalesce(a.is_bot, false) = false`,
  page_changes: `select * from (
      select distinct on (p.id, v.created_at) p.*, v.created_at as changed, p.created_at as created, a.name as author,
        a.is_bot, up.title as above
      from pages p join page_versions v on v.page_id = p.id and v.created_at > p.created_at
      left join pages up on up.source_id = p.source_id and up.external_id = p.parent_external_id
      left join accounts a on a.id = v.author_id
      where p.project_id = $project order by p.id, v.created_at, v.number desc
    ) known where coalesce(is_bot, false) = false`,
} as const;
const FILTERS: readonly (readonly [text: string, meaning: string])[] = [
  ["", "true"],
  ["label:guide", `labels @> '["guide"]'`],
  ["-label:ilan", `not labels @> '["İlan"]'`],
  ["author:ada", "author = 'ada'"],
  ["repo:handbook path:docs/", "space_key = 'DOCS'"],
  ['path:"page 1/" OR author:cem', "(above = 'Page 1' or author = 'cem')"],
];

onEachDatabase("metrics over pages of wikis", (engine) => {
  let database: TestDb;
  let index: OpenedIndex;
  let projectId: string;
  let wiki: string;
  let loaded: LoadedFacts;
  const window = windowOf("3m", "weekly", "Europe/Istanbul", NOW);
  const load = (before: LoadedFacts | null = null) =>
    loadFacts({ db: database.db, project: { id: projectId, slug: "pages" }, index }, before);
  const named = ({ facts }: LoadedFacts): NamedFacts => ({
    facts,
    name: "Pages",
    sourceNames: new Map([[wiki, "Handbook"]]),
  });
  const rowsOf = (of: "pages" | "page_changes", more: Partial<RowsDefinition> = {}): RowsDefinition => ({
    kind: "rows",
    of,
    at: of === "pages" ? "created" : "changed",
    filter: "",
    by: null,
    value: { kind: "count" },
    ...more,
  });
  const bySql = async (of: "pages" | "page_changes", at: string, meaning: string): Promise<number[]> => {
    const counts: number[] = [];
    for (const [bucket] of window.buckets.entries()) {
      const text = `select count(*)::int as n from (${ROWS[of].replaceAll("$project", `'${projectId}'`)}) items
        where "${at}" >= '${new Date(window.edges[bucket] ?? 0).toISOString()}'
          and "${at}" < '${new Date(window.edges[bucket + 1] ?? 0).toISOString()}'
          and "${at}" <= '${new Date(window.nowMs).toISOString()}' and ${meaning}`;
      const { rows } = await sql.raw<{ n: number }>(text).execute(database.db as unknown as Kysely<unknown>);
      counts.push(rows[0]?.n ?? -1);
    }
    return counts;
  };
  const countsOf = (definition: RowsDefinition, of = loaded) =>
    measureRows([named(of)], definition, window).series[0]?.n;

  const addWiki = (provider: "confluence" | "custom") => addWikiSource(database.db, projectId, provider);
  const pageRow = (id: string, created: Date, more: object = {}) => newPageRow({ wiki, projectId }, id, created, more);

  beforeAll(async () => {
    database = await openTestDb(engine);
    const companyId = await addCompany(database.db, { plan: "Enterprise" });
    const ownerId = await addUser(database.db, { companyId });
    projectId = await addProject(database.db, { companyId, ownerId, slug: "pages" });
    index = await new IndexCache(openBlobs({ driver: "files", folder: database.dataDir })).open(emptyManifest());
    wiki = await addWiki("confluence");
    await addRandomPages(database.db, { wiki, projectId });
    loaded = await load();
  });
  afterAll(() => database.close());

  describe.each(["pages", "page_changes"] as const)("%s", (of) => {
    test.each(FILTERS)("filtered by “%s” are what SQL counts, and open as many rows", async (filter, meaning) => {
      const times = of === "pages" ? (["created"] as const) : (["changed", "created"] as const);
      for (const at of times) {
        const expected = await bySql(of, at, meaning);
        expect(expected.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(3);
        expect(countsOf(rowsOf(of, { at, filter }))).toEqual(expected);
        const bucket = window.buckets[3]?.start;
        expect(rowsBehind([named(loaded)], rowsOf(of, { at, filter }), window, { bucket }).rows).toHaveLength(
          expected[3] ?? -1,
        );
      }
    });

    test.each([
      ["space", "space_name", 2],
      ["parent", "above", 4],
      ["label", null, 3],
      ["person", "author", 3],
    ] as const)("for each %s are what SQL counts for each of them", async (by, column, least) => {
      const { series } = measureRows([named(loaded)], rowsOf(of, { by }), window);
      expect(series.length - 1).toBeGreaterThanOrEqual(least);
      for (const { group, name, n, current } of series.slice(1)) {
        const has = column === null ? `labels @> '["${name}"]'` : `${column} = '${name}'`;
        const none = column === null ? "labels = '[]'" : `${column} is null`;
        expect(n, name).toEqual(await bySql(of, of === "pages" ? "created" : "changed", group === "" ? none : has));
        expect(rowsBehind([named(loaded)], rowsOf(of, { by }), window, { group: group ?? "" }).rows).toHaveLength(
          current.n,
        );
      }
    });
  });

  test("show the page with its address, who changed it and when", async () => {
    const behind = rowsBehind([named(loaded)], rowsOf("page_changes", { filter: "author:cem" }), window, {});
    const [row] = await presentViewRows(database.db, behind, 0, 1);
    expect(row).toMatchObject({
      kind: "page",
      title: expect.stringMatching(/^Page \d+$/),
      url: `https://example.org/wiki/${row?.id}`,
      person: "cem",
    });
    const changes = ROWS.page_changes.replaceAll("$project", `'${projectId}'`);
    const newest = await sql
      .raw<{ at: Date }>(
        `select max(changed) as at from (${changes}) items where author = 'cem' and changed <= '${NOW.toISOString()}'`,
      )
      .execute(database.db as unknown as Kysely<unknown>);
    expect(row?.at).toBe(new Date(newest.rows[0]?.at ?? 0).toISOString());
  });

  describe("after a change", () => {
    const created = new Date(NOW.getTime() - 10 * 24 * HOUR);
    const total = (definition: RowsDefinition, of: LoadedFacts) =>
      (countsOf(definition, of) ?? []).reduce((sum, n) => sum + n, 0);

    test("read the changed pages alone, and those whose versions came later", async () => {
      const { db } = database;
      expect((await load(loaded)).rows.pages).toBe(loaded.rows.pages);
      await insertRows(db, "pages", [pageRow("fresh", created)]);
      const added = await load(loaded);
      expect(added.rows.read).toBe(1);
      expect(total(rowsOf("pages"), added)).toBe(total(rowsOf("pages"), loaded) + 1);
      await db.updateTable("pages").set({ labels: '["late"]' }).where("id", "=", "fresh").execute();
      const labelled = await load(added);
      expect([labelled.rows.read, total(rowsOf("pages", { filter: "label:late" }), labelled)]).toEqual([1, 1]);
      const at = new Date(created.getTime() + HOUR);
      await insertRows(db, "page_versions", [{ page_id: "fresh", number: 2, author_id: null, created_at: at }]);
      const written = await load(labelled);
      expect(total(rowsOf("page_changes"), written)).toBe(total(rowsOf("page_changes"), labelled) + 1);
      await db.deleteFrom("pages").where("id", "=", "fresh").execute();
    });

    test("of a wiki count no page that its host has restricted since", async () => {
      const { db } = database;
      await insertRows(db, "pages", [
        pageRow("secret", created, { title: "Salaries", space_name: "Board", labels: '["pay"]' }),
        pageRow("below", created, { parent_external_id: "secret" }),
      ]);
      const open = await load(loaded);
      expect(total(rowsOf("pages", { filter: "path:salaries" }), open)).toBe(2);
      const behind = rowsBehind([named(open)], rowsOf("pages", { filter: "label:pay" }), window, {});
      await db.deleteFrom("pages").where("id", "=", "secret").execute();
      await db
        .insertInto("left_out_items")
        .values({
          source_id: wiki,
          subject: "page",
          external_id: "secret",
          kind: "restricted_page",
          parent_external_id: null,
        })
        .execute();
      await db
        .insertInto("restricted_items")
        .values({
          id: newId(),
          source_id: wiki,
          project_id: projectId,
          subject: "page",
          external_id: "secret",
          key: "",
          title: "Salaries",
          body: "",
          url: null,
          author: "ada",
          state: null,
          version: "1",
          created_at: created,
          updated_at: created,
        })
        .execute();
      const closed = await load(open);
      expect(total(rowsOf("pages"), closed)).toBe(total(rowsOf("pages"), open) - 1);
      expect(total(rowsOf("pages", { filter: "path:salaries OR label:pay" }), closed)).toBe(0);
      expect(JSON.stringify(closed.facts.pages)).not.toMatch(/Salaries|Board|pay/);
      // Figures of before the restriction open a row without its title and address.
      expect(await presentViewRows(db, behind, 0, 5)).toMatchObject([{ id: "secret", title: "", url: null }]);
      await db.deleteFrom("pages").where("id", "=", "below").execute();
    });

    test("of a custom source count the first version that was sent as a change where the page is older", async () => {
      const { db } = database;
      const pushed = await addWiki("custom");
      const late = new Date(created.getTime() + HOUR);
      const sent = { source_id: pushed, author_id: null };
      await insertRows(db, "pages", [
        pageRow("old", created, { ...sent, updated_at: late }),
        pageRow("new", created, sent),
        pageRow("drafted", created, { updated_at: late }),
      ]);
      await insertRows(
        db,
        "page_versions",
        [["old", late] as const, ["new", created] as const, ["drafted", late] as const].map(
          ([page_id, created_at]) => ({ page_id, number: 1, author_id: null, created_at }),
        ),
      );
      const sources = await load(loaded);
      const changes = total(rowsOf("page_changes"), sources) - total(rowsOf("page_changes"), loaded);
      expect([changes, total(rowsOf("pages"), sources) - total(rowsOf("pages"), loaded)]).toEqual([1, 3]);
    });
  });

  test("of a project of others see none of these pages", async () => {
    const companyId = await addCompany(database.db, { plan: "Enterprise" });
    const ownerId = await addUser(database.db, { companyId });
    const other = await addProject(database.db, { companyId, ownerId });
    const { facts } = await loadFacts({ db: database.db, project: { id: other, slug: "other" }, index });
    expect(facts.pages.ids).toEqual([]);
  });
});
