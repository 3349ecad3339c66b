/** Work in progress and flow efficiency against plain SQL over the rows of issues and of their changes. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Facts } from "../../../server/engines/insights/facts.ts";
import { drillDown } from "../../../server/engines/insights/drillDown.ts";
import { measure, notesOf } from "../../../server/engines/insights/measure.ts";
import { windowOf } from "../../../server/engines/insights/periods.ts";
import { loadFacts } from "../../../server/features/insights/facts/loadFacts.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import { insertRows } from "../../../server/db/insertRows.ts";
import { newId } from "../../../server/db/newId.ts";
import { addCompany, addProject, addUser, addSource } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

const NOW = new Date("2026-11-18T12:00:00Z");
const HOUR_MS = 3_600_000;
const ALL = { repository: [], tracker: [], person: [], label: [], type: [] };
/** Statuses of the issues; the last one has no category. */
const STATUSES = ["To Do", "Doing", "Review", "Done", "Ancient"] as const;
const CATEGORIES = { "To Do": "todo", Doing: "in_progress", Review: "in_progress", Done: "done" } as const;
const ISSUES = 150;

/** The same numbers in each run, from 0 up to and without 1 (Park and Miller's generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

onEachDatabase("metrics of statuses", (engine) => {
  let database: TestDb;
  let index: OpenedIndex;
  let id: string;
  let tracker: string;
  let facts: Facts;
  const load = async () => ({ facts } = await loadFacts({ db: database.db, project: { id, slug: "flow" }, index }));
  beforeAll(async () => {
    database = await openTestDb(engine);
    const { db, dataDir } = database;
    const companyId = await addCompany(db, { plan: "Enterprise" });
    const ownerId = await addUser(db, { companyId });
    id = await addProject(db, { companyId, ownerId, slug: "flow" });
    tracker = await addSource(db, id, "https://jira.example/browse/FLOW");
    await insertRows(
      db,
      "issue_statuses",
      Object.entries(CATEGORIES).map(([name, category]) => ({ source_id: tracker, name, category })),
    );
    const next = numbers(7);
    for (let number = 1; number <= ISSUES; number += 1) await addIssue(number, next);
    index = await new IndexCache(createFileBlobs(dataDir)).open(emptyManifest());
    await load();
  });
  afterAll(() => database.close());

  /** An issue that moves at random, some of them to a status that means nothing any more; a third have never moved. */
  async function addIssue(number: number, next: () => number): Promise<void> {
    const created = NOW.getTime() - Math.floor(next() * 160 * 24) * HOUR_MS;
    const moves: { readonly from: string; readonly to: string; readonly at: number }[] = [];
    let at = created;
    let status: string = STATUSES[Math.floor(next() * 2)] ?? "";
    for (let left = Math.floor(next() * 6) - 1; left > 0; left -= 1) {
      at += Math.floor(1 + next() * 400) * HOUR_MS;
      const to = STATUSES[Math.floor(next() * (number % 5 === 0 ? 5 : 4))] ?? "";
      if (at >= NOW.getTime()) break;
      if (to === status) continue;
      moves.push({ from: status, to, at });
      status = to;
    }
    const closed = status === "Done" ? (moves.at(-1)?.at ?? null) : null;
    const issue = newId();
    await insertRows(database.db, "issues", [
      {
        id: issue,
        source_id: tracker,
        project_id: id,
        external_id: String(number),
        number,
        key: `FLOW-${number}`,
        title: `Issue ${number}`,
        body: "",
        state: closed === null ? ("open" as const) : ("closed" as const),
        url: "",
        author_id: null,
        labels: "[]",
        status,
        comments_count: 0,
        created_at: new Date(created).toISOString(),
        updated_at: new Date(at).toISOString(),
        closed_at: closed === null ? null : new Date(closed).toISOString(),
      },
    ]);
    await insertRows(
      database.db,
      "issue_events",
      moves.map((move, place) => ({
        id: newId(),
        issue_id: issue,
        external_id: `${number}:${place}`,
        type: "status",
        actor_id: null,
        detail: `${move.from} → ${move.to}`,
        created_at: new Date(move.at).toISOString(),
      })),
    );
  }

  const window = windowOf("3m", "weekly", "Europe/Istanbul", NOW);
  const seriesOf = (metric: string, series = "value") => {
    const found = measure([facts], ALL, window).find((one) => one.metric === metric && one.series === series);
    if (!found) throw new Error(`no series ${metric} ${series}`);
    return found;
  };
  const ends = window.buckets.map((_, bucket) => Math.min(window.edges[bucket + 1] ?? 0, NOW.getTime()));

  test("work in progress is how many open issues were in each category at the end of each week", async () => {
    const found = { todo: [] as number[], in_progress: [] as number[] };
    for (const end of ends) {
      const until = new Date(end).toISOString();
      const { rows } = await sql<{ todo: number; in_progress: number }>`
        select count(*) filter (where s.category = 'todo')::int as todo,
          count(*) filter (where s.category = 'in_progress')::int as in_progress
        from issues i
        join issue_statuses s on s.source_id = i.source_id and s.name = coalesce(
          (select split_part(e.detail, ' → ', 2) from issue_events e
            where e.issue_id = i.id and e.created_at < ${until}::timestamptz order by e.created_at desc limit 1),
          (select split_part(e.detail, ' → ', 1) from issue_events e
            where e.issue_id = i.id order by e.created_at limit 1),
          i.status)
        where i.project_id = ${id} and i.created_at < ${until}::timestamptz
          and (i.closed_at is null or i.closed_at >= ${until}::timestamptz)`.execute(database.db);
      found.todo.push(rows[0]?.todo ?? 0);
      found.in_progress.push(rows[0]?.in_progress ?? 0);
    }
    expect(Math.min(...found.todo, ...found.in_progress)).toBeGreaterThan(0);
    expect(seriesOf("work_in_progress", "todo").values).toEqual(found.todo);
    expect(seriesOf("work_in_progress", "in_progress").values).toEqual(found.in_progress);
  });

  test("flow efficiency is the mean part of the time of closed issues that was work", async () => {
    const { rows } = await sql<{ key: string; share: number; closed: Date }>`
      with stays as (
        select e.issue_id, split_part(e.detail, ' → ', 1) as status,
          lag(e.created_at, 1, i.created_at) over (partition by e.issue_id order by e.created_at) as entered,
          e.created_at as left_at
        from issue_events e join issues i on i.id = e.issue_id where i.project_id = ${id}
        union all
        select i.id, i.status, max(e.created_at), i.closed_at
        from issues i join issue_events e on e.issue_id = i.id where i.project_id = ${id} group by i.id
      )
      select i.key, i.closed_at as closed,
        coalesce(sum(extract(epoch from left_at - entered)) filter (where s.category = 'in_progress'), 0)::float
          / extract(epoch from i.closed_at - i.created_at)::float as share
      from issues i join stays on stays.issue_id = i.id
      left join issue_statuses s on s.source_id = i.source_id and s.name = stays.status
      where i.project_id = ${id} and i.closed_at > i.created_at
      group by i.id
      having bool_and(s.category is not null or entered = left_at)`.execute(database.db);
    const shares = ends.map((_, bucket) =>
      rows.flatMap(({ share, closed }) => {
        const at = closed.getTime();
        return at >= (window.edges[bucket] ?? 0) && at < (window.edges[bucket + 1] ?? 0) ? [share] : [];
      }),
    );
    const { values, n } = seriesOf("flow_efficiency");
    expect(n).toEqual(shares.map(({ length }) => length));
    expect(n.filter((one) => one > 1).length).toBeGreaterThan(3);
    const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;
    const means = shares.map((own) =>
      own.length === 0 ? null : rounded(own.reduce((sum, one) => sum + one, 0) / own.length),
    );
    expect(values.map((value) => (value === null ? null : rounded(value)))).toEqual(means);
    const left = rows.length - shares.flat().length;
    expect(left).toBeGreaterThan(0);
  });

  test("what is left out is counted, and each number opens its rows", () => {
    const series = measure([facts], ALL, window);
    const n = (metric: string) => series.find((one) => one.metric === metric)?.current.n ?? 0;
    expect(notesOf([facts], series)).toContainEqual({
      metric: "flow_efficiency",
      code: "without_status_changes",
      count: n("issues_closed") - n("flow_efficiency"),
    });
    expect(n("issues_closed")).toBeGreaterThan(n("flow_efficiency"));
    for (const name of ["todo", "in_progress"]) {
      const { n: counts, current } = seriesOf("work_in_progress", name);
      window.buckets.forEach(({ start }, bucket) => {
        const rows = drillDown([facts], ALL, window, { metric: "work_in_progress", series: name, bucket: start });
        expect(rows).toHaveLength(counts[bucket] ?? -1);
      });
      expect(drillDown([facts], ALL, window, { metric: "work_in_progress", series: name })).toHaveLength(current.n);
    }
  });

  test("a category that becomes known counts without a change of any issue", async () => {
    const { db } = database;
    const before = seriesOf("work_in_progress", "in_progress").current.value ?? 0;
    const known = await loadFacts({ db, project: { id, slug: "flow" }, index });
    await insertRows(db, "issue_statuses", [{ source_id: tracker, name: "Ancient", category: "in_progress" }]);
    ({ facts } = await loadFacts({ db, project: { id, slug: "flow" }, index }, known));
    expect(seriesOf("work_in_progress", "in_progress").current.value ?? 0).toBeGreaterThan(before);
    await db.deleteFrom("issue_statuses").where("name", "=", "Ancient").execute();
    await load();
  });

  test("a tracker without statuses has neither, and a note reports it", async () => {
    const { db } = database;
    await db.deleteFrom("issue_statuses").execute();
    await load();
    for (const [metric, series] of [
      ["work_in_progress", "todo"],
      ["work_in_progress", "in_progress"],
      ["flow_efficiency", "value"],
    ] as const)
      expect(seriesOf(metric, series).values.every((value) => value === null)).toBe(true);
    expect(notesOf([facts], measure([facts], ALL, window)).filter(({ code }) => code === "no_statuses")).toHaveLength(
      2,
    );
  });
});
