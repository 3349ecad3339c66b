/** A project's channel of the Slack app: from the choice of the channel to what its readers press, and what is never posted. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ChatChannels } from "../../../../contract/notices/chatActions.ts";
import type {
  Delivery,
  DeliveryPage,
  NewOutgoingWebhook,
  OutgoingWebhook,
} from "../../../../contract/notices/outgoingWebhooks.ts";
import { MINUTE } from "../../chatStage.ts";
import { type SlackStage, startSlackStage } from "../../slackStage.ts";
import { onOneDatabase } from "../../testDb.ts";

const SCOPES = "chat:write,commands,im:write,channels:read,groups:read";
const HOUR = 60 * MINUTE;

onOneDatabase("the channel of a project", (engine) => {
  let stage: SlackStage;
  let slack: SlackStage["slack"];
  beforeAll(async () => {
    stage = await startSlackStage(engine);
    ({ slack } = stage);
  });
  afterAll(() => stage.stopSlack());
  beforeEach(async () => {
    await stage.resetSlack();
    slack.scopes = SCOPES;
    slack.channels = [
      { id: "C01", name: "tracker", is_member: true },
      { id: "C02", name: "general", is_member: false },
      { id: "G01", name: "leads", is_member: true, is_private: true },
      { id: "G02", name: "secret", is_member: false, is_private: true },
    ];
    await stage.setUp();
  });

  const channels = async () =>
    (await stage.call(stage.people.admin, "GET", `companies/${stage.companyId}/slack/channels/`)).body as ChatChannels;
  const choose = (fields: object = {}, user = stage.people.admin) =>
    stage.call(user, "POST", "projects/maze/outgoing-webhooks/", {
      kind: "slack_app",
      label: "Team channel",
      channel: "C01",
      events: ["issue.opened"],
      language: "EN",
      ...fields,
    });
  const chosen = async (): Promise<string> => {
    const made = await choose();
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return (made.body as NewOutgoingWebhook).webhook.id;
  };
  const webhook = async (): Promise<OutgoingWebhook | undefined> =>
    ((await stage.call(stage.people.admin, "GET", "outgoing-webhooks/?project=maze")).body as OutgoingWebhook[])[0];
  const log = async (id: string): Promise<readonly Delivery[]> =>
    ((await stage.call(stage.people.admin, "GET", `outgoing-webhooks/${id}/deliveries/`)).body as DeliveryPage).results;
  /** A message about the issue in the channel. @returns the value of its buttons */
  const posted = async (): Promise<string> => {
    await chosen();
    await stage.report("k1");
    await stage.deliverAt(2 * MINUTE);
    expect(slack.messages.map(({ channel }) => channel)).toEqual(["C01"]);
    return stage.buttons()[0]?.value ?? "";
  };

  test("an Admin chooses one of the channels where the app is, of all pages", async () => {
    const many = Array.from({ length: 450 }, (_, at) => ({ id: `X${at}`, name: `other-${at}`, is_member: at === 449 }));
    slack.channels = [...slack.channels, ...many];
    expect(await channels()).toEqual({
      team: "Acme",
      channels: [
        { id: "G01", name: "leads", is_private: true },
        { id: "X449", name: "other-449", is_private: false },
        { id: "C01", name: "tracker", is_private: false },
      ],
      is_complete: true,
      failure: null,
    });
    expect(slack.calls.filter((method) => method === "conversations.list")).toHaveLength(3);
    const member = await stage.call(stage.people.member, "GET", `companies/${stage.companyId}/slack/channels/`);
    expect(member.status).toBe(403);
    for (const channel of ["C02", "G02", "C99", ""]) {
      const refused = await choose({ channel });
      expect([channel, refused.status, JSON.stringify(refused.body)]).toEqual([
        channel,
        400,
        expect.stringContaining("channel") as string,
      ]);
    }
    expect((await choose({}, stage.people.member)).status).toBe(403);
    expect((await choose()).body).toMatchObject({ webhook: { kind: "slack_app", channel: "tracker" }, secret: null });
  });

  test("what keeps the channels from being read is shown in words", async () => {
    slack.scopes = "chat:write,commands,im:write";
    expect((await channels()).failure).toContain("channels:read");
    slack.scopes = SCOPES;
    slack.fault = (method) => (method === "conversations.list" ? { retryAfter: 30 } : undefined);
    expect((await channels()).failure).toContain("fewer requests");
    slack.fault = () => ({ error: "token_revoked" });
    expect((await channels()).failure).toContain("token_revoked");
    await stage.call(stage.people.admin, "DELETE", `companies/${stage.companyId}/slack/`);
    expect(await channels()).toMatchObject({ team: null, failure: null });
    expect(JSON.stringify((await choose()).body)).toContain("no working Slack app");
  });

  test("a press in the channel acts as who pressed, shows who did what, and can be taken back by that user", async () => {
    const value = await posted();
    const { admin, member } = stage.people;
    const eve = { user: { id: "UEVE" } };
    expect(stage.buttons().map(({ action_id: id }) => id)).toEqual(["assign", "close"]);
    await stage.pressed("assign", value);
    await vi.waitFor(() => expect(JSON.stringify(slack.answers)).toContain("not linked to Clew"), 10_000);
    await stage.linkUp(admin, "UADA");
    await stage.linkUp(member, "UEVE");
    // The member may not write: only they are shown it.
    await stage.pressed("assign", value, eve);
    await vi.waitFor(() => expect(JSON.stringify(slack.answers)).toContain("Not done: "), 10_000);
    expect(stage.words()).not.toContain("Not done");
    await Promise.all([stage.pressed("assign", value), stage.pressed("assign", value)]);
    await vi.waitFor(() => expect(stage.words()).toContain("as ada. It is sent after"), 10_000);
    await stage.pressed("undo_assign", value, eve);
    await vi.waitFor(() => expect(JSON.stringify(slack.answers)).toContain("Only the user who has pressed"), 10_000);
    await stage.pressed("undo_assign", value);
    await vi.waitFor(() => expect(stage.words()).toContain("has taken it back"), 10_000);
    await stage.sendHeld();
    expect(stage.sent()).toEqual([]);
    await stage.pressed("assign", value);
    await vi.waitFor(() => expect(stage.words()).toContain("as ada. It is sent after"), 10_000);
    await stage.sendHeld();
    await stage.sendAt(MINUTE);
    expect(stage.words()).toContain('as ada."');
    expect(stage.buttons().map(({ action_id: id }) => id)).toEqual(["close"]);
    expect(stage.sent()).toHaveLength(1);
    // Ways to close are asked of who pressed alone.
    await stage.pressed("close", value);
    await vi.waitFor(() => expect(JSON.stringify(slack.answers)).toContain("not_planned"), 10_000);
    const asked = slack.answers.at(-1)?.body as {
      blocks: { elements?: { action_id: string; value: string }[] }[];
    };
    const reason = asked.blocks[1]?.elements?.find((one) => one.value.includes("not_planned"));
    await stage.pressed(reason?.action_id ?? "", reason?.value ?? "");
    await vi.waitFor(() => expect(stage.words()).toContain("has closed it as"), 10_000);
    await stage.sendHeld();
    expect(stage.issue.stateReason).toBe("not_planned");
  });

  test("of two users who press the same button at once, one has it, and what the other has stored is taken back", async () => {
    const value = await posted();
    const { admin, member } = stage.people;
    await stage.linkUp(admin, "UADA");
    await stage.linkUp(member, "UEVE");
    const setRole = (role: "Developer" | "Viewer") =>
      stage.db.updateTable("project_members").set({ role }).where("user_id", "=", member.id).execute();
    await setRole("Developer");
    stage.accounts["t-grace"] = { login: "grace", role: "write" };
    await stage.connect(member.id, "t-grace");
    await Promise.all([stage.pressed("assign", value), stage.pressed("assign", value, { user: { id: "UEVE" } })]);
    await vi.waitFor(() => expect(stage.words()).toContain("It is sent after"), 10_000);
    const held = async () =>
      (await stage.db.selectFrom("issue_writes").select("state").execute()).filter(({ state }) => state === "held");
    await vi.waitFor(async () => expect(await held()).toHaveLength(1), 10_000);
    await stage.sendHeld();
    expect(stage.sent()).toHaveLength(1);
    expect(stage.issue.assignees).toHaveLength(1);
    await setRole("Viewer");
  });

  test("a user of another workspace with the same id, in a channel that both share, presses nothing", async () => {
    const value = await posted();
    await stage.linkUp(stage.people.admin, "UADA");
    const status = async (user: object) => {
      const payload = { type: "block_actions", team: { id: "T01" }, user, actions: [{ action_id: "assign", value }] };
      const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
      return (await stage.post("interactions", body)).status;
    };
    expect(await status({ id: "UADA", team_id: "T02" })).toBe(404);
    expect(await stage.db.selectFrom("issue_writes").select("id").execute()).toEqual([]);
    expect(await status({ id: "UADA", team_id: "T01" })).toBe(200);
    await vi.waitFor(() => expect(stage.words()).toContain("It is sent after"), 10_000);
  });

  test("a press with a value of another message, delivery or company does nothing", async () => {
    const value = await posted();
    await stage.linkUp(stage.people.admin, "UADA");
    const [message = "", delivery = ""] = value.split(" ");
    for (const other of [message, `${message} none`, `none ${delivery}`, ` ${delivery}`, "[]", `["${message}"]`]) {
      slack.answers.length = 0;
      await stage.pressed("assign", other);
      await vi.waitFor(() => expect(JSON.stringify(slack.answers)).toContain("not yours"), 10_000);
    }
    // As a message of the app of another company is.
    const { db } = stage;
    const foreign = stage.people.otherCompanyId;
    const app = await db.selectFrom("chat_apps").selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto("chat_apps")
      .values({ ...app, company_id: foreign, token_secret_id: null, signing_secret_id: null })
      .execute();
    await db.updateTable("chat_messages").set({ company_id: foreign }).execute();
    slack.answers.length = 0;
    await stage.pressed("assign", value);
    await vi.waitFor(() => expect(JSON.stringify(slack.answers)).toContain("not yours"), 10_000);
    expect(await db.selectFrom("issue_writes").select("id").execute()).toEqual([]);
  });

  test("what is gone or restricted is not posted, and leaves a message that is changed", async () => {
    const id = await chosen();
    const { db } = stage;
    const { title } = await db
      .selectFrom("issues")
      .select("title")
      .where("id", "=", stage.issueId)
      .executeTakeFirstOrThrow();
    await db.updateTable("issues").set({ title: "<!channel> <@U1>" }).where("id", "=", stage.issueId).execute();
    await stage.report("k1");
    await db.updateTable("webhook_deliveries").set({ subject_id: "gone" }).execute();
    await stage.report("k2");
    await stage.deliverAt(2 * MINUTE);
    expect(slack.messages).toHaveLength(1);
    expect(stage.words()).toContain("&lt;!channel&gt; &lt;@U1&gt;");
    expect((await log(id)).map(({ state }) => state)).toEqual(["sent", "dropped"]);
    await db.updateTable("issues").set({ title }).where("id", "=", stage.issueId).execute();
  });

  test.each([
    ["not_in_channel", "/invite @Clew"],
    ["channel_not_found", "channel_not_found"],
    ["is_archived", "archived"],
  ])("%s turns it off with the reason, and what waits is posted once it is on again", async (error, words) => {
    const id = await chosen();
    await stage.report("k1");
    slack.fault = (method) => (method === "chat.postMessage" ? { error } : undefined);
    await stage.deliverAt(2 * MINUTE);
    expect(await webhook()).toMatchObject({
      is_enabled: false,
      waiting: 1,
      disabled_reason: expect.stringContaining(words) as string,
    });
    slack.fault = () => undefined;
    const change = { label: "Team channel", events: ["issue.opened"], language: "EN", is_enabled: true };
    await stage.call(stage.people.admin, "PUT", `outgoing-webhooks/${id}/`, change);
    // It is sent by the server of the stage.
    await vi.waitFor(() => expect(slack.messages).toHaveLength(1), 10_000);
    expect(stage.words()).not.toContain("may be here twice");
  });

  test("a limit of Slack and a revoked token postpone what waits, and nothing is lost", async () => {
    await chosen();
    await stage.report("k1");
    slack.fault = (method) => (method === "chat.postMessage" ? { retryAfter: 300 } : undefined);
    await stage.deliverAt(2 * MINUTE);
    slack.fault = () => undefined;
    await stage.deliverAt(5 * MINUTE);
    expect(slack.messages).toHaveLength(0);
    await stage.deliverAt(8 * MINUTE);
    expect(slack.messages).toHaveLength(1);
    await stage.report("k2");
    slack.fault = () => ({ error: "token_revoked" });
    await stage.deliverAt(10 * MINUTE);
    const asked = slack.calls.length;
    await stage.deliverAt(3 * HOUR);
    // Slack is not asked by an app that it does not know.
    expect(slack.calls).toHaveLength(asked);
    expect(await webhook()).toMatchObject({ is_enabled: true, waiting: 1 });
    slack.fault = () => undefined;
    await stage.setUp();
    await stage.deliverAt(4 * HOUR);
    expect(slack.messages).toHaveLength(2);
  });

  test("a message whose answer was lost shows in the next one that it may be there twice, and its buttons work", async () => {
    await chosen();
    await stage.linkUp(stage.people.admin, "UADA");
    await stage.report("k1");
    slack.fault = (method) => (method === "chat.postMessage" ? "lost" : undefined);
    await stage.deliverAt(2 * MINUTE);
    slack.fault = () => undefined;
    await stage.deliverAt(HOUR);
    expect([0, 1].map((at) => stage.words(at).includes("may be here twice"))).toEqual([false, true]);
    const [first] = slack.messages;
    const value = stage.buttons()[0]?.value ?? "";
    const container = { type: "message", channel_id: "C01", message_ts: first?.ts };
    await stage.pressed("assign", value, { container });
    await vi.waitFor(() => expect(stage.words()).toContain("It is sent after"), 10_000);
  });
});
