/** A button in a channel that two users press, where the process of the first one ends before it has noted what it did. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { EndpointName } from "../../../../contract/endpoints.ts";
import type { ChatAppRow } from "../../../../server/db/tables/chats/chatApps.ts";
import { createSecrets } from "../../../../server/access/keys/secrets.ts";
import { handlePress } from "../../../../server/features/slack/press.ts";
import { createEgress } from "../../../../server/sources/egress/egress.ts";
import type { SignedInUser } from "../../http/testServer.ts";
import { KEY, MINUTE, invokerOf } from "../../chatStage.ts";
import { type SlackStage, startSlackStage } from "../../slackStage.ts";
import { onEachDatabase } from "../../testDb.ts";

const NEVER = new Promise<never>(() => undefined);

onEachDatabase("a button whose press was interrupted", (engine) => {
  let stage: SlackStage;
  beforeAll(async () => {
    stage = await startSlackStage(engine);
  });
  afterAll(() => stage.stopSlack());
  beforeEach(async () => {
    await stage.resetSlack();
    stage.slack.scopes = "chat:write,commands,im:write,channels:read,groups:read";
    stage.slack.channels = [{ id: "C01", name: "tracker", is_member: true }];
    await stage.setUp();
    const { admin, member } = stage.people;
    await stage.linkUp(admin, "UADA");
    await stage.linkUp(member, "UEVE");
    await stage.db.updateTable("project_members").set({ role: "Developer" }).where("user_id", "=", member.id).execute();
    stage.accounts["t-grace"] = { login: "grace", role: "write" };
    await stage.connect(member.id, "t-grace");
  });

  const posted = async (): Promise<string> => {
    const webhook = { kind: "slack_app", label: "Team", channel: "C01", events: ["issue.opened"], language: "EN" };
    const made = await stage.call(stage.people.admin, "POST", "projects/maze/outgoing-webhooks/", webhook);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await stage.report("k1");
    await stage.deliverAt(2 * MINUTE);
    return stage.buttons()[0]?.value ?? "";
  };

  /** The calls of a process. `endsAt`: nothing is done any more before or after this call. */
  const callsOf = (user: SignedInUser, endsAt: { before?: EndpointName; after?: EndpointName }) =>
    invokerOf(stage.stage, user, {
      before: (name) => (endsAt.before === name ? NEVER : undefined),
      after: (name) => {
        if (endsAt.after !== name) return undefined;
        reached.resolve();
        return NEVER;
      },
    });
  let reached = Promise.withResolvers<void>();

  /** A press in a process that ends. */
  const interrupted = async (
    value: string,
    by: { readonly user: SignedInUser; readonly slackUserId: string },
    endsAt: { before?: EndpointName; after?: EndpointName },
  ): Promise<void> => {
    reached = Promise.withResolvers();
    const app = (await stage.db.selectFrom("chat_apps").selectAll().executeTakeFirstOrThrow()) as ChatAppRow;
    const deps = {
      db: stage.db,
      secrets: createSecrets(Buffer.from(KEY)),
      egress: createEgress({ allowed: ["127.0.0.0/8"] }),
      slackUrl: stage.slack.url,
      link: (path: string) => `https://clew.example${path}`,
      invoke: callsOf(by.user, endsAt),
      answer: () => Promise.resolve(),
    };
    void handlePress(deps, app, {
      slackUserId: by.slackUserId,
      action: "assign",
      value,
      responseUrl: null,
      place: null,
    });
    if (endsAt.after) await reached.promise;
    else
      await vi.waitFor(
        async () =>
          expect(await results()).toMatchObject([{ pending: { claimedUntil: expect.any(String) as string } }]),
        10_000,
      );
  };
  const results = async () =>
    (await stage.db.selectFrom("chat_messages").select("results").executeTakeFirstOrThrow()).results;
  const held = async () => stage.db.selectFrom("issue_writes").select(["user_id", "state"]).execute();
  const pressWithoutEffect = async (value: string, slackUserId: string): Promise<void> => {
    await stage.pressed("assign", value, { user: { id: slackUserId } });
    // Nothing of it shows: a press that stored a change would have done so by then.
    await new Promise((resolve) => setTimeout(resolve, 2000));
  };

  test("of a change that was stored before the process ended, the press of another user makes no second one", async () => {
    const value = await posted();
    await interrupted(value, { user: stage.people.admin, slackUserId: "UADA" }, { after: "holdWrites" });
    expect(await held()).toEqual([{ user_id: stage.people.admin.id, state: "held" }]);
    await pressWithoutEffect(value, "UEVE");
    expect(await held()).toEqual([{ user_id: stage.people.admin.id, state: "held" }]);
    // The message has the button for taking it back, as if nothing had ended.
    await stage.sendAt(MINUTE);
    expect(stage.words()).toContain("as ada. It is sent after");
    await stage.sendHeld();
    expect(stage.sent()).toHaveLength(1);
    expect(stage.issue.assignees).toEqual(["ada"]);
    await stage.sendAt(2 * MINUTE);
    expect(stage.words()).toContain('as ada."');
  });

  test("where the process ended before it stored anything, the button is free again after some minutes, and nothing was sent", async () => {
    const value = await posted();
    await interrupted(value, { user: stage.people.member, slackUserId: "UEVE" }, { before: "holdWrites" });
    await pressWithoutEffect(value, "UADA");
    expect(await held()).toEqual([]);
    await stage.sendAt(MINUTE);
    expect(stage.words()).not.toContain("Not done");
    await stage.sendAt(4 * MINUTE);
    expect(stage.words()).toContain("Not done: This did not work.");
    await stage.pressed("assign", value);
    await vi.waitFor(() => expect(stage.words()).toContain("as ada. It is sent after"), 10_000);
    await stage.sendHeld();
    expect(stage.sent()).toHaveLength(1);
    expect(stage.issue.assignees).toEqual(["ada"]);
  });
});
