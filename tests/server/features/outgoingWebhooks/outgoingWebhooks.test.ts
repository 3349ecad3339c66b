/** Outgoing webhooks, from a change at a tracker to a receiver on this machine. */
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { DeliveryDetails, NewOutgoingWebhook } from "../../../../contract/notices/outgoingWebhooks.ts";
import { MAX_REPLAYS_OF_DELIVERY } from "../../../../contract/notices/outgoingEvents.ts";
import { OutgoingEvent } from "../../../../contract/notices/outgoingWebhooks.ts";
import { writeOutgoing } from "../../../../server/events/writeOutgoing.ts";
import { onOneDatabase } from "../../testDb.ts";
import { useOutgoingStage } from "./outgoingStage.ts";
import { expectedSignature } from "./webhookReceiver.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onOneDatabase("outgoing webhooks", (engine) => {
  const stage = useOutgoingStage(engine);
  const { call, confirm, create, remove, log, state, tell, sendAt } = stage;

  test("a change of an issue arrives once, signed as Standard Webhooks has it, and the contract describes it", async () => {
    await confirm(stage.fixture.users.grace);
    const made = await create("/signed", {
      events: ["issue.opened", "issue.changed", "issue.closed", "issue.commented"],
    });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    stage.fixture.change(1, { state: "closed" });
    stage.fixture.change(2, { title: "Renamed" });
    stage.fixture.open(501, { title: "A new one" });
    stage.fixture.comment(3, "ada", "Seen here too");
    await stage.fixture.sync();
    await vi.waitFor(() => expect(stage.receiver.at("/signed")).toHaveLength(4), { timeout: 15_000 });
    await stage.fixture.sync();
    const got = stage.receiver.at("/signed");
    const events = got.map(({ body }) => OutgoingEvent.parse(JSON.parse(body)));
    expect(events.map(({ type, data }) => `${type} ${data.issue?.key}`).toSorted()).toEqual([
      "issue.changed #2",
      "issue.closed #1",
      "issue.commented #3",
      "issue.opened #501",
    ]);
    expect(events[0]?.data.url).toMatch(/^https:\/\/clew\.example\/projects\/atlas\/issues\//);
    for (const request of got) {
      expect(request.headers["webhook-signature"]).toBe(expectedSignature(made.secret ?? "", request));
      expect(Math.abs(Number(request.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
    }
    const entries = await log(made);
    expect(entries.map(({ id }) => id).toSorted()).toEqual(
      got.map(({ headers }) => String(headers["webhook-id"])).toSorted(),
    );
    expect(entries.every(({ state: of, status }) => of === "sent" && status === 204)).toBe(true);
    await remove(made);
  });

  test("a new secret and the one before sign together for a day", async () => {
    const made = await create("/rotated");
    const { body } = await call(stage.fixture.users.grace, "POST", `outgoing-webhooks/${made.webhook.id}/rotate/`);
    const { secret, webhook } = body as NewOutgoingWebhook;
    expect(secret).not.toBe(made.secret);
    expect(webhook.old_secret_until).not.toBeNull();
    await call(stage.fixture.users.grace, "POST", `outgoing-webhooks/${webhook.id}/test/`);
    await tell([{ key: "after a day" }]);
    const [first] = stage.receiver.at("/rotated");
    const signatures = [secret, made.secret].map((one) => first && expectedSignature(one ?? "", first));
    expect(first?.headers["webhook-signature"]).toBe(signatures.join(" "));
    await vi.waitFor(() => expect(stage.receiver.at("/rotated")).toHaveLength(2), { timeout: 15_000 });
    await tell([{ key: "late" }]);
    // A turn signs by the secrets that it has read: it ends before the old one does.
    await vi.waitFor(() => expect(stage.receiver.at("/rotated")).toHaveLength(3), { timeout: 15_000 });
    const turn = () =>
      stage.fixture.server.db
        .selectFrom("outgoing_webhooks")
        .select("leased_until")
        .where("id", "=", webhook.id)
        .executeTakeFirstOrThrow();
    await vi.waitFor(async () => expect((await turn()).leased_until).toBeNull(), { timeout: 15_000 });
    await stage.fixture.server.db
      .updateTable("outgoing_webhooks")
      .set({ old_secret_until: new Date(Date.now() - MINUTE) })
      .where("id", "=", webhook.id)
      .execute();
    await tell([{ key: "later" }]);
    await vi.waitFor(() => expect(stage.receiver.at("/rotated").length).toBeGreaterThanOrEqual(4), { timeout: 15_000 });
    const last = stage.receiver.at("/rotated").at(-1);
    expect(last?.headers["webhook-signature"]).toBe(last && expectedSignature(secret ?? "", last));
    await remove(made);
  });

  test("a failure is tried again with the same id for a day, then the webhook is off and Admins are notified", async () => {
    const made = await create("/failing");
    stage.receiver.answer("/failing", 500, "x".repeat(5000));
    await tell([{ key: "never" }]);
    await vi.waitFor(async () => expect((await log(made))[0]?.attempts).toBe(1), { timeout: 15_000 });
    const [entry] = await log(made);
    expect(entry).toMatchObject({ state: "waiting", status: 500, error: "The receiver answered with status 500." });
    const details = await call(stage.fixture.users.grace, "GET", `webhook-deliveries/${entry?.id}/`);
    expect((details.body as DeliveryDetails).response).toBe("x".repeat(1000));
    for (const hours of [1, 3, 8, 20]) await sendAt(() => new Date(Date.now() + hours * HOUR));
    expect((await state(made))?.is_enabled).toBe(true);
    await sendAt(() => new Date(Date.now() + 33 * HOUR));
    expect(await state(made)).toMatchObject({ is_enabled: false, waiting: 1 });
    const ids = new Set(stage.receiver.at("/failing").map(({ headers }) => headers["webhook-id"]));
    expect([...ids]).toEqual([entry?.id]);
    const notices = await stage.fixture.list(stage.fixture.users.grace, "?kind=webhook_disabled");
    expect(notices.map(({ data }) => data.webhook)).toEqual(["/failing"]);
    expect(await stage.fixture.list(stage.fixture.users.linus, "?kind=webhook_disabled")).toEqual([]);
    // What waited is sent when it is turned on again.
    stage.receiver.answer("/failing", 204);
    const { label, events, language } = made.webhook;
    await call(stage.fixture.users.grace, "PUT", `outgoing-webhooks/${made.webhook.id}/`, {
      label,
      events,
      language,
      is_enabled: true,
    });
    await vi.waitFor(async () => expect((await log(made)).map(({ state: of }) => of)).toEqual(["sent"]), {
      timeout: 15_000,
    });
    await remove(made);
  });

  test("a webhook that is turned off gets no further request, also of the turn that is in progress", async () => {
    const made = await create("/turned-off");
    const { label, events, language, id } = made.webhook;
    stage.receiver.answer("/turned-off", (response) => {
      const change = { label, events, language, is_enabled: false };
      void call(stage.fixture.users.grace, "PUT", `outgoing-webhooks/${id}/`, change).then(() =>
        response.writeHead(204).end(),
      );
    });
    await tell([{ key: "off 1" }, { key: "off 2" }, { key: "off 3" }]);
    await vi.waitFor(async () => expect((await log(made)).some(({ state: of }) => of === "sent")).toBe(true), {
      timeout: 15_000,
    });
    await vi.waitFor(async () => {
      const row = await stage.fixture.server.db
        .selectFrom("outgoing_webhooks")
        .select("leased_until")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(row.leased_until).toBeNull();
    });
    expect(stage.receiver.at("/turned-off")).toHaveLength(1);
    expect(await state(made)).toMatchObject({ is_enabled: false, waiting: 2 });
    await remove(made);
  });

  // The embedded database has one connection, so nothing is deleted while an event is stored.
  test.runIf(engine === "postgres")("an event is stored while a webhook that would get it is deleted", async () => {
    const { db } = stage.fixture.server;
    const made = await create("/deleted-meanwhile");
    const deleted = Promise.withResolvers<void>();
    const deletion = db.transaction().execute(async (tx) => {
      await tx.deleteFrom("outgoing_webhooks").where("id", "=", made.webhook.id).execute();
      deleted.resolve();
      await vi.waitFor(
        async () => {
          const { rows } = await sql`
            select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
            where not l.granted and a.datname = current_database()`.execute(tx);
          expect(rows).not.toEqual([]);
        },
        { timeout: 10_000 },
      );
    });
    await deleted.promise;
    const results = await Promise.allSettled([tell([{ key: "while deleted" }]), deletion]);
    expect(results).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled" }]);
  });

  test("what was sent and not noted is sent again with the same id", async () => {
    const made = await create("/killed");
    await tell([{ key: "killed" }]);
    await vi.waitFor(() => expect(stage.receiver.at("/killed")).toHaveLength(1), { timeout: 15_000 });
    await vi.waitFor(async () => expect((await log(made))[0]?.state).toBe("sent"));
    // As a process leaves it that is killed after the answer: leased, and waiting.
    const { db } = stage.fixture.server;
    await db
      .updateTable("webhook_deliveries")
      .set({ state: "waiting" })
      .where("webhook_id", "=", made.webhook.id)
      .execute();
    await db
      .updateTable("outgoing_webhooks")
      .set({ leased_until: new Date(Date.now() + HOUR) })
      .where("id", "=", made.webhook.id)
      .execute();
    await sendAt(() => new Date());
    expect(stage.receiver.at("/killed")).toHaveLength(1);
    await sendAt(() => new Date(Date.now() + 2 * HOUR));
    const [first, second, ...others] = stage.receiver.at("/killed");
    expect(others).toEqual([]);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    await remove(made);
  });

  test("hostile receivers are cut off, and hold up no other", async () => {
    const silent = await create("/silent");
    const moved = await create("/moved");
    const endless = await create("/endless");
    const good = await create("/good");
    stage.receiver.answer("/silent", () => undefined);
    stage.receiver.answer("/moved", (response) => {
      response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
    });
    stage.receiver.answer("/endless", (response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const write = (): void => {
        if (response.destroyed) return;
        response.write("x".repeat(64 << 10), () => setImmediate(write));
      };
      write();
    });
    await tell(Array.from({ length: 30 }, (_, n) => ({ key: `many ${n}` })));
    await vi.waitFor(() => expect(stage.receiver.at("/good")).toHaveLength(30), { timeout: 12_000 });
    await sendAt(() => new Date(Date.now() + 5 * MINUTE));
    const errors = (await log(moved)).flatMap(({ error }) => error ?? []);
    expect(errors[0]).toContain("redirect");
    expect((await log(endless)).every(({ state: of, status }) => of === "sent" && status === 200)).toBe(true);
    expect((await log(silent)).some(({ state: of }) => of === "sent")).toBe(false);
    for (const one of [silent, moved, endless, good]) await remove(one);
  });

  test("an address of a private network is refused when it is entered and when its name resolves to one", async () => {
    const { grace } = stage.fixture.users;
    const refused = await call(grace, "POST", "projects/atlas/outgoing-webhooks/", {
      kind: "webhook",
      label: "Metadata",
      url: "http://169.254.169.254/latest/",
      events: ["issue.closed"],
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body as object)).toEqual(["url"]);
    const made = await create("/rebound", { url: "https://events.example.org/hook" });
    await tell([{ key: "rebound" }]);
    await vi.waitFor(async () => expect((await log(made))[0]?.attempts).toBe(1), { timeout: 15_000 });
    await sendAt(
      () => new Date(Date.now() + HOUR),
      () => Promise.resolve([{ address: "169.254.169.254", family: 4 }]),
    );
    expect((await log(made))[0]).toMatchObject({ attempts: 2, status: null });
    expect((await log(made))[0]?.error).toContain("private network");
    await remove(made);
  });

  test("a channel of Slack gets what happens together as one message, in its language", async () => {
    const made = await create("/slack", { kind: "slack", language: "TR" });
    expect(made.secret).toBeNull();
    await tell([{ key: "chat 1" }, { key: "chat 2" }, { key: "chat 3" }]);
    await sendAt(() => new Date());
    expect(stage.receiver.at("/slack")).toEqual([]);
    await sendAt(() => new Date(Date.now() + MINUTE));
    await sendAt(() => new Date(Date.now() + 2 * MINUTE));
    const [message, ...others] = stage.receiver
      .at("/slack")
      .map(({ body }) => JSON.parse(body) as { blocks: { type: string }[] });
    expect(others).toEqual([]);
    expect(message?.blocks.map(({ type }) => type)).toEqual(["header", "section", "section", "section"]);
    expect(JSON.stringify(message)).toContain("Kapatıldı: #1");
    expect((await log(made)).map(({ state: of }) => of)).toEqual(["sent", "sent", "sent"]);
    await remove(made);
  });

  test("ten thousand events are stored once each, in one transaction with their cause", async () => {
    const made = await create("/many");
    stage.receiver.answer("/many", 503);
    const keys = Array.from({ length: 10_000 }, (_, n) => ({ key: `of ten thousand ${n}` }));
    await tell(keys);
    await tell(keys);
    expect((await state(made))?.waiting).toBe(10_000);
    await expect(
      stage.fixture.server.db.transaction().execute(async (tx) => {
        await writeOutgoing(tx, { projectId: stage.fixture.projectId, companyId: null }, [
          { event: "issue.closed", key: "rolled back" },
        ]);
        throw new Error("the cause fails");
      }),
    ).rejects.toThrow("the cause fails");
    expect((await state(made))?.waiting).toBe(10_000);
    await remove(made);
  });

  test("a delivery is sent again five times within an hour, and then the refusal has the reason", async () => {
    const made = await create("/again");
    await tell([{ key: "again" }, { key: "another" }]);
    const sent = (count: number) => async () => {
      expect(stage.receiver.at("/again")).toHaveLength(count);
      expect((await log(made)).every(({ state: of }) => of === "sent")).toBe(true);
    };
    await vi.waitFor(sent(2), { timeout: 15_000 });
    const [first, second] = await log(made);
    const again = (id: string | undefined) =>
      call(stage.fixture.users.grace, "POST", `webhook-deliveries/${id}/replay/`);
    for (let count = 1; count <= MAX_REPLAYS_OF_DELIVERY; count++) {
      expect((await again(first?.id)).status).toBe(200);
      // One that waits is refused for that reason, and is not counted.
      await vi.waitFor(sent(2 + count), { timeout: 15_000 });
    }
    const refused = await again(first?.id);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ detail: expect.stringContaining("5 times within an hour") });
    expect((await log(made)).map(({ state: of }) => of)).toEqual(["sent", "sent"]);
    expect((await again(second?.id)).status).toBe(200);
    await remove(made);
  });

  test("others learn nothing of a webhook, and no answer or log has its secret or its path", async () => {
    const { grace, ada, stranger } = stage.fixture.users;
    const made = await create("/secret-path-of-receiver", { label: "Own" });
    for (const user of [ada, stranger]) {
      for (const [method, path] of [
        ["DELETE", ""],
        ["POST", "rotate/"],
        ["POST", "test/"],
        ["GET", "deliveries/"],
      ] as const) {
        await confirm(user);
        const answer = await call(user, method, `outgoing-webhooks/${made.webhook.id}/${path}`);
        expect(answer.status).toBe(user === ada ? 403 : 404);
      }
    }
    await call(grace, "POST", `outgoing-webhooks/${made.webhook.id}/test/`);
    const [entry] = await log(made);
    const foreign = await call(stranger, "GET", `webhook-deliveries/${entry?.id}/`);
    const none = await call(stranger, "GET", "webhook-deliveries/none/");
    expect([foreign.status, foreign.body]).toEqual([404, none.body]);
    expect((await call(ada, "POST", `webhook-deliveries/${entry?.id}/replay/`)).status).toBe(403);
    const seen = [
      (await call(grace, "GET", "outgoing-webhooks/?project=atlas")).body,
      await log(made),
      (await call(grace, "GET", `companies/${stage.fixture.companyId}/audit/`)).body,
      stage.fixture.server.log,
    ];
    const text = JSON.stringify(seen);
    expect(text).toContain("outgoing_webhook.created");
    expect(text).not.toContain("secret-path-of-receiver");
    expect(text).not.toContain((made.secret ?? "").slice(6));
    const rows = await stage.fixture.server.db.selectFrom("outgoing_webhooks").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain((made.secret ?? "").slice(6));
    await remove(made);
  });

  test("what a host has restricted since is not sent, and its title is not in the log", async () => {
    const made = await create("/restricted");
    stage.receiver.answer("/restricted", 503);
    stage.fixture.open(601, { title: "Unannounced merger" });
    await stage.fixture.sync();
    stage.fixture.change(601, { state: "closed" });
    await stage.fixture.sync();
    await vi.waitFor(async () => expect((await log(made))[0]?.attempts).toBe(1), { timeout: 15_000 });
    await stage.fixture.server.db.deleteFrom("issues").where("key", "=", "#601").execute();
    stage.receiver.answer("/restricted", 204);
    await sendAt(() => new Date(Date.now() + HOUR));
    const [entry] = await log(made);
    expect(entry?.state).toBe("dropped");
    const details = await call(stage.fixture.users.grace, "GET", `webhook-deliveries/${entry?.id}/`);
    expect(JSON.stringify(details.body)).not.toContain("merger");
    await remove(made);
  });

  test("a failed sync and its recovery are reported once each, to the project and to the company", async () => {
    const { grace } = stage.fixture.users;
    const made = await create("/syncs", { events: ["sync.failed", "sync.recovered"] });
    const answer = await call(grace, "POST", `companies/${stage.fixture.companyId}/outgoing-webhooks/`, {
      kind: "webhook",
      label: "Company",
      url: `${stage.receiver.url}/company`,
      events: ["sync.failed", "sync.recovered", "project.deleted", "member.removed"],
    });
    expect(answer.status).toBe(201);
    stage.fixture.refuse({ status: 404 });
    await stage.fixture.sync("failed");
    await stage.fixture.sync("failed");
    stage.fixture.refuse(undefined);
    await stage.fixture.sync();
    await vi.waitFor(() => expect(stage.receiver.at("/company")).toHaveLength(2), { timeout: 15_000 });
    const types = (path: string) => stage.receiver.at(path).map(({ body }) => (JSON.parse(body) as OutgoingEvent).type);
    await vi.waitFor(() => expect(types("/syncs")).toEqual(["sync.failed", "sync.recovered"]), { timeout: 15_000 });
    expect(types("/company")).toEqual(["sync.failed", "sync.recovered"]);
    await remove(made);
  });

  test("a deleted project takes its webhooks and what waits with it, and the company's webhook reports it", async () => {
    const made = await create("/deleted");
    stage.receiver.answer("/deleted", 503);
    await tell([{ key: "waiting when deleted" }]);
    await vi.waitFor(() => expect(stage.receiver.at("/deleted")).toHaveLength(1), { timeout: 15_000 });
    await confirm(stage.fixture.users.grace);
    expect((await call(stage.fixture.users.grace, "DELETE", "projects/atlas/")).status).toBe(204);
    await sendAt(() => new Date(Date.now() + HOUR));
    expect(stage.receiver.at("/deleted")).toHaveLength(1);
    expect(
      (
        await stage.fixture.server.call("GET", `outgoing-webhooks/${made.webhook.id}/deliveries/`, {
          token: stage.fixture.users.grace.token,
        })
      ).status,
    ).toBe(404);
    await vi.waitFor(() => expect(stage.receiver.at("/company").at(-1)?.body).toContain("project.deleted"), {
      timeout: 15_000,
    });
    const last = OutgoingEvent.parse(JSON.parse(stage.receiver.at("/company").at(-1)?.body ?? ""));
    expect(last.data).toMatchObject({ project: null, subject: { kind: "project", name: "atlas" } });
  });
});
