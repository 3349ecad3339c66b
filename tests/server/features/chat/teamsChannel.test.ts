/** A project's channel of the app in Microsoft Teams: from the choice of the channel to what its readers press, and what is never posted. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ChatChannels } from "../../../../contract/notices/chatActions.ts";
import type {
  Delivery,
  DeliveryPage,
  NewOutgoingWebhook,
  OutgoingWebhook,
} from "../../../../contract/notices/outgoingWebhooks.ts";
import type { AdaptiveCard } from "../../../providers/adaptiveCard.ts";
import { APP_ID, TENANT } from "../../../providers/teamsHost.ts";
import { MINUTE } from "../../chatStage.ts";
import { ADA, EVE, type TeamsStage, startTeamsStage } from "../../teamsStage.ts";
import { onEachDatabase } from "../../testDb.ts";

const HOUR = 60 * MINUTE;
const TEAM = "19:team@thread.tacv2";
const TRACKER = "19:tracker@thread.tacv2";
const CHANNEL = `${TEAM} ${TRACKER}`;
const FOREIGN = "19:foreign@thread.tacv2";

onEachDatabase("the channel of a project in Teams", (engine) => {
  let stage: TeamsStage;
  let teams: TeamsStage["teams"];
  beforeAll(async () => {
    stage = await startTeamsStage(engine);
    ({ teams } = stage);
  });
  afterAll(() => stage.stopTeams());
  beforeEach(async () => {
    await stage.resetTeams();
    teams.channels = {
      [TEAM]: [
        { id: TRACKER, name: "tracker" },
        { id: TEAM, name: null },
      ],
      // A team that the app was not added to for this company.
      [FOREIGN]: [{ id: FOREIGN, name: null }],
    };
    await stage.setUp();
  });

  /** An activity of the team, as Teams sends it. */
  const ofTeam = (fields: object, channelData: object = {}) =>
    stage.activity({
      conversation: { id: TEAM, tenantId: TENANT, conversationType: "channel", isGroup: true },
      channelData: { tenant: { id: TENANT }, team: { id: TEAM, name: "Maps" }, ...channelData },
      ...fields,
    });
  const bot = [{ id: `28:${APP_ID}` }];
  const added = (fields: object = {}) =>
    stage.post(ofTeam({ type: "conversationUpdate", membersAdded: bot, ...fields }));
  const removed = () => stage.post(ofTeam({ type: "conversationUpdate", membersRemoved: bot }));
  const channels = async (user = stage.people.admin) =>
    (await stage.call(user, "GET", `companies/${stage.companyId}/teams-app/channels/`)).body as ChatChannels;
  const names = async () => (await channels()).channels.map(({ name }) => name);
  const choose = (fields: object = {}, user = stage.people.admin) =>
    stage.call(user, "POST", "projects/maze/outgoing-webhooks/", {
      kind: "teams_app",
      label: "Team channel",
      channel: CHANNEL,
      events: ["issue.opened"],
      language: "EN",
      ...fields,
    });
  const chosen = async (): Promise<string> => {
    await added();
    const made = await choose();
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return (made.body as NewOutgoingWebhook).webhook.id;
  };
  const webhook = async (): Promise<OutgoingWebhook | undefined> =>
    ((await stage.call(stage.people.admin, "GET", "outgoing-webhooks/?project=maze")).body as OutgoingWebhook[])[0];
  const log = async (id: string): Promise<readonly Delivery[]> =>
    ((await stage.call(stage.people.admin, "GET", `outgoing-webhooks/${id}/deliveries/`)).body as DeliveryPage).results;
  const dataOf = (card: AdaptiveCard | undefined): { message: string } => {
    const action = stage.buttonsOf(card).find(({ type }) => type === "Action.Execute");
    return action?.type === "Action.Execute" ? (action.data as { message: string }) : { message: "" };
  };
  const turnOn = () =>
    webhook().then((found) =>
      stage.call(stage.people.admin, "PUT", `outgoing-webhooks/${found?.id}/`, {
        label: "Team channel",
        events: ["issue.opened"],
        language: "EN",
        is_enabled: true,
      }),
    );
  /** The messages in the channel; answers in personal conversations are not among them. */
  const inChannel = () => teams.messages.filter(({ conversation }) => conversation.startsWith(TRACKER));
  /** A message about the issue in the channel. @returns the data of its buttons */
  const posted = async (): Promise<{ message: string }> => {
    await chosen();
    await stage.report("k1");
    await stage.deliverAt(2 * MINUTE);
    expect(inChannel()).toHaveLength(1);
    return dataOf(stage.cards()[0]);
  };
  /** Presses in the conversation of the message. */
  const pressed = (verb: string, data: object, entraId = ADA, fields: object = {}) => {
    const [message] = inChannel();
    const conversation = { id: message?.conversation, tenantId: TENANT, conversationType: "channel" };
    return stage.pressed(verb, data, { conversation, replyToId: message?.id, ...fields }, entraId);
  };
  const cardOf = (answer: AdaptiveCard | string): AdaptiveCard => {
    expect(answer).toBeTypeOf("object");
    return answer as AdaptiveCard;
  };
  const writes = () => stage.db.selectFrom("issue_writes").select("id").execute();

  test("an Admin chooses a channel of a team that has the app, and no other", async () => {
    expect(await channels()).toEqual({ team: TENANT, channels: [], is_complete: true, failure: null });
    expect((await choose()).status).toBe(400);
    await added();
    expect(await channels()).toMatchObject({
      channels: [
        { id: `${TEAM} ${TEAM}`, name: "Maps / General", is_private: false },
        { id: CHANNEL, name: "Maps / tracker" },
      ],
    });
    expect(
      (await stage.call(stage.people.member, "GET", `companies/${stage.companyId}/teams-app/channels/`)).status,
    ).toBe(403);
    const { otherCompanyId } = stage.people;
    const foreign = await stage.call(stage.people.admin, "GET", `companies/${otherCompanyId}/teams-app/channels/`);
    expect(foreign.status).toBe(404);
    const forged = [
      `${FOREIGN} ${FOREIGN}`,
      `${TEAM} ${FOREIGN}`,
      `${FOREIGN} ${TRACKER}`,
      TRACKER,
      `${CHANNEL};x=1`,
      "../x",
      "",
    ];
    for (const channel of forged) {
      const refused = await choose({ channel });
      expect([channel, refused.status, JSON.stringify(refused.body)]).toEqual([
        channel,
        400,
        expect.stringContaining("channel") as string,
      ]);
    }
    expect((await choose({}, stage.people.member)).status).toBe(403);
    expect((await choose()).body).toMatchObject({
      webhook: { kind: "teams_app", channel: "Maps / tracker" },
      secret: null,
    });
  });

  test("a team is known while it has the app, by what Microsoft has sent for the tenant alone", async () => {
    const member = { membersAdded: [{ id: "29:someone" }] };
    await added(member);
    await added({ channelData: { tenant: { id: APP_ID }, team: { id: TEAM, name: "Maps" } } });
    expect((await stage.post(ofTeam({ type: "conversationUpdate", membersAdded: bot }), null)).status).toBe(404);
    expect(await names()).toEqual([]);
    await stage.post(ofTeam({ type: "installationUpdate", action: "add", from: { id: "29:x" } }));
    expect(await names()).toEqual(["Maps / General", "Maps / tracker"]);
    await stage.post(
      ofTeam({ type: "conversationUpdate" }, { eventType: "teamRenamed", team: { id: TEAM, name: "Roads" } }),
    );
    expect(await names()).toEqual(["Roads / General", "Roads / tracker"]);
    // A team without the app is not known by its new name.
    await stage.post(
      ofTeam({ type: "conversationUpdate" }, { eventType: "teamRenamed", team: { id: FOREIGN, name: "Other" } }),
    );
    await stage.post(ofTeam({ type: "conversationUpdate", membersRemoved: [{ id: "29:someone" }] }));
    expect(await names()).toHaveLength(2);
    await stage.post(ofTeam({ type: "installationUpdate", action: "remove" }));
    expect(await names()).toEqual([]);
    await added();
    await stage.call(stage.people.admin, "DELETE", `companies/${stage.companyId}/teams-app/`);
    expect(await channels()).toMatchObject({ team: null, failure: null });
    expect(JSON.stringify((await choose()).body)).toContain("no working app");
    expect(await stage.db.selectFrom("chat_teams").selectAll().execute()).toEqual([]);
  });

  test("what keeps the channels from being read is shown in words", async () => {
    await added();
    teams.fault = (called) => (called.includes("/teams/") ? { status: 429, retryAfter: 30 } : undefined);
    expect((await channels()).failure).toContain("fewer requests");
    teams.fault = (called) => (called.includes("/teams/") ? { status: 403 } : undefined);
    expect(await channels()).toMatchObject({ channels: [], failure: null });
  });

  test("a press in the channel acts as who pressed, shows who did what, and can be taken back by that user", async () => {
    const data = await posted();
    const { admin, member } = stage.people;
    expect(stage.verbs()).toEqual(["assign", "close"]);
    // Who is not linked gets a card of their own, and the message stays as it is.
    const before = stage.words();
    const asked = cardOf(await pressed("assign", data));
    expect(stage.words(asked)).toContain("not linked to Clew");
    expect(asked.actions).toMatchObject([
      { type: "Action.OpenUrl", url: "https://clew.example/settings/notifications" },
    ]);
    expect(stage.verbs(asked)).toEqual(["assign", "close"]);
    expect(stage.words()).toBe(before);
    await stage.linkUp(admin, ADA);
    await stage.linkUp(member, EVE);
    // The member may not write: only they are shown it.
    expect(await pressed("assign", data, EVE)).toContain("Not done: ");
    expect(stage.words()).toBe(before);
    await Promise.all([pressed("assign", data), pressed("assign", data)]);
    await vi.waitFor(() => expect(stage.words()).toContain("as ada. It is sent after"), 10_000);
    expect(await pressed("undo_assign", data, EVE)).toContain("Only the user who has pressed");
    expect(stage.words(cardOf(await pressed("undo_assign", data)))).toContain("has taken it back");
    await stage.sendHeld();
    expect(stage.sent()).toEqual([]);
    expect(stage.words(cardOf(await pressed("assign", data)))).toContain("as ada. It is sent after");
    await stage.sendHeld();
    await stage.sendAt(MINUTE);
    expect(stage.words()).toContain('as ada."');
    expect(stage.verbs()).toEqual(["close"]);
    expect(stage.sent()).toHaveLength(1);
    // Ways to close are asked of who pressed alone.
    const question = cardOf(await pressed("close", data));
    const choices = question.body.flatMap((element) => (element.type === "Input.ChoiceSet" ? element.choices : []));
    expect(stage.words()).not.toContain("not_planned");
    expect(stage.verbs(cardOf(await pressed("show", dataOf(question))))).toEqual(["close"]);
    const way = choices.find(({ value }) => value.includes("not_planned"))?.value;
    cardOf(await pressed("close", { ...dataOf(question), way }));
    await vi.waitFor(() => expect(stage.words()).toContain("has closed it as"), 10_000);
    await stage.sendHeld();
    expect(stage.issue.stateReason).toBe("not_planned");
    expect(inChannel()).toHaveLength(1);
  });

  test("of two users who press the same button at once, one has it, and what the other has stored is taken back", async () => {
    const data = await posted();
    const { admin, member } = stage.people;
    await stage.linkUp(admin, ADA);
    await stage.linkUp(member, EVE);
    const setRole = (role: "Developer" | "Viewer") =>
      stage.db.updateTable("project_members").set({ role }).where("user_id", "=", member.id).execute();
    await setRole("Developer");
    stage.accounts["t-grace"] = { login: "grace", role: "write" };
    await stage.connect(member.id, "t-grace");
    await Promise.all([pressed("assign", data), pressed("assign", data, EVE)]);
    const held = async () =>
      (await stage.db.selectFrom("issue_writes").select("state").execute()).filter(({ state }) => state === "held");
    await vi.waitFor(async () => expect(await held()).toHaveLength(1), 10_000);
    await stage.sendHeld();
    expect(stage.sent()).toHaveLength(1);
    expect(stage.issue.assignees).toHaveLength(1);
    await setRole("Viewer");
  });

  test("a press from elsewhere, of another tenant or with another message, delivery or company does nothing", async () => {
    const data = await posted();
    await stage.linkUp(stage.people.admin, ADA);
    const elsewhere = [`a:${ADA}`, TEAM, `${FOREIGN};messageid=1`, `${TRACKER}x;messageid=1`];
    for (const id of elsewhere) {
      const conversation = { id, tenantId: TENANT, conversationType: "channel" };
      expect([id, await pressed("assign", data, ADA, { conversation })]).toEqual([
        id,
        expect.stringContaining("not yours") as string,
      ]);
      // Nothing of the message is shown there to who is not linked.
      expect(await pressed("assign", data, EVE, { conversation })).toContain("not linked to Clew");
    }
    const [message = "", delivery = ""] = data.message.split(" ");
    for (const other of [message, `${message} none`, `none ${delivery}`, ` ${delivery}`, "[]"]) {
      expect(await pressed("assign", { message: other })).toContain("not yours");
    }
    const foreigner = ofTeam({
      type: "invoke",
      name: "adaptiveCard/action",
      value: { action: { verb: "assign", data } },
      conversation: { id: inChannel()[0]?.conversation, tenantId: TENANT },
      from: { id: `29:${ADA}`, aadObjectId: ADA, tenantId: APP_ID },
    });
    expect((await stage.post(foreigner)).status).toBe(404);
    // As a message of the app of another company is.
    const { db } = stage;
    const other = stage.people.otherCompanyId;
    const app = await db.selectFrom("chat_apps").selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto("chat_apps")
      .values({ ...app, company_id: other, token_secret_id: null })
      .execute();
    await db.updateTable("chat_messages").set({ company_id: other }).execute();
    expect(await pressed("assign", data)).toContain("not yours");
    expect(await pressed("assign", data, EVE)).toContain("not linked to Clew");
    expect(await writes()).toEqual([]);
  });

  test("what is gone or restricted is not posted, and texts of issues are no markup", async () => {
    const id = await chosen();
    const { db } = stage;
    const issue = db.selectFrom("issues").select("title").where("id", "=", stage.issueId);
    const { title } = await issue.executeTakeFirstOrThrow();
    const setTitle = (text: string) =>
      db.updateTable("issues").set({ title: text }).where("id", "=", stage.issueId).execute();
    await setTitle("<at>all</at> [x](https://evil.example) **b**");
    await stage.report("k1");
    await db.updateTable("webhook_deliveries").set({ subject_id: "gone" }).execute();
    await stage.report("k2");
    await stage.deliverAt(2 * MINUTE);
    expect(inChannel()).toHaveLength(1);
    expect(stage.words()).toContain("<at>all</at> [x](https://evil.example) **b**");
    expect(JSON.stringify(teams.messages)).not.toContain("entities");
    expect((await log(id)).map(({ state }) => state)).toEqual(["sent", "dropped"]);
    await setTitle(title);
  });

  test("twenty events with long titles are one message that Teams takes", async () => {
    await chosen();
    const { db } = stage;
    const issue = db.selectFrom("issues").select("title").where("id", "=", stage.issueId);
    const { title } = await issue.executeTakeFirstOrThrow();
    const setTitle = (text: string) =>
      db.updateTable("issues").set({ title: text }).where("id", "=", stage.issueId).execute();
    await setTitle("\u{1F5FA}".repeat(250));
    for (let at = 0; at < 20; at += 1) await stage.report(`k${at}`);
    await stage.deliverAt(2 * MINUTE);
    expect(inChannel()).toHaveLength(1);
    await setTitle(title);
  });

  test("an app that was removed from the team turns it off with the reason, and what waits is posted once it is on again", async () => {
    await chosen();
    await removed();
    await stage.report("k1");
    const asked = teams.calls.length;
    await stage.deliverAt(2 * MINUTE);
    // Nothing is sent to a team without the app.
    expect(teams.calls).toHaveLength(asked);
    expect(await webhook()).toMatchObject({
      is_enabled: false,
      waiting: 1,
      disabled_reason: expect.stringContaining("not in the team") as string,
    });
    await added();
    await turnOn();
    await vi.waitFor(() => expect(inChannel()).toHaveLength(1), 10_000);
    expect(stage.words()).not.toContain("may be here twice");
  });

  test("a channel that is gone turns it off, and a message there stays as it is", async () => {
    const data = await posted();
    await stage.linkUp(stage.people.admin, ADA);
    teams.channels = {};
    await stage.report("k2");
    await stage.deliverAt(2 * MINUTE);
    expect(await webhook()).toMatchObject({
      is_enabled: false,
      disabled_reason: expect.stringContaining("BotNotInConversationRoster") as string,
    });
    await removed();
    cardOf(await pressed("assign", data));
    await vi.waitFor(async () => {
      const { state } = await stage.db.selectFrom("chat_messages").select("state").executeTakeFirstOrThrow();
      expect(state).toBe("sent");
    }, 10_000);
    expect(stage.words()).not.toContain("It is sent after");
  });

  test("a limit of Microsoft and a refused secret postpone what waits, and nothing is lost", async () => {
    await chosen();
    await stage.report("k1");
    teams.fault = (called) => (called.endsWith("/conversations") ? { status: 429, retryAfter: 300 } : undefined);
    await stage.deliverAt(2 * MINUTE);
    teams.fault = () => undefined;
    await stage.deliverAt(5 * MINUTE);
    expect(inChannel()).toHaveLength(0);
    await stage.deliverAt(8 * MINUTE);
    expect(inChannel()).toHaveLength(1);
    await stage.report("k2");
    teams.entraError = { error: "invalid_client", error_description: "AADSTS7000222: expired" };
    await stage.deliverAt(10 * MINUTE);
    const asked = teams.calls.length;
    await stage.deliverAt(3 * HOUR);
    expect(teams.calls).toHaveLength(asked);
    expect(await webhook()).toMatchObject({ is_enabled: true, waiting: 1 });
    teams.entraError = undefined;
    await stage.setUp();
    await stage.deliverAt(4 * HOUR);
    expect(inChannel()).toHaveLength(2);
  });

  test("a message whose answer was lost shows in the next one that it may be there twice, and its buttons work", async () => {
    await chosen();
    await stage.linkUp(stage.people.admin, ADA);
    teams.messages.length = 0;
    await stage.report("k1");
    teams.fault = (called) => (called.endsWith("/conversations") ? "lost" : undefined);
    await stage.deliverAt(2 * MINUTE);
    teams.fault = () => undefined;
    await stage.deliverAt(HOUR);
    expect(stage.cards().map((card) => stage.words(card).includes("may be here twice"))).toEqual([false, true]);
    cardOf(await pressed("assign", dataOf(stage.cards()[0])));
    await vi.waitFor(() => expect(stage.words()).toContain("It is sent after"), 10_000);
  });
});
