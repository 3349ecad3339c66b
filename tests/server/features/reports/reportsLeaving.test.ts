/** Reports of receivers who leave while a report is made, and of processes that end between two steps. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Insertable, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../../../contract/durations.ts";
import type { Report, ReportRun } from "../../../../contract/insights/reports.ts";
import type { ReportsTable } from "../../../../server/db/schema/reportSchema.ts";
import { newId } from "../../../../server/db/newId.ts";
import { insertRuns, leaseDueRun } from "../../../../server/db/tables/insights/reportRuns.ts";
import { type Mailbox, openMailbox } from "../../mail/mailbox.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addCompany, addProject, addMember, restoreMembers } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { addVerifiedDomain, PATCH } from "../directory/scimServer.ts";

const MINUTE = 60_000;

onOneDatabase("reports between two steps", (engine) => {
  const folder = mkdtempSync(join(tmpdir(), "clew-slow-browser-"));
  const started = join(folder, "started");
  const go = join(folder, "go");
  let now = Date.parse("2026-11-02T10:00:00Z");
  let mailbox: Mailbox;
  let server: TestServer;
  let companyId: string;
  let owner: SignedInUser;
  let colleague: SignedInUser;
  let other: SignedInUser;
  let admin: SignedInUser;
  beforeAll(async () => {
    const browser = join(folder, "browser.sh");
    // A browser that is slow until the test allows it to continue.
    writeFileSync(browser, `#!/bin/sh\n: > ${started}\nwhile [ ! -e ${go} ]; do sleep 0.05; done\nexit 1\n`, {
      mode: 0o755,
    });
    mailbox = await openMailbox();
    server = await startTestServer(engine, {
      now: () => new Date(now),
      environment: {
        CLEW_SMTP_URL: mailbox.url,
        CLEW_MAIL_FROM: "Clew <clew@example.org>",
        CLEW_BROWSER: browser,
      },
    });
    companyId = await addCompany(server.db, { plan: "Enterprise" });
    owner = await signedIn(server.db, { companyId, email: "owner@example.org" });
    await server.db
      .updateTable("users")
      .set({ company_role: "Admin", keeps_password: true })
      .where("id", "=", owner.id)
      .execute();
    const work = await addProject(server.db, { companyId, ownerId: owner.id, slug: "work" });
    colleague = await signedIn(server.db, { companyId, email: "colleague@example.org" });
    other = await signedIn(server.db, { companyId, email: "other@example.org" });
    for (const { id } of [colleague, other]) await addMember(server.db, work, id, "Developer");
    admin = await signedIn(server.db, { companyId, email: "admin@example.org" });
    await server.db
      .updateTable("users")
      .set({ company_role: "Admin", keeps_password: true })
      .where("id", "=", admin.id)
      .execute();
  });
  afterAll(async () => {
    writeFileSync(go, "");
    await server.stop();
    await mailbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    now += 60 * MINUTE;
    rmSync(started, { force: true });
    rmSync(go, { force: true });
    mailbox.received.length = 0;
    await server.db.deleteFrom("reports").execute();
    await server.db.updateTable("users").set({ company_id: companyId, deactivated_at: null }).execute();
  });

  const call = (caller: SignedInUser, method: string, path: string, body?: unknown) =>
    server.call(method, `reports/${path}`, { token: caller.token, ...(body !== undefined && { body }) });
  const create = async (files: readonly string[]): Promise<Report> => {
    const { status, body } = await call(owner, "POST", "", {
      name: "Delivery",
      page: { kind: "insights", project: "work" },
      period: "3m",
      granularity: "weekly",
      schedule: { every: "day", hour: 8, weekday: 1, day: 1 },
      files,
      is_enabled: false,
      receivers: [owner.id, colleague.id, other.id],
    });
    expect(status).toBe(201);
    return body as Report;
  };
  const send = async (caller: SignedInUser, report: Report): Promise<ReportRun> =>
    (await call(caller, "POST", `${report.id}/send/`, {})).body as ReportRun;
  const stateOf = async (id: string) =>
    (await server.db.selectFrom("report_runs").select("state").where("id", "=", id).executeTakeFirst())?.state;
  const outbox = async (to: string) =>
    (
      await server.db
        .selectFrom("outbox")
        .select("id")
        .where("kind", "=", "report")
        .where("recipient", "=", to)
        .execute()
    ).length;

  test("a receiver who is taken out of the company while the report is printed gets none", async () => {
    const run = await send(colleague, await create(["pdf"]));
    await expect.poll(() => existsSync(started)).toBe(true);
    await server.db
      .updateTable("users")
      .set({ company_id: null, deactivated_at: new Date() })
      .where("id", "=", colleague.id)
      .execute();
    writeFileSync(go, "");
    await expect.poll(() => stateOf(run.id)).toBe("left");
    expect(await outbox("colleague@example.org")).toBe(0);
  });

  test("a receiver who left the project, may not sign in without single sign-on, or was deactivated, gets none", async () => {
    const report = await create([]);
    const membership = await server.db
      .selectFrom("project_members")
      .selectAll()
      .where("user_id", "=", colleague.id)
      .executeTakeFirstOrThrow();
    for (const change of [
      () => server.db.deleteFrom("project_members").where("user_id", "=", colleague.id).execute(),
      async () => {
        await restoreMembers(server.db, [membership]);
        await server.db.updateTable("companies").set({ sso_required: true }).execute();
      },
      () =>
        server.db
          .updateTable("users")
          .set({ company_id: null, deactivated_at: new Date() })
          .where("id", "=", colleague.id)
          .execute(),
    ]) {
      await change();
      const id = newId();
      await insertRuns(server.db, [
        {
          id,
          report_id: report.id,
          user_id: colleague.id,
          due_at: new Date(now),
          state: "waiting",
          next_attempt_at: new Date(now),
        },
      ]);
      now += 1000;
      await send(owner, report);
      await expect.poll(() => stateOf(id)).toBe("left");
    }
    expect(await outbox("colleague@example.org")).toBe(0);
    await server.db.updateTable("companies").set({ sso_required: false }).execute();
  });

  test("a mail that waits for the mail server is not sent to who has lost the project or left the report since", async () => {
    await sql`create function keep_mail() returns trigger language plpgsql as
      $$ begin new.state := 'kept'; return new; end $$`.execute(server.db);
    await sql`create trigger keep_mail before insert on outbox for each row execute function keep_mail()`.execute(
      server.db,
    );
    await server.db.deleteFrom("outbox").execute();
    const membership = await server.db
      .selectFrom("project_members")
      .selectAll()
      .where("user_id", "=", colleague.id)
      .executeTakeFirstOrThrow();
    const report = await create([]);
    for (const receiver of [owner, colleague, other]) {
      const run = await send(receiver, report);
      await expect.poll(() => stateOf(run.id)).toBe("sent");
      now += 1000;
    }
    await sql`drop trigger keep_mail on outbox`.execute(server.db);
    await sql`drop function keep_mail`.execute(server.db);
    await server.db.deleteFrom("project_members").where("user_id", "=", colleague.id).execute();
    expect((await call(other, "POST", `${report.id}/leave/`, {})).status).toBe(204);
    // The mails are sent by the clock of the machine, which is not that of the reports.
    const expires = new Date(Date.now() + DAY_MS);
    await server.db.updateTable("outbox").set({ state: "waiting", expires_at: expires }).execute();
    const states = async () =>
      Object.fromEntries(
        (await server.db.selectFrom("outbox").select(["recipient", "state"]).execute()).map((row) => [
          row.recipient,
          row.state,
        ]),
      );
    await expect
      .poll(states, { timeout: 20_000 })
      .toEqual({ "owner@example.org": "sent", "colleague@example.org": "failed", "other@example.org": "failed" });
    expect(mailbox.received.map(({ to }) => to)).toEqual([["owner@example.org"]]);
    await restoreMembers(server.db, [membership]);
  });

  test("a process that ends between the mail and the end of its transaction leaves one mail in all", async () => {
    const before = await outbox("owner@example.org");
    await sql`create function refuse_mail() returns trigger language plpgsql as
      $$ begin raise exception 'the process has ended'; end $$`.execute(server.db);
    await sql`create trigger refuse_mail after insert on outbox for each row execute function refuse_mail()`.execute(
      server.db,
    );
    const report = await create([]);
    const run = await send(owner, report);
    await expect
      .poll(async () =>
        (
          await server.db
            .selectFrom("report_runs")
            .select(["state", "next_attempt_at"])
            .where("id", "=", run.id)
            .executeTakeFirstOrThrow()
        ).next_attempt_at.getTime(),
      )
      .toBe(now + MINUTE);
    await sql`drop trigger refuse_mail on outbox`.execute(server.db);
    await sql`drop function refuse_mail`.execute(server.db);
    expect(await outbox("owner@example.org")).toBe(before);
    now += 2 * MINUTE;
    await send(colleague, report);
    await expect.poll(() => stateOf(run.id)).toBe("sent");
    expect(await outbox("owner@example.org")).toBe(before + 1);
  });

  test("a run whose attempts have each ended the process is given up", async () => {
    const report = await create([]);
    const id = newId();
    const due = new Date(now);
    const run = { id, report_id: report.id, user_id: colleague.id, due_at: due, next_attempt_at: due };
    await insertRuns(server.db, [{ ...run, state: "waiting", attempts: 4 }]);
    await send(owner, report);
    await expect.poll(() => stateOf(id)).toBe("failed");
  });

  test("two processes take a run once, and one that is asked for again is not made twice", async () => {
    const report = await create(["pdf"]);
    const first = await send(owner, report);
    await expect.poll(() => existsSync(started)).toBe(true);
    expect((await send(owner, report)).id).toBe(first.id);
    now += 1000;
    const id = newId();
    const due = new Date(now);
    await insertRuns(server.db, [
      { id, report_id: report.id, user_id: colleague.id, due_at: due, state: "waiting", next_attempt_at: due },
    ]);
    const lease = () => leaseDueRun(server.db, { now: due, leaseUntil: new Date(now + MINUTE), after: "" });
    const taken = await Promise.all([lease(), lease()]);
    expect(taken.filter((row) => row !== undefined).map((row) => row.id)).toEqual([id]);
    writeFileSync(go, "");
    await expect.poll(() => stateOf(first.id)).toBe("sent");
  });

  test("companies take turns, however many runs one of them has", async () => {
    const report = await create([]);
    const row = await server.db.selectFrom("reports").selectAll().where("id", "=", report.id).executeTakeFirstOrThrow();
    const otherId = await addCompany(server.db, { plan: "Enterprise" });
    const stranger = await signedIn(server.db, { companyId: otherId, email: "stranger@example.net" });
    const values = Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value !== null && typeof value === "object" && !(value instanceof Date) ? JSON.stringify(value) : value,
      ]),
    ) as unknown as Insertable<ReportsTable>;
    const foreign = { ...values, id: newId(), company_id: otherId, owner_id: stranger.id };
    await server.db.insertInto("reports").values(foreign).execute();
    // Later than any look of the server.
    const due = (seconds: number) => new Date(now + DAY_MS + seconds * 1000);
    const runOf = (reportId: string, userId: string, seconds: number) => ({
      id: newId(),
      report_id: reportId,
      user_id: userId,
      due_at: due(seconds),
      state: "waiting" as const,
      next_attempt_at: due(seconds),
    });
    const many = [1, 2, 3, 4].map((seconds) => runOf(report.id, owner.id, seconds));
    await insertRuns(server.db, [...many, runOf(foreign.id, stranger.id, 9)]);
    const taken: string[] = [];
    for (let after = ""; ;) {
      const run = await leaseDueRun(server.db, { now: due(10), leaseUntil: due(MINUTE), after });
      if (!run) break;
      taken.push((after = run.company_id));
    }
    expect(taken).toHaveLength(5);
    expect(taken.indexOf(otherId)).toBeLessThan(2);
  });

  // The last one: it ends the session of the owner.
  test("an owner whom the directory deactivates while the report is printed sends nothing more, and the run has the reason", async () => {
    await addVerifiedDomain(server.db, companyId, "example.org");
    const made = await server.call("POST", `companies/${companyId}/directory/tokens/`, {
      token: admin.token,
      body: { name: "Okta", expires_at: new Date(Date.now() + 30 * DAY_MS).toISOString() },
    });
    const { token } = made.body as { token: string };
    const scim = (method: string, path: string, body: object) =>
      fetch(`${server.url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
        body: JSON.stringify(body),
      });
    expect((await scim("POST", "/Users", { userName: "owner@example.org" })).status).toBe(201);
    const report = await create(["pdf"]);
    const sent = async () => [await outbox("colleague@example.org"), await outbox("other@example.org")];
    const before = await sent();
    // One is printed, and another waits.
    const printed = await send(colleague, report);
    await expect.poll(() => existsSync(started)).toBe(true);
    const waiting = newId();
    const due = new Date(now);
    const run = { report_id: report.id, user_id: other.id, due_at: due, next_attempt_at: due };
    await insertRuns(server.db, [{ ...run, id: waiting, state: "waiting" }]);
    expect(
      (await scim("PATCH", `/Users/${owner.id}`, PATCH({ op: "Replace", path: "active", value: "False" }))).status,
    ).toBe(200);
    writeFileSync(go, "");
    await expect.poll(() => stateOf(printed.id)).toBe("left");
    await expect.poll(() => stateOf(waiting)).toBe("left");
    expect(await sent()).toEqual(before);
    const [last] = (await call(colleague, "GET", `${report.id}/runs/`)).body as ReportRun[];
    expect(last?.detail).toBe("The report's owner has left the company.");
  });
});
