/** The Slack app of a company: from its settings to what a pressed button does at the tracker. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ChatTest, ChatUserLink } from "../../../../contract/notices/chatUsers.ts";
import type { SlackSettings } from "../../../../contract/notices/slack.ts";
import { TOKEN } from "../../../providers/slackHost.ts";
import type { SignedInUser } from "../../http/testServer.ts";
import { MINUTE } from "../../chatStage.ts";
import { SECRET, type SlackStage, startSlackStage } from "../../slackStage.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type Receiver, startReceiver } from "../outgoingWebhooks/webhookReceiver.ts";
import { restoreMembers } from "../../rows.ts";

onOneDatabase("the Slack app", (engine) => {
  let stage: SlackStage;
  let slack: SlackStage["slack"];
  /** A host that is not Slack. */
  let other: Receiver;
  let companyId: string;
  beforeAll(async () => {
    other = await startReceiver();
    stage = await startSlackStage(engine);
    ({ slack, companyId } = stage);
  });
  afterAll(async () => {
    await stage.stopSlack();
    await other.stop();
  });
  beforeEach(() => stage.resetSlack());

  const call: SlackStage["call"] = (...given) => stage.call(...given);
  const setUp: SlackStage["setUp"] = (...given) => stage.setUp(...given);
  const sign: SlackStage["sign"] = (...given) => stage.sign(...given);
  const post: SlackStage["post"] = (...given) => stage.post(...given);
  const command: SlackStage["command"] = (...given) => stage.command(...given);
  const begin: SlackStage["begin"] = (...given) => stage.begin(...given);
  const linkUp: SlackStage["linkUp"] = (...given) => stage.linkUp(...given);
  const sendAt: SlackStage["sendAt"] = (...given) => stage.sendAt(...given);
  const chooseSlack: SlackStage["chooseSlack"] = (...given) => stage.chooseSlack(...given);
  const notify: SlackStage["notify"] = (...given) => stage.notify(...given);
  const buttons: SlackStage["buttons"] = (...given) => stage.buttons(...given);
  const words: SlackStage["words"] = (...given) => stage.words(...given);
  const pressed: SlackStage["pressed"] = (...given) => stage.pressed(...given);
  const settings = async () =>
    (await call(stage.people.admin, "GET", `companies/${companyId}/slack/`)).body as SlackSettings;

  const linkOf = async (user: SignedInUser) => (await call(user, "GET", "slack-link/")).body as ChatUserLink;
  /** A message in Slack about a notice of the admin, who is linked. @returns the value of its buttons */
  const sentMessage = async (): Promise<string> => {
    await setUp();
    await linkUp(stage.people.admin, "UADA");
    await chooseSlack(stage.people.admin);
    await notify(stage.people.admin, "k1");
    await sendAt(2 * MINUTE);
    expect(slack.messages).toHaveLength(1);
    return buttons()[0]?.value ?? "";
  };
  test("an Admin sets it up, and what is wrong with it is shown in words", async () => {
    const { create_url: createUrl, manifest, app } = await settings();
    expect(app).toBeNull();
    expect(JSON.parse(new URL(createUrl).searchParams.get("manifest_json") ?? "")).toEqual(JSON.parse(manifest));
    expect(JSON.parse(manifest)).toMatchObject({
      oauth_config: { scopes: { bot: ["chat:write", "commands", "im:write", "channels:read", "groups:read"] } },
      settings: {
        interactivity: { request_url: `https://clew.example/api/v1/slack/${companyId}/interactions/` },
      },
    });
    const unknown = await setUp({ bot_token: "xoxb-other-token-here" });
    expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([400, expect.stringContaining("invalid_auth")]);
    slack.scopes = "commands";
    expect(JSON.stringify((await setUp()).body)).toContain("missing_scope): chat:write, im:write");
    slack.scopes = "chat:write,commands,im:write";
    const made = await setUp();
    expect(made.body).toMatchObject({ app: { team: "Acme", ended: null, linked: 0 } });
    expect(JSON.stringify(made.body)).not.toContain(TOKEN);
    const tested = async () =>
      (await call(stage.people.admin, "POST", `companies/${companyId}/slack/test/`)).body as ChatTest;
    expect(await tested()).toMatchObject({ passed: true });
    slack.fault = () => ({ error: "token_revoked" });
    expect(await tested()).toMatchObject({ passed: false, text: expect.stringContaining("token_revoked") as string });
    expect((await settings()).app?.ended).toContain("token_revoked");
    expect((await call(stage.people.member, "GET", `companies/${companyId}/slack/`)).status).toBe(403);
  });

  test("a Slack user is linked by who asked for the code and who typed it, and by no other", async () => {
    await setUp();
    const { admin, member } = stage.people;
    const code = await begin(admin);
    expect((await call(admin, "POST", "slack-link/confirm/", { user: "UADA" })).status).toBe(404);
    await post("commands", command(code));
    expect((await linkOf(admin)).pending).toEqual({ user: "UADA", name: "ada" });
    // The code is good once: who has seen it cannot take the place of who typed it.
    expect(await (await post("commands", command(code, { user_id: "UEVE" }))).text()).toContain("not valid");
    expect((await call(member, "POST", "slack-link/confirm/", { user: "UADA" })).status).toBe(404);
    expect((await call(admin, "POST", "slack-link/confirm/", { user: "UEVE" })).status).toBe(409);
    expect((await call(admin, "POST", "slack-link/confirm/", { user: "UADA" })).status).toBe(200);
    expect((await linkOf(admin)).link?.name).toBe("ada");
    await post("commands", command(await begin(member)));
    expect((await call(member, "POST", "slack-link/confirm/", { user: "UADA" })).status).toBe(409);
    expect((await call(admin, "DELETE", "slack-link/")).status).toBe(204);
    expect((await linkOf(admin)).link).toBeNull();
    const late = await begin(member);
    await stage.server.db
      .updateTable("chat_user_attempts")
      .set({ expires_at: new Date(0) })
      .execute();
    expect(await (await post("commands", command(late))).text()).toContain("not valid");
  });

  test("a request with another signature, an old or a repeated one, and one of another workspace is refused", async () => {
    await setUp();
    const body = command("help");
    const status = async (...given: Parameters<typeof post>) => (await post(...given)).status;
    expect(await status("commands", body, {})).toBe(404);
    expect(await status("commands", body, sign(body, { secret: SECRET.replace("0", "1") }))).toBe(404);
    expect(await status("commands", body, sign(`${body}x`))).toBe(404);
    expect(await status("commands", body, sign(body, { at: Date.now() - 6 * MINUTE }))).toBe(404);
    expect(await status("commands", body, sign(body, { at: Date.now() + 6 * MINUTE }))).toBe(404);
    expect(await status("commands", body, sign(body), randomUUID())).toBe(404);
    const once = sign(body);
    expect(await status("commands", body, once)).toBe(200);
    expect(await status("commands", body, once)).toBe(404);
    const foreign = command("help", { team_id: "T02" });
    expect(await status("commands", foreign)).toBe(404);
    expect(await status("interactions", "payload=%7B")).toBe(400);
    expect(await status("commands", "x".repeat(300_000))).toBe(413);
    slack.enterpriseId = "E01";
    await setUp();
    slack.enterpriseId = null;
    const ofGrid = command("help", { team_id: "", enterprise_id: "E01" });
    expect(await status("commands", ofGrid)).toBe(200);
  });

  test("a notice is one message that no text of an issue can mark up, and what its receiver may not see is not sent", async () => {
    const { db } = stage.server;
    await db
      .updateTable("issues")
      .set({ title: "<!channel> & <@U1> <https://evil.example|x>" })
      .where("id", "=", stage.issueId)
      .execute();
    await sentMessage();
    await sendAt(3 * MINUTE);
    expect(slack.messages).toHaveLength(1);
    const [message] = slack.messages;
    expect(message?.channel).toBe("DUADA");
    expect(message?.text).toContain("&lt;!channel&gt; &amp; &lt;@U1&gt;");
    expect(words()).not.toMatch(/<!channel|<@U1|<https:\/\/evil/);
    expect(buttons().map(({ action_id: id }) => id)).toEqual(["open", "read", "assign", "close", "mute"]);
    // Quiet hours hold, and so does access at the time of sending.
    await notify(stage.people.admin, "k2");
    const minute = new Date(Date.now() + 2 * MINUTE).getUTCHours() * 60;
    const quiet = { quiet_from: minute, quiet_to: (minute + 120) % 1440 };
    const none = { single_at: null, weekly_day: null, weekly_hour: null, weekly_at: null };
    await db
      .insertInto("notice_settings")
      .values({ user_id: stage.people.admin.id, time_zone: "UTC", mails: true, digest_hour: 8, ...quiet, ...none })
      .execute();
    await sendAt(2 * MINUTE);
    expect(slack.messages).toHaveLength(1);
    await db.deleteFrom("notice_settings").execute();
    await db.updateTable("issues").set({ project_id: stage.projectId }).execute();
    const members = await db
      .selectFrom("project_members")
      .selectAll()
      .where("user_id", "=", stage.people.admin.id)
      .execute();
    await db.deleteFrom("project_members").where("user_id", "=", stage.people.admin.id).execute();
    await sendAt(2 * MINUTE);
    expect(slack.messages).toHaveLength(1);
    await restoreMembers(db, members);
    await sendAt(2 * MINUTE);
    expect(slack.messages).toHaveLength(2);
  });

  test("a message whose answer was lost, or whose process ended, shows that it may be there twice", async () => {
    await setUp();
    await linkUp(stage.people.admin, "UADA");
    await chooseSlack(stage.people.admin);
    await notify(stage.people.admin, "k1");
    slack.fault = (method) => (method === "chat.postMessage" ? "lost" : undefined);
    await sendAt(2 * MINUTE);
    slack.fault = () => undefined;
    await sendAt(4 * MINUTE);
    expect(slack.messages.map(({ blocks }) => JSON.stringify(blocks).includes("may be here twice"))).toEqual([
      false,
      true,
    ]);
    // As a process leaves it that was killed after the answer.
    const killed = { state: "sending" as const, ts: null, is_repeat: false, leased_until: new Date() };
    await stage.server.db.updateTable("chat_messages").set(killed).execute();
    await sendAt(6 * MINUTE);
    expect(JSON.stringify(slack.messages[2]?.blocks)).toContain("may be here twice");
  });

  test("a press acts once as the person's own account, and the message shows who did what", async () => {
    const value = await sentMessage();
    await pressed("assign", value);
    await vi.waitFor(
      () => expect(words()).toContain("has assigned it to themselves, as ada. It is sent after"),
      10_000,
    );
    await pressed("assign", value);
    await pressed("read", value);
    await vi.waitFor(() => expect(words()).toContain("Marked as read."), 10_000);
    expect(stage.sent()).toEqual([]);
    await stage.sendHeld();
    await sendAt(MINUTE);
    expect(words()).toContain('has assigned it to themselves, as ada."');
    expect(stage.issue.assignees).toEqual(["ada"]);
    expect(stage.sent()).toHaveLength(1);
    expect(await stage.server.db.selectFrom("issue_writes").select("id").execute()).toHaveLength(1);
    expect(buttons().map(({ action_id: id }) => id)).toEqual(["open", "close", "mute"]);
    const [entry] = await stage.audit();
    expect(entry?.actor_email).toBe(stage.people.admin.email);
    // The tracker has reasons for closing: its reader chooses one.
    await pressed("close", value);
    await vi.waitFor(() => expect(slack.answers).toHaveLength(1), 10_000);
    const asked = slack.answers[0]?.body as {
      blocks: { elements?: { action_id: string; value: string; text: { text: string } }[] }[];
    };
    const reasons = asked.blocks[1]?.elements ?? [];
    expect(reasons.length).toBeGreaterThan(1);
    const reason = reasons.find((one) => one.value.includes("not_planned"));
    await pressed(reason?.action_id ?? "", reason?.value ?? "");
    await vi.waitFor(() => expect(words()).toContain("has closed it as"), 10_000);
    await stage.sendHeld();
    expect(stage.issue.state).toBe("closed");
    expect(stage.issue.stateReason).toBe("not_planned");
    await pressed("mute", value);
    await vi.waitFor(() => expect(words()).toContain("Messages of this kind end"), 10_000);
    await notify(stage.people.admin, "k2");
    await sendAt(2 * MINUTE);
    expect(slack.messages).toHaveLength(1);
  });

  test("what was pressed can be taken back until it is sent, by who pressed it", async () => {
    const value = await sentMessage();
    await pressed("assign", value);
    await vi.waitFor(() => expect(buttons().map(({ action_id: id }) => id)).toContain("undo_assign"), 10_000);
    expect(buttons().map(({ action_id: id }) => id)).not.toContain("assign");
    await pressed("undo_assign", value);
    await vi.waitFor(() => expect(words()).toContain("has taken it back."), 10_000);
    expect(buttons().map(({ action_id: id }) => id)).toEqual(["open", "read", "assign", "close", "mute"]);
    await stage.sendHeld();
    expect(stage.sent()).toEqual([]);
    // The next press is a change of its own.
    await pressed("assign", value);
    await vi.waitFor(() => expect(words()).toContain("It is sent after"), 10_000);
    await stage.sendHeld();
    expect(stage.issue.assignees).toEqual(["ada"]);
    await pressed("undo_assign", value);
    await vi.waitFor(() => expect(JSON.stringify(slack.answers)).toContain("It is too late"), 10_000);
    await vi.waitFor(() => expect(words()).not.toContain("It is sent after"), 10_000);
    expect(buttons().map(({ action_id: id }) => id)).toEqual(["open", "read", "close", "mute"]);
    expect(stage.issue.assignees).toEqual(["ada"]);
  });

  test("a change that the tracker refuses later is shown as not done, and can be pressed again", async () => {
    const value = await sentMessage();
    await pressed("assign", value);
    await vi.waitFor(() => expect(words()).toContain("It is sent after"), 10_000);
    stage.stage.fault = () => ({ status: 403, body: { message: "Forbidden by the tracker" } });
    await stage.sendHeld();
    await sendAt(MINUTE);
    expect(words()).toContain("Not done: ");
    expect(buttons().map(({ action_id: id }) => id)).toContain("assign");
    stage.stage.fault = () => undefined;
    await pressed("assign", value);
    await vi.waitFor(() => expect(words()).toContain("It is sent after"), 10_000);
    await stage.sendHeld();
    expect(stage.issue.assignees).toEqual(["ada"]);
  });

  test("who is not linked, another Slack user and an account without the right do nothing", async () => {
    const value = await sentMessage();
    const eve = { user: { id: "UEVE" } };
    await pressed("assign", value, eve);
    await vi.waitFor(() => expect(JSON.stringify(slack.answers)).toContain("not linked to Clew"), 10_000);
    await linkUp(stage.people.member, "UEVE");
    await pressed("assign", value, eve);
    await vi.waitFor(() => expect(JSON.stringify(slack.answers)).toContain("not yours"), 10_000);
    // An answer goes to Slack alone.
    const answered = slack.answers.length;
    await pressed("assign", randomUUID(), { response_url: `${other.url}/steal` });
    stage.accounts["t-ada"] = { login: "ada", role: "read" };
    await pressed("close", value);
    await vi.waitFor(() => expect(words()).toContain("Not done: "), 10_000);
    expect(slack.answers).toHaveLength(answered);
    expect(other.received).toEqual([]);
    expect(stage.sent()).toEqual([]);
    const { db } = stage.server;
    await db.updateTable("companies").set({ subscription_status: "expired" }).where("id", "=", companyId).execute();
    stage.accounts["t-ada"] = { login: "ada", role: "write" };
    await pressed("assign", value);
    await vi.waitFor(() => expect(words().match(/Not done: /g)).toHaveLength(2), 10_000);
    await db.updateTable("companies").set({ subscription_status: "active" }).where("id", "=", companyId).execute();
    expect(stage.sent()).toEqual([]);
  });

  test("a user who links another Slack user meanwhile gets nothing in the conversation of the first", async () => {
    await setUp();
    await linkUp(stage.people.admin, "UADA");
    await chooseSlack(stage.people.admin);
    await notify(stage.people.admin, "k1");
    slack.fault = async (method) => {
      if (method === "conversations.open") await linkUp(stage.people.admin, "UNEW");
      return undefined;
    };
    await sendAt(2 * MINUTE);
    slack.fault = () => undefined;
    expect(slack.messages).toEqual([]);
    await notify(stage.people.admin, "k2");
    await sendAt(2 * MINUTE);
    expect(slack.messages.map(({ channel }) => channel)).toEqual(["DUNEW"]);
  });

  test("an app that was removed is shown in the settings, and nothing is lost; a limit of Slack is kept", async () => {
    await setUp();
    await linkUp(stage.people.admin, "UADA");
    await chooseSlack(stage.people.admin);
    await notify(stage.people.admin, "k1");
    slack.fault = () => ({ error: "account_inactive" });
    await sendAt(2 * MINUTE);
    expect((await settings()).app?.ended).toContain("account_inactive");
    const asked = slack.calls.length;
    await sendAt(30 * MINUTE);
    expect(slack.calls).toHaveLength(asked);
    slack.fault = () => undefined;
    expect((await setUp()).body).toMatchObject({ app: { ended: null, linked: 1 } });
    slack.fault = (method) => (method === "chat.postMessage" ? { retryAfter: 300 } : undefined);
    await sendAt(30 * MINUTE);
    slack.fault = () => undefined;
    await sendAt(31 * MINUTE);
    expect(slack.messages).toHaveLength(0);
    await sendAt(36 * MINUTE);
    expect(slack.messages).toHaveLength(1);
    expect(words()).not.toContain("may be here twice");
  });
});
