/** A clock that is set forward or back: no user is locked out permanently, and nothing waits until the time has caught up. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { invite, openInvitation } from "../../../server/access/invitations.ts";
import { findPrincipal, startSession } from "../../../server/access/sessions/sessions.ts";
import { leaseNextMail } from "../../../server/mail/outbox.ts";
import { newId } from "../../../server/db/newId.ts";
import { RateLimiter, SIGN_IN_LIMITS } from "../../../server/access/limits/RateLimiter.ts";
import { SyncProgress } from "../../../server/sync/source/SyncProgress.ts";
import { findSource } from "../../../server/sync/source/SyncedSource.ts";
import { dueSources } from "../../../server/sync/scheduling/dueSources.ts";
import { addCompany, addProject, addSource, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

onEachDatabase("a clock that jumps", (engine) => {
  let database: TestDb;
  let userId: string;
  let projectId: string;
  beforeAll(async () => {
    database = await openTestDb(engine);
    const companyId = await addCompany(database.db);
    userId = await addUser(database.db, { companyId });
    projectId = await addProject(database.db, { companyId, ownerId: userId });
  });
  afterAll(() => database.close());

  test("a session lives through a clock that was wrong in either direction", async () => {
    const { db } = database;
    const now = Date.now();
    const token = await startSession(db, userId, new Date(now));
    const at = (shift: number) => findPrincipal(db, token, new Date(now + shift));
    expect(await at(-3 * DAY)).toMatchObject({ id: userId });
    expect(await at(0)).toMatchObject({ id: userId });
    // Too far in the future the session counts as expired, and with the correct clock it is valid again.
    expect(await at(400 * DAY)).toBeUndefined();
    expect(await at(HOUR)).toMatchObject({ id: userId });
    // One that began while the clock was ahead is not taken for one that has not begun.
    const early = await startSession(db, userId, new Date(now + 2 * DAY));
    expect(await findPrincipal(db, early, new Date(now))).toMatchObject({ id: userId });
  });

  test.each([HOUR, 2 * DAY, -HOUR, -2 * DAY])("a sync reports its progress after a jump of %d ms", async (jump) => {
    const { db } = database;
    const id = await addSource(db, projectId, `https://example.org/progress/${jump}`);
    const source = await findSource(db, id);
    if (!source) throw new Error("It has just been added.");
    const progress = new SyncProgress(db, source);
    await progress.begin();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + jump });
    try {
      progress.report("files", 3, 7);
      const row = () =>
        db.selectFrom("sources").select(["sync_step", "sync_done"]).where("id", "=", id).executeTakeFirst();
      await expect.poll(row).toEqual({ sync_step: "files", sync_done: 3 });
      await progress.finish(7);
      await db.deleteFrom("sources").where("id", "=", id).execute();
    } finally {
      vi.useRealTimers();
    }
  });

  test("an invitation outlives a jump in either direction, and ends only by the clock that is right", async () => {
    const { db } = database;
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      for (const jump of [HOUR, 2 * DAY, -HOUR, -2 * DAY]) {
        // Made while the clock is wrong, used when it is right, and the other way round.
        for (const [made, used] of [
          [now + jump, now],
          [now, now + jump],
        ] as const) {
          vi.setSystemTime(made);
          const company = await addCompany(db);
          const { token } = await invite(db, { companyId: company, email: "", role: "Member", invitedBy: null });
          vi.setSystemTime(used);
          expect(await openInvitation(db, token)).toMatchObject({ company_id: company });
        }
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test("a source that was finished in the future is checked again", async () => {
    const { db } = database;
    const now = new Date();
    const finished = async (shift: number): Promise<string> => {
      const id = await addSource(db, projectId, `https://example.org/${shift}`);
      await db
        .updateTable("sources")
        .set({ sync_state: "ready", sync_finished_at: new Date(now.getTime() + shift) })
        .where("id", "=", id)
        .execute();
      return id;
    };
    const old = await finished(-HOUR);
    const fresh = await finished(-60_000);
    const future = await finished(30 * DAY);
    const slightly = await finished(20_000);
    const due = await dueSources(db, 15 * 60_000, now);
    expect(due.toSorted()).toEqual([old, future].toSorted());
    expect(due).not.toContain(fresh);
    expect(due).not.toContain(slightly);
  });

  test("a session that was used while the clock was ahead ends when it is idle by the right clock", async () => {
    const { db } = database;
    const now = Date.now();
    const token = await startSession(db, userId, new Date(now + 300 * DAY));
    expect(await findPrincipal(db, token, new Date(now))).toMatchObject({ id: userId });
    expect(await findPrincipal(db, token, new Date(now + 31 * DAY))).toBeUndefined();
  });

  test("a mail that was written while the clock was ahead is sent at once, and one that failed within half a day", async () => {
    const { db } = database;
    const now = Date.now();
    const kept = (attempts: number, shift: number) =>
      db
        .insertInto("outbox")
        .values({
          id: newId(),
          kind: "invitation",
          recipient: "a@example.org",
          language: "EN",
          subject: "An invitation",
          content: Buffer.from("sealed"),
          state: "waiting",
          attempts,
          created_at: new Date(now + shift),
          next_attempt_at: new Date(now + shift),
          expires_at: null,
          last_error: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
    const fresh = await kept(0, HOUR);
    const failed = await kept(2, 2 * DAY);
    await kept(1, HOUR);
    const taken = [
      await leaseNextMail(db, new Date(now)),
      await leaseNextMail(db, new Date(now)),
      await leaseNextMail(db, new Date(now)),
    ];
    expect(taken.map((row) => row?.id)).toEqual([fresh.id, failed.id, undefined]);
  });

  test("a limit that was reached while the clock was ahead holds for one window of the right clock", async () => {
    const now = Date.now();
    let at = now + 400 * DAY;
    const limiter = new RateLimiter(database.db, SIGN_IN_LIMITS, () => sql<Date>`${new Date(at)}::timestamptz`);
    const guess = async () => (await limiter.attempt("203.0.113.9", "late@example.org")).fail();
    for (let attempt = 0; attempt < SIGN_IN_LIMITS.perAccount!; attempt += 1) await guess();
    await expect(guess()).rejects.toThrow("Too many");
    at = now;
    await expect(guess()).rejects.toThrow("Too many");
    at = now + SIGN_IN_LIMITS.windowMs;
    await guess();
  });
});
