/** Companies take turns at reports on requests and at replies: one with thousands of them delays another by one. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { leaseReply } from "../../../server/db/tables/chats/replies.ts";
import {
  postponeCheckRuns,
  holdsCheckRun,
  queueCheckRuns,
  completeCheckRun,
  leaseCheckRun,
  updateCheckNote,
} from "../../../server/db/tables/requests/requestCheckRuns.ts";
import { addCompany, addProject, addSource, addUser } from "../rows.ts";
import { type TestDb, onEachDatabase, openTestDb } from "../testDb.ts";

const LEASE_MS = 60_000;
const MANY = 2000;

onEachDatabase("turns of companies", (engine) => {
  let database: TestDb;
  const sources: Record<string, string> = {};
  /** A company with a source for each of the names. */
  const addSources = async (slug: string, names: readonly string[]): Promise<void> => {
    const { db } = database;
    const companyId = await addCompany(db);
    const ownerId = await addUser(db, { companyId, email: `${slug}@example.org` });
    const projectId = await addProject(db, { companyId, ownerId, slug });
    for (const name of names) {
      const id = await addSource(db, projectId, `https://example.org/${name}.git`);
      sources[name] = id;
      const on = { source_id: id, blocking: "[]", language: "EN", enabled_by: ownerId };
      await db.insertInto("source_checks").values(on).execute();
    }
  };
  const addRequests = async (name: string, count: number): Promise<void> => {
    const id = sources[name] ?? "";
    await sql`
      insert into change_requests (id, source_id, project_id, external_id, number, key, title, body, state, is_draft, source_branch,
        target_branch, head_hash, labels, url, created_at, updated_at, details_at, read_version)
      select ${name} || ' ' || n, s.id, s.project_id, n, n, '#' || n, 'Change', '', 'open', false, 'topic', 'main', md5(n::text), '[]',
        'https://example.org/' || n, now(), now() + interval '1 minute', now(), 2
      from sources s, generate_series(1, ${count}::integer) n where s.id = ${id}`.execute(database.db);
  };
  const take = async (): Promise<string | undefined> => (await leaseCheckRun(database.db, LEASE_MS))?.id.split(" ")[0];
  beforeAll(async () => {
    database = await openTestDb(engine);
    await addSources("large", ["large", "large-too"]);
    await addSources("small", ["small"]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.db.deleteFrom("change_requests").execute();
    await database.db.updateTable("source_checks").set({ turn: "0", waits_until: null }).execute();
  });

  test("alternate, and one with 2,000 open requests delays another by one report", async () => {
    await addRequests("large", MANY);
    await addRequests("small", 1);
    await queueCheckRuns(database.db, MANY);
    const taken: (string | undefined)[] = [];
    for (let count = 0; count < 4; count += 1) {
      const run = await leaseCheckRun(database.db, LEASE_MS);
      taken.push(run?.id.split(" ")[0]);
      if (run) await completeCheckRun(database.db, run, "reported");
    }
    expect(taken.filter((name) => name === "small")).toEqual(["small"]);
    expect(taken.indexOf("small")).toBeLessThan(2);
  });

  test("have as many reports wait as each source may, so that none fills the queue", async () => {
    await addRequests("large", MANY);
    await addRequests("small", 3);
    await queueCheckRuns(database.db, 50);
    await queueCheckRuns(database.db, 50);
    const rows = await database.db
      .selectFrom("request_check_runs")
      .select(({ fn }) => ["source_id", fn.countAll<string>().as("count")])
      .groupBy("source_id")
      .execute();
    const counts = new Map(rows.map((row) => [row.source_id, Number(row.count)]));
    expect([counts.get(sources["large"] ?? ""), counts.get(sources["small"] ?? "")]).toEqual([50, 3]);
  });

  test("have one report of a source and two of a company in progress, also when processes take at once", async () => {
    await Promise.all([addRequests("large", 5), addRequests("large-too", 5), addRequests("small", 5)]);
    await queueCheckRuns(database.db, 50);
    const taken = await Promise.all(Array.from({ length: 8 }, take));
    expect(taken.filter((name) => name !== undefined).toSorted()).toEqual(["large", "large-too", "small"]);
    // The lease of a process that ended passes.
    await database.db
      .updateTable("request_check_runs")
      .set({ leased_until: new Date(0) })
      .execute();
    expect(await take()).toBeDefined();
  });

  test("wait where a host has asked one of them to, and a new head does not wait for the report of the old one", async () => {
    await Promise.all([addRequests("large", 2), addRequests("small", 2)]);
    await queueCheckRuns(database.db, 50);
    await postponeCheckRuns(database.db, sources["large"] ?? "", LEASE_MS);
    const run = await leaseCheckRun(database.db, LEASE_MS);
    expect([run?.id.split(" ")[0], await take()]).toEqual(["small", undefined]);
    await database.db
      .updateTable("change_requests")
      .set({ head_hash: "new" })
      .where("id", "=", run?.id ?? "")
      .execute();
    await queueCheckRuns(database.db, 50);
    if (run) await completeCheckRun(database.db, run, "reported");
    const states = database.db.selectFrom("request_check_runs").select("state").where("head_hash", "=", "new");
    expect(await states.execute()).toEqual([{ state: "waiting" }]);
    expect(await take()).toBe("small");
  });

  test("wait also with what is queued after the host has asked, and with other sources of the same account", async () => {
    const { db } = database;
    await db
      .updateTable("source_checks")
      .set({ account_id: "7" })
      .where("source_id", "=", sources["large"] ?? "")
      .execute();
    await db
      .updateTable("source_checks")
      .set({ account_id: "7" })
      .where("source_id", "=", sources["large-too"] ?? "")
      .execute();
    await postponeCheckRuns(db, sources["large"] ?? "", LEASE_MS);
    await postponeCheckRuns(db, sources["large"] ?? "", 1);
    await Promise.all([addRequests("large", 2), addRequests("large-too", 2), addRequests("small", 1)]);
    await queueCheckRuns(db, 50);
    expect([await take(), await take()]).toEqual(["small", undefined]);
    await db
      .updateTable("source_checks")
      .set({ waits_until: new Date(0) })
      .execute();
    expect(new Set([await take(), await take()])).toEqual(new Set(["large", "large-too"]));
    await db.updateTable("source_checks").set({ account_id: null }).execute();
  });

  test("are taken by a process once the report on the former head has ended, and a process that lost its lease changes nothing", async () => {
    const { db } = database;
    await addRequests("small", 1);
    await queueCheckRuns(db, 50);
    const former = await leaseCheckRun(db, LEASE_MS);
    if (!former) throw new Error("Nothing is due.");
    expect(await holdsCheckRun(db, former)).toBe(true);
    await db.updateTable("change_requests").set({ head_hash: "new" }).execute();
    await queueCheckRuns(db, 50);
    expect([await holdsCheckRun(db, former), await take()]).toEqual([false, undefined]);
    // Its process was stopped for longer than the lease.
    await db
      .updateTable("request_check_runs")
      .set({ leased_until: new Date(0) })
      .execute();
    const next = await leaseCheckRun(db, LEASE_MS);
    expect(next?.head).toBe("new");
    const note = { note_id: "1", note_by: "7", note_number: 1, note_removed: false };
    expect(await updateCheckNote(db, former, note)).toBe(false);
    await completeCheckRun(db, { ...former, head: "new" }, "refused");
    expect(next && (await holdsCheckRun(db, next))).toBe(true);
    if (next) await completeCheckRun(db, next, "reported");
    expect(await db.selectFrom("request_check_runs").select("state").execute()).toEqual([{ state: "reported" }]);
  });

  test("are repeated for a request that was closed at its host and is open with the same head", async () => {
    const { db } = database;
    await addRequests("small", 1);
    await queueCheckRuns(db, 50);
    const run = await leaseCheckRun(db, LEASE_MS);
    if (run) await completeCheckRun(db, run, "outdated");
    await queueCheckRuns(db, 50);
    expect(await take()).toBeUndefined();
    await db
      .updateTable("change_requests")
      .set({ updated_at: new Date(Date.now() + 120_000) })
      .execute();
    await queueCheckRuns(db, 50);
    expect(await take()).toBe("small");
  });

  test("leave drafts out where that was chosen, until they are ready for review", async () => {
    const { db } = database;
    await addRequests("small", 1);
    await db.updateTable("change_requests").set({ is_draft: true }).execute();
    await db.updateTable("source_checks").set({ drafts: false }).execute();
    await queueCheckRuns(db, 50);
    expect(await take()).toBeUndefined();
    await db.updateTable("change_requests").set({ is_draft: false }).execute();
    await queueCheckRuns(db, 50);
    expect(await take()).toBe("small");
  });

  test("take turns at replies too", async () => {
    const { db } = database;
    for (const [name, count] of [
      ["large", MANY],
      ["small", 1],
    ] as const) {
      const id = sources[name] ?? "";
      await sql`
        insert into reply_settings (source_id, enabled_at, uses_app, account_id, account, language, template, mentions, names_all)
        values (${id}, now(), true, 'a', 'a', 'EN', '', false, false)`.execute(db);
      await sql`
        insert into issues (id, source_id, project_id, external_id, key, title, body, state, labels, url, created_at, updated_at, comments_count)
        select ${name} || ' ' || n, s.id, s.project_id, n, '#' || n, 'Issue', '', 'open', '[]', '', now(), now(), 0
        from sources s, generate_series(1, ${count}::integer) n where s.id = ${id}`.execute(db);
      await sql`
        insert into issue_replies (issue_id, source_id, state, is_wanted, print)
        select id, source_id, 'due', true, '' from issues where source_id = ${id}`.execute(db);
    }
    const rows = [await leaseReply(db, LEASE_MS), await leaseReply(db, LEASE_MS), await leaseReply(db, LEASE_MS)];
    expect(new Set(rows.map((row) => row?.issue_id.split(" ")[0]))).toEqual(new Set(["large", "small", undefined]));
    await db
      .updateTable("reply_settings")
      .set({ waits_until: new Date(Date.now() + LEASE_MS) })
      .execute();
    await db.updateTable("issue_replies").set({ leased_until: null }).execute();
    expect(await leaseReply(db, LEASE_MS)).toBeUndefined();
  });
});
