/** The Slack app of a company: from its settings to what a pressed button does at the tracker. */
import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SlackLink, SlackLinkCode, SlackSettings, SlackTest } from "../../../contract/slack.ts";
import { createSecrets } from "../../../server/access/secrets.ts";
import { writeNotices } from "../../../server/events/writeNotices.ts";
import { SlackSender } from "../../../server/features/slack/SlackSender.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { type SlackHost, TOKEN, startSlackHost } from "../../providers/slackHost.ts";
import { type GithubWriteStage, startGithubWriteStage } from "../githubWriteStage.ts";
import type { SignedInUser } from "../http/testServer.ts";
import { onOneDatabase } from "../testDb.ts";
import { type Receiver, startReceiver } from "./webhookReceiver.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const MINUTE = 60_000;
/** The key of the stage. */
const KEY = "a key of this test, which is long enough";

onOneDatabase("the Slack app", (engine) => {
  let slack: SlackHost;
  /** A host that is not Slack. */
  let other: Receiver;
  let stage: GithubWriteStage;
  let companyId: string;
  beforeAll(async () => {
    slack = await startSlackHost();
    other = await startReceiver();
    stage = await startGithubWriteStage(engine, {
      CLEW_SLACK_URL: slack.url,
      CLEW_PUBLIC_URL: "https://clew.example",
    });
    companyId = stage.people.companyId;
  });
  afterAll(async () => {
    await stage.stop();
    await slack.stop();
    await other.stop();
  });
  beforeEach(async () => {
    await stage.reset();
    const { db } = stage.server;
    for (const table of ["slack_apps", "notices", "notice_channels", "notice_settings"] as const)
      await db.deleteFrom(table).execute();
    slack.messages.length = 0;
    slack.answers.length = 0;
    slack.calls.length = 0;
    slack.fault = () => undefined;
    slack.scopes = "chat:write,commands,im:write";
    slack.teamId = "T01";
    for (const user of [stage.people.admin, stage.people.member])
      await call(user, "POST", "users/confirm-password/", { password: "correct horse" });
  });

  const call = (user: SignedInUser, method: string, path: string, body?: object) =>
    stage.server.call(method, path, { token: user.token, ...(body && { body }) });
  const setUp = async (fields: object = {}) => {
    const body = { bot_token: TOKEN, signing_secret: SECRET, ...fields };
    return call(stage.people.admin, "PUT", `companies/${companyId}/slack/`, body);
  };
  const settings = async () =>
    (await call(stage.people.admin, "GET", `companies/${companyId}/slack/`)).body as SlackSettings;

  /** Signs as Slack's documentation describes it. */
  const sign = (body: string, { secret = SECRET, at = Date.now() } = {}) => {
    const timestamp = String(Math.floor(at / 1000));
    const digest = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
    return { "x-slack-request-timestamp": timestamp, "x-slack-signature": `v0=${digest}` };
  };
  const post = (kind: "commands" | "interactions", body: string, headers: object = sign(body), company = companyId) =>
    fetch(`${stage.server.url}/api/v1/slack/${company}/${kind}/`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body,
    });
  const command = (text: string, fields: Record<string, string> = {}) =>
    new URLSearchParams({
      team_id: "T01",
      user_id: "UADA",
      user_name: "ada",
      command: "/clew",
      text,
      trigger_id: randomUUID(),
      ...fields,
    }).toString();
  const interaction = (action: string, value: string, fields: object = {}) =>
    new URLSearchParams({
      payload: JSON.stringify({
        type: "block_actions",
        team: { id: "T01", domain: "acme" },
        enterprise: null,
        user: { id: "UADA", username: "ada", team_id: "T01" },
        api_app_id: "A01",
        trigger_id: randomUUID(),
        response_url: `${slack.url}/actions/T01/1`,
        actions: [{ type: "button", action_id: action, block_id: "b", value, action_ts: "1" }],
        ...fields,
      }),
    }).toString();

  const begin = async (user: SignedInUser): Promise<string> =>
    ((await call(user, "POST", "slack-link/")).body as SlackLinkCode).command.replace("/clew ", "");
  const linkOf = async (user: SignedInUser) => (await call(user, "GET", "slack-link/")).body as SlackLink;
  const linkUp = async (user: SignedInUser, slackUser: string): Promise<void> => {
    const typed = await post("commands", command(await begin(user), { user_id: slackUser, user_name: slackUser }));
    expect(await typed.text()).toContain("confirm in Clew");
    const confirmed = await call(user, "POST", "slack-link/confirm/", { user: slackUser });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  };

  /** Another process that sends, at another time. */
  const sendAt = async (aheadMs: number): Promise<void> => {
    const egress = createEgress({ allowed: ["127.0.0.0/8"] });
    const errors: unknown[] = [];
    const sender = new SlackSender(
      {
        db: stage.server.db,
        secrets: createSecrets(Buffer.from(KEY)),
        egress,
        slackUrl: slack.url,
        link: (path) => `https://clew.example${path}`,
        now: () => new Date(Date.now() + aheadMs),
      },
      (error) => errors.push(error),
    );
    await sender.run();
    await egress.close();
    expect(errors).toEqual([]);
  };
  const chooseSlack = (user: SignedInUser) =>
    stage.server.db
      .insertInto("notice_channels")
      .values(
        (["assigned", "commented"] as const).map((kind) => ({
          user_id: user.id,
          project_id: null,
          kind,
          channel: "slack" as const,
        })),
      )
      .execute();
  const tell = (user: SignedInUser, key: string) =>
    stage.server.db.transaction().execute((tx) =>
      writeNotices(tx, [
        {
          userId: user.id,
          kind: "assigned",
          projectId: stage.projectId,
          key,
          subject: { kind: "issue", id: stage.issueId },
        },
      ]),
    );
  /** A message in Slack about a notice of the admin, who is linked. @returns the value of its buttons */
  const sentMessage = async (): Promise<string> => {
    await setUp();
    await linkUp(stage.people.admin, "UADA");
    await chooseSlack(stage.people.admin);
    await tell(stage.people.admin, "k1");
    await sendAt(2 * MINUTE);
    expect(slack.messages).toHaveLength(1);
    return buttons()[0]?.value ?? "";
  };
  const buttons = () =>
    slack.messages[0]?.blocks.flatMap((block) => (block.type === "actions" ? block.elements : [])) ?? [];
  const words = () => JSON.stringify(slack.messages[0]?.blocks);
  const pressed = async (action: string, value: string, fields: object = {}): Promise<void> => {
    const body = interaction(action, value, fields);
    expect((await post("interactions", body)).status).toBe(200);
  };

  test("an Admin sets it up, and what is wrong with it is shown in words", async () => {
    const { create_url: createUrl, manifest, app } = await settings();
    expect(app).toBeNull();
    expect(JSON.parse(new URL(createUrl).searchParams.get("manifest_json") ?? "")).toEqual(JSON.parse(manifest));
    expect(JSON.parse(manifest)).toMatchObject({
      oauth_config: { scopes: { bot: ["chat:write", "commands", "im:write"] } },
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
      (await call(stage.people.admin, "POST", `companies/${companyId}/slack/test/`)).body as SlackTest;
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
      .updateTable("slack_link_attempts")
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
    await tell(stage.people.admin, "k2");
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
    await db.insertInto("project_members").values(members).execute();
    await sendAt(2 * MINUTE);
    expect(slack.messages).toHaveLength(2);
  });

  test("a message whose answer was lost, or whose process ended, shows that it may be there twice", async () => {
    await setUp();
    await linkUp(stage.people.admin, "UADA");
    await chooseSlack(stage.people.admin);
    await tell(stage.people.admin, "k1");
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
    await stage.server.db.updateTable("slack_messages").set(killed).execute();
    await sendAt(6 * MINUTE);
    expect(JSON.stringify(slack.messages[2]?.blocks)).toContain("may be here twice");
  });

  test("a press acts once as the person's own account, and the message shows who did what", async () => {
    const value = await sentMessage();
    await pressed("assign", value);
    await vi.waitFor(() => expect(words()).toContain("has assigned it to themselves, as ada."), 10_000);
    await pressed("assign", value);
    await pressed("read", value);
    await vi.waitFor(() => expect(words()).toContain("Marked as read."), 10_000);
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
    expect(stage.issue.state).toBe("closed");
    expect(stage.issue.stateReason).toBe("not_planned");
    await pressed("mute", value);
    await vi.waitFor(() => expect(words()).toContain("Messages of this kind end"), 10_000);
    await tell(stage.people.admin, "k2");
    await sendAt(2 * MINUTE);
    expect(slack.messages).toHaveLength(1);
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
    await tell(stage.people.admin, "k1");
    slack.fault = async (method) => {
      if (method === "conversations.open") await linkUp(stage.people.admin, "UNEW");
      return undefined;
    };
    await sendAt(2 * MINUTE);
    slack.fault = () => undefined;
    expect(slack.messages).toEqual([]);
    await tell(stage.people.admin, "k2");
    await sendAt(2 * MINUTE);
    expect(slack.messages.map(({ channel }) => channel)).toEqual(["DUNEW"]);
  });

  test("an app that was removed is shown in the settings, and nothing is lost; a limit of Slack is kept", async () => {
    await setUp();
    await linkUp(stage.people.admin, "UADA");
    await chooseSlack(stage.people.admin);
    await tell(stage.people.admin, "k1");
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
