/** When members are checked at the hosts of mirrored sources: webhooks, interrupted jobs, several processes. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../../contract/durations.ts";
import { AccessChecks } from "../../../../server/features/hostAccess/AccessChecks.ts";
import { CHECK_ACCESS } from "../../../../server/jobs/jobNames.ts";
import type { JobHandler, Queue } from "../../../../server/jobs/Queue.ts";
import { SourceError } from "../../../../server/sources/SourceError.ts";
import { message } from "../../../../server/messages/messages.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type AccessStage, REPOSITORY, startAccessStage } from "./accessStage.ts";

const SOON = { timeout: 20_000, interval: 100 };

onOneDatabase("checks of members", (engine) => {
  let stage: AccessStage;
  beforeAll(async () => {
    stage = await startAccessStage(engine);
  });
  afterAll(() => stage.stop());

  test("a collaborator who is removed is noticed by the webhook within seconds", async () => {
    const owner = await stage.addUser("owner1", [REPOSITORY]);
    const member = await stage.addUser("member1", [REPOSITORY]);
    const [source = ""] = (await stage.addProject("one", [owner, member])).sources;
    await stage.mirror(owner, source);
    await expect.poll(() => stage.sees(member, "one"), SOON).toBe(200);
    const made = await stage.server.call("POST", `sources/${source}/webhook/`, { token: owner.token });
    const { secret, events } = made.body as { secret: string; events: string[] };
    expect(events).toEqual(expect.arrayContaining(["push", "member", "team_add", "public"]));
    // Its last check began before the spacing.
    await stage.db
      .updateTable("source_access_checks")
      .set({ checked_at: new Date(0) })
      .execute();
    stage.see(member);
    const body = JSON.stringify({ action: "removed" });
    const deliver = async (event: string, key: string) => {
      const signature = `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
      const answer = await fetch(`${stage.server.url}/api/v1/webhooks/${source}/`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", "x-github-event": event, "x-hub-signature-256": signature },
      });
      return [answer.status, answer.status === 202 ? await answer.json() : null];
    };
    const due = () =>
      stage.db.selectFrom("source_access_checks").select("user_id").where("due_at", "<=", new Date()).execute();
    expect(await deliver("member", "a guess")).toEqual([404, null]);
    expect(await due()).toEqual([]);
    // A paused source is not synced, and its members are checked all the same.
    await stage.db.updateTable("sources").set({ paused_at: new Date() }).where("id", "=", source).execute();
    expect(await deliver("push", secret)).toEqual([202, { accepted: false }]);
    expect(await due()).toEqual([]);
    expect(await deliver("member", secret)).toEqual([202, { accepted: true }]);
    await expect.poll(() => stage.sees(member, "one"), SOON).toBe(404);
    expect(await stage.sees(owner, "one")).toBe(200);
  });

  test("a check that was interrupted is done by the next process, and two at the same time agree", async () => {
    const other = "ariadne/thread";
    const owner = await stage.addUser("owner2", [REPOSITORY, other]);
    const member = await stage.addUser("member2", [REPOSITORY, other]);
    const { sources } = await stage.addProject("two", [owner, member], [REPOSITORY, other]);
    for (const source of sources) await stage.mirror(owner, source);
    await expect.poll(() => stage.sees(member, "two"), SOON).toBe(200);
    const asked: string[] = [];
    const process = (answer: (url: string) => Promise<void>) => {
      const handlers = new Map<string, JobHandler<{ userId: string }>>();
      const queue = {
        register: (name: string, handler: JobHandler<{ userId: string }>) => void handlers.set(name, handler),
        send: () => Promise.resolve(null),
      } as unknown as Queue;
      new AccessChecks({
        db: stage.db,
        queue,
        // An hour later, when the server of this test has nothing to check yet.
        now: () => new Date(Date.now() + HOUR_MS),
        onError: (error) => {
          throw error;
        },
        connections: {
          token: () => Promise.resolve({ token: "t", isOauth: true, origin: stage.host.url }),
        },
        sources: {
          proveReadable: async (_kind, { url }) => {
            asked.push(url);
            await answer(url);
            return null;
          },
        },
      }).register();
      return (signal: AbortSignal) =>
        handlers.get(CHECK_ACCESS)?.({ userId: member.id }, { id: "j", signal, isLastAttempt: false });
    };
    await stage.db
      .updateTable("source_access_checks")
      .set({ due_at: new Date(Date.now() + 30 * MINUTE_MS) })
      .where("user_id", "=", member.id)
      .execute();
    // The worker ends while the host is asked: nothing is stored, so the checks stay due.
    const controller = new AbortController();
    await expect(
      process(() => {
        controller.abort(new Error("The worker ends."));
        return Promise.reject(new TypeError("The worker ends."));
      })(controller.signal),
    ).rejects.toThrow("The worker ends.");
    expect(await stage.sees(member, "two")).toBe(200);
    const refuse = () => Promise.reject(new SourceError("not_found", message("source.not_found")));
    const signal = new AbortController().signal;
    await Promise.all([process(refuse)(signal), process(refuse)(signal)]);
    expect(new Set(asked).size).toBe(2);
    const rows = await stage.db
      .selectFrom("source_access_checks")
      .select(["state", "allowed_at"])
      .where("user_id", "=", member.id)
      .execute();
    expect(rows).toEqual([
      { state: "refused", allowed_at: null },
      { state: "refused", allowed_at: null },
    ]);
    expect(await stage.sees(member, "two")).toBe(404);
  });
});
