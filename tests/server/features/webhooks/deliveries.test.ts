/** Many deliveries of a host: none of their changes is lost, and what a sync will read anyway costs no further statement. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { HostData } from "../../../../server/demo/hosts/hostData.ts";
import { DAY_MS } from "../../../../contract/durations.ts";
import { newId } from "../../../../server/db/newId.ts";
import { trackerData, trackerIssue } from "../../../providers/trackerData.ts";
import { addProject, READ_SOURCE } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type AppStage, startAppStage } from "../apps/appStage.ts";

onOneDatabase("deliveries", (engine) => {
  let stage: AppStage;
  let data: HostData;
  let tracker: string;
  let installationHostId: number;
  let hook: { url: string; secret: string };
  /** Holds the answer to the events, which a sync reads after the issues. */
  let gate: PromiseWithResolvers<void> | undefined;
  let held: PromiseWithResolvers<void>;
  beforeAll(async () => {
    data = trackerData(3);
    stage = await startAppStage(engine, data);
    stage.host.fault = (request) =>
      gate && request.endsWith("/issues/events")
        ? async (_response, answer) => {
            held.resolve();
            await gate?.promise;
            await answer();
          }
        : undefined;
    const { id, installation } = await stage.install(await stage.register());
    installationHostId = installation.id;
    const { companyId, admin } = stage.people;
    await addProject(stage.server.db, { companyId, ownerId: admin.id, slug: "maze" });
    const body = { provider: "github", url: `${stage.host.url}/${stage.work.path}`, installation_id: id };
    const linked = await stage.server.call("POST", "projects/maze/trackers/", { token: admin.token, body });
    tracker = (linked.body as { id: string }).id;
    const made = await stage.server.call("POST", `sources/${tracker}/webhook/`, { token: admin.token });
    hook = made.body as { url: string; secret: string };
  });
  afterAll(() => stage.stop());
  beforeEach(async () => {
    gate = undefined;
    held = Promise.withResolvers();
    await settled();
  });

  const row = () =>
    stage.server.db
      .selectFrom("sources")
      .select(["sync_state", "sync_again", "sync_finished_at", sql<string>`xmin::text`.as("version")])
      .where("id", "=", tracker)
      .executeTakeFirstOrThrow();
  const settled = async () => {
    await expect
      .poll(async () => ((await row()).sync_again ? "again" : (await row()).sync_state), { timeout: 60_000 })
      .toBe("ready");
  };
  const toApp = (id?: string) =>
    stage.host.deliver(
      "issues",
      {
        action: "edited",
        installation: { id: installationHostId },
        repository: { html_url: `${stage.host.url}/${stage.work.path}` },
        issue: { updated_at: new Date().toISOString() },
      },
      { ...(id !== undefined && { id }) },
    );
  const toSource = (secret = hook.secret) =>
    stage.host.deliver(
      "issues",
      { action: "edited", issue: { updated_at: new Date().toISOString() } },
      { secret, to: stage.server.url + new URL(hook.url).pathname },
    );
  const keys = async () => {
    const rows = await stage.server.db.selectFrom("issues").select("key").orderBy("number").execute();
    return rows.map(({ key }) => key);
  };
  const open = (number: number) => {
    const at = new Date().toISOString();
    data.issues.push(trackerIssue(number, { createdAt: at, updatedAt: at, closedAt: null, state: "open" }));
  };
  /** Each sync reads the events once. */
  const syncs = () => stage.host.requests.filter((request) => request.includes("/issues/events?")).length;

  test.each([
    ["an app", toApp, 4],
    ["a source", toSource, 5],
  ] as const)(
    "to the webhook of %s: what is opened while a sync has read past it is read by one sync that follows",
    async (_of, deliver, number) => {
      const before = syncs();
      gate = Promise.withResolvers();
      expect(await deliver()).toMatchObject({ status: 202, accepted: true });
      await held.promise;
      open(number);
      const answers = await Promise.all(Array.from({ length: 20 }, () => deliver()));
      expect(new Set(answers.map(({ accepted }) => accepted))).toEqual(new Set([true]));
      expect(await keys()).not.toContain(`#${number}`);
      gate.resolve();
      await expect.poll(keys, { timeout: 60_000 }).toContain(`#${number}`);
      await settled();
      expect(syncs() - before).toBe(2);
    },
    120_000,
  );

  test("a source whose sync waits is not written by further deliveries, and gets no second job", async () => {
    await stage.server.db
      .updateTable("sources")
      .set({ sync_state: "queued", waits_for: "host", resume_at: new Date(Date.now() + 3_600_000) })
      .where("id", "=", tracker)
      .execute();
    const { version } = await row();
    const jobs = async () => {
      const counted = sql<{ n: string }>`select count(*) as n from pgboss.job where name = 'sync.source'`;
      return (await counted.execute(stage.server.db)).rows[0]?.n;
    };
    const before = await jobs();
    await Promise.all([...Array.from({ length: 10 }, () => toApp()), ...Array.from({ length: 10 }, () => toSource())]);
    expect([(await row()).version, await jobs()]).toEqual([version, before]);
    await stage.server.db
      .updateTable("sources")
      .set({ sync_state: "ready", waits_for: null, resume_at: null })
      .where("id", "=", tracker)
      .execute();
  });

  test("a forged delivery among genuine ones is refused, and of one that arrives five times at once one is accepted", async () => {
    const [forged, ...genuine] = await Promise.all([toSource("guess"), toSource(), toSource()]);
    expect([forged?.status, ...genuine.map(({ status }) => status)]).toEqual([404, 202, 202]);
    const id = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => toApp(id)));
    expect(answers.filter(({ accepted }) => accepted === true)).toHaveLength(1);
    expect(await toApp(id)).toEqual({ status: 202, accepted: false });
  });

  test("a delivery whose sync could not be queued is not noted, so that the host may send it again", async () => {
    const id = crypto.randomUUID();
    const { db } = stage.server;
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse before update on sources for each row execute function refuse()`.execute(db);
    expect((await toApp(id)).status).toBeGreaterThanOrEqual(500);
    await sql`drop trigger refuse on sources`.execute(db);
    const { sync_finished_at: before } = await row();
    expect(await toApp(id)).toEqual({ status: 202, accepted: true });
    await expect
      .poll(async () => (await row()).sync_finished_at?.getTime(), { timeout: 60_000 })
      .not.toBe(before?.getTime());
  });

  test("one about a source that is being removed fails no other of its batch", async () => {
    const { db } = stage.server;
    const { companyId, admin } = stage.people;
    const projectId = await addProject(db, { companyId, ownerId: admin.id, slug: "leaving" });
    const linked = await db.selectFrom("sources").selectAll().where("id", "=", tracker).executeTakeFirstOrThrow();
    const { provider, url, name, app_installation_id, access_by } = linked;
    const leaving = newId();
    await db
      .insertInto("sources")
      .values({
        ...READ_SOURCE,
        id: leaving,
        project_id: projectId,
        kind: "tracker",
        provider,
        url,
        name,
        app_installation_id,
        access_by,
      })
      .execute();
    const report = (updatedAt: number, path = stage.work.path) =>
      stage.host.deliver(
        "issues",
        {
          installation: { id: installationHostId },
          repository: { html_url: `${stage.host.url}/${path}` },
          issue: { id: 77_000, number: 77, updated_at: new Date(updatedAt).toISOString() },
        },
        { isWhole: true },
      );
    const answers = await db.transaction().execute(async (tx) => {
      await tx.deleteFrom("sources").where("id", "=", leaving).execute();
      // The first is about no source; the others are one batch behind it.
      const sent = [report(Date.now(), "acme/other"), report(Date.now() - DAY_MS), report(Date.now())];
      // On PostgreSQL they meet the removal before its transaction ends.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return sent;
    });
    const [other, ...batch] = await Promise.all(answers);
    expect(other).toEqual({ status: 202, accepted: false });
    for (const answer of batch) expect(answer).toEqual({ status: 202, accepted: true });
  });
});
