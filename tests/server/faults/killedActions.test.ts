/**
 * A server process that is ended by SIGKILL between a request to a host and the record of its result. The host has executed the request, or
 * has ignored it. In both cases no action is done twice, and none is lost.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Rule, RuleRunPage } from "../../../contract/integrations/rules.ts";
import type { IssueWriteAnswer, NewIssueAnswer, StoredWrites } from "../../../contract/issues/issueWrites.ts";
import type { ReplySettings } from "../../../contract/issues/replies.ts";
import type { DeliveryPage, NewOutgoingWebhook } from "../../../contract/notices/outgoingWebhooks.ts";
import { expectedSignature, startReceiver } from "../features/outgoingWebhooks/webhookReceiver.ts";
import { makeRule } from "../features/rules/ruleServer.ts";
import { onOneDatabase } from "../testDb.ts";
import { type KillableServer, startKillableServer } from "./killableServer.ts";
import { isWholeRun } from "../../wholeRun.ts";

const COMMENTS = /^POST .*\/issues\/\d+\/comments/;
/** Milliseconds of a test that starts the server up to three times. */
const TIMEOUT_MS = 240_000;

onOneDatabase("a server that is killed between a request and its record", (engine) => {
  let stage: KillableServer;
  let ids: ReadonlyMap<number, string>;
  beforeAll(async () => {
    stage = await startKillableServer(engine);
    ids = await stage.readDatabase(async (db) => {
      const rows = await db.selectFrom("issues").select(["id", "number"]).execute();
      return new Map(rows.map(({ id, number }) => [number ?? 0, id]));
    });
  });
  afterAll(() => stage.stop());
  beforeEach(async () => {
    await stage.start();
    stage.executedChanges.length = 0;
  });

  /** Sends a request during which the server is killed. */
  const callUntilKilled = (method: string, path: string, body: unknown): Promise<string> =>
    stage.call(method, path, body).then(
      ({ status }) => `answered ${status}`,
      () => "cut off",
    );
  /** Changes that are not at the tracker, as the member sees them. */
  const pendingWrites = async () => (await stage.call<StoredWrites>("GET", "issue-writes/?project=atlas")).body.writes;
  const pendingStates = async (): Promise<string[]> => (await pendingWrites()).map(({ state }) => state).toSorted();
  /** Repeats each change that is not at the tracker. */
  const retryPending = async (): Promise<void> => {
    for (const { id } of await pendingWrites()) {
      const path = `projects/atlas/issue-writes/${id}/retry/`;
      const { body } = await stage.call("POST", path, { account: "grace" });
      expect(body, stage.server.lines.slice(-5).join("\n")).toMatchObject({ state: "done" });
    }
  };
  const commentsOn = (number: number): string[] => stage.issue(number).comments.map(({ body }) => body);
  /** The states of the changes of one kind, and how many of them the audit log has as written. */
  const storedChanges = (action: string) =>
    stage.readDatabase(async (db) => {
      const rows = await db.selectFrom("issue_writes").select(["state", "change"]).execute();
      const written = await db.selectFrom("audit_log").select("after").where("action", "=", "issue.written").execute();
      return {
        states: rows.flatMap(({ state, change }) => (change.action === action ? state : [])),
        audited: written.filter(({ after }) => (after as { change?: string } | null)?.change === action).length,
      };
    });

  test(
    "a comment: one that the host has is recorded, and one that it has not can be repeated",
    { timeout: TIMEOUT_MS },
    async () => {
      stage.holdRequests([/^POST .*\/issues\/1\/comments/, "executed"], [/^POST .*\/issues\/2\/comments/, "ignored"]);
      const bodyOf = (text: string) => ({
        key: randomUUID(),
        account: "grace",
        change: { action: "comment", body: text },
      });
      const writes = [1, 2].map((number) => ({
        path: `projects/atlas/issues/${ids.get(number)}/writes/`,
        body: bodyOf(`text ${number}`),
      }));
      const calls = writes.map(({ path, body }) => callUntilKilled("POST", path, body));
      await stage.waitForHeld(2);
      await stage.killAndRestart();
      expect(await Promise.all(calls)).toEqual(["cut off", "cut off"]);
      await expect.poll(pendingStates, { timeout: 60_000 }).toEqual(["lost"]);
      // The page repeats both by their keys.
      for (const { path, body } of writes)
        expect((await stage.call<IssueWriteAnswer>("POST", path, body)).body.state).toBe("done");
      expect([commentsOn(1), commentsOn(2), await pendingStates(), stage.executedChanges.length]).toEqual([
        ["text 1"],
        ["text 2"],
        [],
        2,
      ]);
      expect(await storedChanges("comment")).toEqual({ states: ["done", "done"], audited: 2 });
    },
  );

  test("a new issue: made once, and in the project", { timeout: TIMEOUT_MS }, async () => {
    const countIssues = (title: string) => stage.data.issues.filter((issue) => issue.title === title).length;
    const create = (title: string) => {
      const issue = { action: "create", title, body: "", labels: [], type: null };
      return { key: randomUUID(), account: "grace", tracker: stage.sourceId, issue };
    };
    const issues = [create("It is there"), create("It is not there")];
    const path = "projects/atlas/new-issue/";
    const calls: Promise<string>[] = [];
    for (const [index, execution] of (["executed", "ignored"] as const).entries()) {
      stage.holdRequests([/^POST .*\/issues$/, execution]);
      calls.push(callUntilKilled("POST", path, issues[index]));
      await stage.waitForHeld(1);
    }
    await stage.killAndRestart();
    expect(await Promise.all(calls)).toEqual(["cut off", "cut off"]);
    await expect.poll(pendingStates, { timeout: 60_000 }).toEqual(["lost"]);
    for (const body of issues)
      expect((await stage.call<NewIssueAnswer>("POST", path, body)).body).toMatchObject({
        state: "done",
        address: expect.any(String),
      });
    expect([countIssues("It is there"), countIssues("It is not there"), stage.executedChanges.length]).toEqual([
      1, 1, 2,
    ]);
    expect(await storedChanges("create")).toEqual({ states: ["done", "done"], audited: 2 });
    const stored = await stage.readDatabase((db) =>
      db.selectFrom("issues").select("title").where("title", "like", "It is%").orderBy("title").execute(),
    );
    expect(stored.map(({ title }) => title)).toEqual(["It is not there", "It is there"]);
  });

  test.runIf(isWholeRun)("a batch that was held: each issue is changed once", { timeout: TIMEOUT_MS }, async () => {
    const LABELS = /^POST .*\/issues\/\d+\/labels/;
    const labels = () => [3, 4, 5].map((number) => stage.issue(number).labels);
    // Killed before the first change is recorded as sent, then after the host has executed one, then before.
    stage.holdRequests([/^GET .*\/user$/, "ignored"]);
    const change = { action: "labels", add: ["triage"], remove: [] };
    const issues = [3, 4, 5].map((number) => ids.get(number));
    const held = await stage.call("POST", "projects/atlas/issue-writes/", {
      key: randomUUID(),
      account: "grace",
      issues,
      change,
    });
    expect(held.status, JSON.stringify(held.body)).toBe(202);
    await stage.waitForHeld(1);
    await stage.killAndRestart([LABELS, "executed"]);
    await stage.waitForHeld(1);
    await stage.killAndRestart([LABELS, "ignored"]);
    await stage.waitForHeld(1);
    await stage.killAndRestart();
    await expect.poll(pendingStates, { timeout: 60_000 }).toEqual(["lost"]);
    await retryPending();
    expect([labels(), await pendingStates(), stage.executedChanges.length]).toEqual([
      [["triage"], ["triage"], ["triage"]],
      [],
      3,
    ]);
    expect(await storedChanges("labels")).toEqual({ states: ["done", "done", "done"], audited: 3 });
  });

  test("replies on new issues: one comment each", { timeout: TIMEOUT_MS }, async () => {
    const path = `sources/${stage.sourceId}/replies/`;
    const settings = {
      by: "account",
      account: "grace",
      template: "Missing\n{missing}",
      mentions: false,
      names_all: false,
    };
    const on = await stage.call("PUT", path, { enabled: true, ...settings });
    expect(on.status, JSON.stringify(on.body)).toBe(200);
    stage.holdRequests([COMMENTS, "executed"]);
    stage.openIssue(201);
    stage.openIssue(202);
    await stage.sync();
    await stage.waitForHeld(1);
    await stage.killAndRestart([COMMENTS, "ignored"]);
    await stage.waitForHeld(1);
    await stage.killAndRestart();
    const counts = async () => {
      const { written, waiting, failed } = (await stage.call<ReplySettings>("GET", path)).body;
      return { written, waiting, failed };
    };
    await expect.poll(counts, { timeout: 60_000 }).toEqual({ written: 2, waiting: 0, failed: 0 });
    expect([commentsOn(201).length, commentsOn(202).length]).toEqual([1, 1]);
    expect(stage.executedChanges.filter((line) => COMMENTS.test(line))).toHaveLength(2);
    expect((await stage.call("PUT", path, { enabled: false, ...settings })).status).toBe(200);
  });

  test(
    "an outgoing webhook: the same delivery again, by which its receiver knows it",
    { timeout: TIMEOUT_MS },
    async () => {
      const receiver = await startReceiver();
      try {
        const created = await stage.call<NewOutgoingWebhook>("POST", "projects/atlas/outgoing-webhooks/", {
          kind: "webhook",
          label: "Hook",
          url: `${receiver.url}/hook`,
          events: ["issue.closed"],
        });
        expect(created.status, JSON.stringify(created.body)).toBe(201);
        // It takes the delivery, and its answer does not arrive.
        receiver.answer("/hook", () => undefined);
        stage.closeIssue(6);
        await stage.sync();
        await expect.poll(() => receiver.at("/hook").length, { timeout: 60_000 }).toBe(1);
        receiver.answer("/hook", 204);
        await stage.killAndRestart();
        const log = async () => {
          const path = `outgoing-webhooks/${created.body.webhook.id}/deliveries/`;
          return (await stage.call<DeliveryPage>("GET", path)).body.results.map(({ id, state }) => ({ id, state }));
        };
        const [first, second, ...more] = await vi.waitFor(
          async () => {
            expect(await log()).toMatchObject([{ state: "sent" }]);
            return receiver.at("/hook");
          },
          { timeout: 60_000, interval: 100 },
        );
        expect([first?.body, more]).toEqual([second?.body, []]);
        for (const request of [first, second]) {
          expect(request?.headers["webhook-id"]).toBe((await log())[0]?.id);
          expect(request && expectedSignature(created.body.secret ?? "", request)).toBe(
            request?.headers["webhook-signature"],
          );
        }
      } finally {
        await receiver.stop();
      }
    },
  );

  test.runIf(isWholeRun)(
    "comments of a rule: one on each issue, and recorded in its log",
    { timeout: TIMEOUT_MS },
    async () => {
      const definition = makeRule({ name: "Greet", actions: [{ do: "comment", text: "Thank you." }] });
      const { body: rule } = await stage.call<Rule>("POST", "rules/", { project: "atlas", rule: definition });
      await stage.call("POST", `rules/${rule.id}/dry-run/`, { cursor: null });
      const on = await stage.call("POST", `rules/${rule.id}/switch/`, { enabled: true, revision: 1 });
      expect(on.status, JSON.stringify(on.body)).toBe(200);
      stage.holdRequests([COMMENTS, "executed"]);
      stage.openIssue(301);
      stage.openIssue(302);
      await stage.sync();
      await stage.waitForHeld(1);
      await stage.killAndRestart([COMMENTS, "ignored"]);
      await stage.waitForHeld(1);
      await stage.killAndRestart();
      const states = async () => {
        const { results } = (await stage.call<RuleRunPage>("GET", `rules/${rule.id}/runs/`)).body;
        return results.flatMap(({ actions }) => actions.map(({ state }) => state)).toSorted();
      };
      await expect.poll(pendingStates, { timeout: 60_000 }).toEqual(["lost"]);
      await expect.poll(states, { timeout: 60_000 }).toEqual(["done", "unknown"]);
      await retryPending();
      await expect.poll(states, { timeout: 60_000 }).toEqual(["done", "done"]);
      expect([commentsOn(301).length, commentsOn(302).length, stage.executedChanges.length]).toEqual([1, 1, 2]);
      expect((await stage.call("DELETE", `rules/${rule.id}/`)).status).toBe(204);
    },
  );

  test("a mail: the same message id again", { timeout: TIMEOUT_MS }, async () => {
    const { mailbox } = stage;
    const invite = async (email: string) => {
      const path = `companies/${stage.companyId}/invitations/`;
      expect((await stage.call("POST", path, { email, role: "Member" })).status).toBe(201);
    };
    const idsTo = (email: string) =>
      mailbox.received
        .filter(({ to }) => to.includes(email))
        .map(({ headers }) => /^Message-ID:\s+(<.+>)/im.exec(headers)?.[1]);
    for (const [how, email] of [
      ["taken", "there@example.org"],
      ["untaken", "gone@example.org"],
    ] as const) {
      const before = mailbox.held();
      mailbox.hold(how);
      await invite(email);
      await expect.poll(() => mailbox.held() - before, { timeout: 60_000 }).toBe(1);
      await stage.killAndRestart();
      await expect.poll(() => idsTo(email).length, { timeout: 60_000 }).toBe(how === "taken" ? 2 : 1);
    }
    const [first, second] = idsTo("there@example.org");
    expect([first, second]).toEqual([expect.stringMatching(/^<[^@]+@example\.org>$/), first]);
    const mailStates = async () => {
      const mails = await stage.readDatabase((db) => db.selectFrom("outbox").select(["state", "attempts"]).execute());
      return mails.map(({ state, attempts }) => `${state} ${attempts}`);
    };
    await expect.poll(mailStates, { timeout: 60_000 }).toEqual(["sent 2", "sent 2"]);
  });
});
