/** A project's channel of the app in Microsoft Teams: the choice of the channel, and what is posted, or never. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { APP_ID, TENANT } from "../../../providers/teamsHost.ts";
import { MINUTE } from "../../chatStage.ts";
import { CHANNEL, FOREIGN, TEAM, TRACKER, type TeamsChannelActs, teamsChannelActs } from "../../teamsChannelStage.ts";
import { ADA, type TeamsStage, startTeamsStage } from "../../teamsStage.ts";
import { onOneDatabase } from "../../testDb.ts";

const HOUR = 60 * MINUTE;

onOneDatabase("the channel of a project in Teams", (engine) => {
  let stage: TeamsStage;
  let teams: TeamsStage["teams"];
  let acts: TeamsChannelActs;
  beforeAll(async () => {
    stage = await startTeamsStage(engine);
    ({ teams } = stage);
    acts = teamsChannelActs(stage);
  });
  afterAll(() => stage.stopTeams());
  beforeEach(() => acts.reset());

  test("one token of Microsoft serves the settings, the choice of a channel and what is posted by this process", async () => {
    await acts.added();
    expect((await acts.choose()).status).toBe(201);
    await acts.channels();
    expect(teams.calls.filter((call) => call.endsWith("/token"))).toHaveLength(1);
  });

  test("an Admin chooses a channel of a team that has the app, and no other", async () => {
    expect(await acts.channels()).toEqual({ team: TENANT, channels: [], is_complete: true, failure: null });
    expect((await acts.choose()).status).toBe(400);
    await acts.added();
    expect(await acts.channels()).toMatchObject({
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
      const refused = await acts.choose({ channel });
      expect([channel, refused.status, JSON.stringify(refused.body)]).toEqual([
        channel,
        400,
        expect.stringContaining("channel") as string,
      ]);
    }
    expect((await acts.choose({}, stage.people.member)).status).toBe(403);
    expect((await acts.choose()).body).toMatchObject({
      webhook: { kind: "teams_app", channel: "Maps / tracker" },
      secret: null,
    });
  });

  test("a team is known while it has the app, by what Microsoft has sent for the tenant alone", async () => {
    const member = { membersAdded: [{ id: "29:someone" }] };
    await acts.added(member);
    await acts.added({ channelData: { tenant: { id: APP_ID }, team: { id: TEAM, name: "Maps" } } });
    expect((await stage.post(acts.ofTeam({ type: "conversationUpdate", membersAdded: acts.bot }), null)).status).toBe(
      404,
    );
    expect(await acts.names()).toEqual([]);
    await stage.post(acts.ofTeam({ type: "installationUpdate", action: "add", from: { id: "29:x" } }));
    expect(await acts.names()).toEqual(["Maps / General", "Maps / tracker"]);
    await stage.post(
      acts.ofTeam({ type: "conversationUpdate" }, { eventType: "teamRenamed", team: { id: TEAM, name: "Roads" } }),
    );
    expect(await acts.names()).toEqual(["Roads / General", "Roads / tracker"]);
    // A team without the app is not known by its new name.
    await stage.post(
      acts.ofTeam({ type: "conversationUpdate" }, { eventType: "teamRenamed", team: { id: FOREIGN, name: "Other" } }),
    );
    await stage.post(acts.ofTeam({ type: "conversationUpdate", membersRemoved: [{ id: "29:someone" }] }));
    expect(await acts.names()).toHaveLength(2);
    await stage.post(acts.ofTeam({ type: "installationUpdate", action: "remove" }));
    expect(await acts.names()).toEqual([]);
    await acts.added();
    await stage.call(stage.people.admin, "DELETE", `companies/${stage.companyId}/teams-app/`);
    expect(await acts.channels()).toMatchObject({ team: null, failure: null });
    expect(JSON.stringify((await acts.choose()).body)).toContain("no working app");
    expect(await stage.db.selectFrom("chat_teams").selectAll().execute()).toEqual([]);
  });

  test("what keeps the channels from being read is shown in words", async () => {
    await acts.added();
    teams.fault = (called) => (called.includes("/teams/") ? { status: 429, retryAfter: 30 } : undefined);
    expect((await acts.channels()).failure).toContain("fewer requests");
    teams.fault = (called) => (called.includes("/teams/") ? { status: 403 } : undefined);
    expect(await acts.channels()).toMatchObject({ channels: [], failure: null });
  });

  test("what is gone or restricted is not posted, and texts of issues are no markup", async () => {
    const id = await acts.chosen();
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
    expect(acts.inChannel()).toHaveLength(1);
    expect(stage.words()).toContain("<at>all</at> [x](https://evil.example) **b**");
    expect(JSON.stringify(teams.messages)).not.toContain("entities");
    expect((await acts.log(id)).map(({ state }) => state)).toEqual(["sent", "dropped"]);
    await setTitle(title);
  });

  test("twenty events with long titles are one message that Teams takes", async () => {
    await acts.chosen();
    const { db } = stage;
    const issue = db.selectFrom("issues").select("title").where("id", "=", stage.issueId);
    const { title } = await issue.executeTakeFirstOrThrow();
    const setTitle = (text: string) =>
      db.updateTable("issues").set({ title: text }).where("id", "=", stage.issueId).execute();
    await setTitle("\u{1F5FA}".repeat(250));
    for (let at = 0; at < 20; at += 1) await stage.report(`k${at}`);
    await stage.deliverAt(2 * MINUTE);
    expect(acts.inChannel()).toHaveLength(1);
    await setTitle(title);
  });

  test("an app that was removed from the team turns it off with the reason, and what waits is posted once it is on again", async () => {
    await acts.chosen();
    await acts.removed();
    await stage.report("k1");
    const asked = teams.calls.length;
    await stage.deliverAt(2 * MINUTE);
    // Nothing is sent to a team without the app.
    expect(teams.calls).toHaveLength(asked);
    expect(await acts.webhook()).toMatchObject({
      is_enabled: false,
      waiting: 1,
      disabled_reason: expect.stringContaining("not in the team") as string,
    });
    await acts.added();
    await acts.turnOn();
    await vi.waitFor(() => expect(acts.inChannel()).toHaveLength(1), 10_000);
    expect(stage.words()).not.toContain("may be here twice");
  });

  test("a channel that is gone turns it off, and a message there stays as it is", async () => {
    const data = await acts.posted();
    await stage.linkUp(stage.people.admin, ADA);
    teams.channels = {};
    await stage.report("k2");
    await stage.deliverAt(2 * MINUTE);
    expect(await acts.webhook()).toMatchObject({
      is_enabled: false,
      disabled_reason: expect.stringContaining("BotNotInConversationRoster") as string,
    });
    await acts.removed();
    acts.cardOf(await acts.pressed("assign", data));
    await vi.waitFor(async () => {
      const { state } = await stage.db.selectFrom("chat_messages").select("state").executeTakeFirstOrThrow();
      expect(state).toBe("sent");
    }, 10_000);
    expect(stage.words()).not.toContain("It is sent after");
  });

  test("a limit of Microsoft and a refused secret postpone what waits, and nothing is lost", async () => {
    await acts.chosen();
    await stage.report("k1");
    teams.fault = (called) => (called.endsWith("/conversations") ? { status: 429, retryAfter: 300 } : undefined);
    await stage.deliverAt(2 * MINUTE);
    teams.fault = () => undefined;
    await stage.deliverAt(5 * MINUTE);
    expect(acts.inChannel()).toHaveLength(0);
    await stage.deliverAt(8 * MINUTE);
    expect(acts.inChannel()).toHaveLength(1);
    await stage.report("k2");
    teams.entraError = { error: "invalid_client", error_description: "AADSTS7000222: expired" };
    await stage.deliverAt(10 * MINUTE);
    const asked = teams.calls.length;
    await stage.deliverAt(3 * HOUR);
    expect(teams.calls).toHaveLength(asked);
    expect(await acts.webhook()).toMatchObject({ is_enabled: true, waiting: 1 });
    teams.entraError = undefined;
    await stage.setUp();
    await stage.deliverAt(4 * HOUR);
    expect(acts.inChannel()).toHaveLength(2);
  });
});
