/** What readers of a channel in Microsoft Teams press there: who acts, who sees what, and from where nothing is done. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { APP_ID, TENANT } from "../../../providers/teamsHost.ts";
import { MINUTE } from "../../chatStage.ts";
import { FOREIGN, TEAM, TRACKER, type TeamsChannelActs, teamsChannelActs } from "../../teamsChannelStage.ts";
import { ADA, EVE, type TeamsStage, startTeamsStage } from "../../teamsStage.ts";
import { onOneDatabase } from "../../testDb.ts";

const HOUR = 60 * MINUTE;

onOneDatabase("a button in a channel of Teams", (engine) => {
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

  test("a press in the channel acts as who pressed, shows who did what, and can be taken back by that user", async () => {
    const data = await acts.posted();
    const { admin, member } = stage.people;
    expect(stage.verbs()).toEqual(["assign", "close"]);
    // Who is not linked gets a card of their own, and the message stays as it is.
    const before = stage.words();
    const asked = acts.cardOf(await acts.pressed("assign", data));
    expect(stage.words(asked)).toContain("not linked to Clew");
    expect(asked.actions).toMatchObject([
      { type: "Action.OpenUrl", url: "https://clew.example/settings/notifications" },
    ]);
    expect(stage.verbs(asked)).toEqual(["assign", "close"]);
    expect(stage.words()).toBe(before);
    await stage.linkUp(admin, ADA);
    await stage.linkUp(member, EVE);
    // The member may not write: only they are shown it.
    expect(await acts.pressed("assign", data, EVE)).toContain("Not done: ");
    expect(stage.words()).toBe(before);
    await Promise.all([acts.pressed("assign", data), acts.pressed("assign", data)]);
    await vi.waitFor(() => expect(stage.words()).toContain("as ada. It is sent after"), 10_000);
    expect(await acts.pressed("undo_assign", data, EVE)).toContain("Only the user who has pressed");
    expect(stage.words(acts.cardOf(await acts.pressed("undo_assign", data)))).toContain("has taken it back");
    await stage.sendHeld();
    expect(stage.sent()).toEqual([]);
    expect(stage.words(acts.cardOf(await acts.pressed("assign", data)))).toContain("as ada. It is sent after");
    await stage.sendHeld();
    await stage.sendAt(MINUTE);
    expect(stage.words()).toContain('as ada."');
    expect(stage.verbs()).toEqual(["close"]);
    expect(stage.sent()).toHaveLength(1);
    // Ways to close are asked of who pressed alone.
    const question = acts.cardOf(await acts.pressed("close", data));
    const choices = question.body.flatMap((element) => (element.type === "Input.ChoiceSet" ? element.choices : []));
    expect(stage.words()).not.toContain("not_planned");
    expect(stage.verbs(acts.cardOf(await acts.pressed("show", acts.dataOf(question))))).toEqual(["close"]);
    const way = choices.find(({ value }) => value.includes("not_planned"))?.value;
    acts.cardOf(await acts.pressed("close", { ...acts.dataOf(question), way }));
    await vi.waitFor(() => expect(stage.words()).toContain("has closed it as"), 10_000);
    await stage.sendHeld();
    expect(stage.issue.stateReason).toBe("not_planned");
    expect(acts.inChannel()).toHaveLength(1);
  });

  test("of two users who press the same button at once, one has it, and what the other has stored is taken back", async () => {
    const data = await acts.posted();
    const { admin, member } = stage.people;
    await stage.linkUp(admin, ADA);
    await stage.linkUp(member, EVE);
    const setRole = (role: "Developer" | "Viewer") =>
      stage.db.updateTable("project_members").set({ role }).where("user_id", "=", member.id).execute();
    await setRole("Developer");
    stage.accounts["t-grace"] = { login: "grace", role: "write" };
    await stage.connect(member.id, "t-grace");
    await Promise.all([acts.pressed("assign", data), acts.pressed("assign", data, EVE)]);
    const held = async () =>
      (await stage.db.selectFrom("issue_writes").select("state").execute()).filter(({ state }) => state === "held");
    await vi.waitFor(async () => expect(await held()).toHaveLength(1), 10_000);
    await stage.sendHeld();
    expect(stage.sent()).toHaveLength(1);
    expect(stage.issue.assignees).toHaveLength(1);
    await setRole("Viewer");
  });

  test("a press from elsewhere, of another tenant or with another message, delivery or company does nothing", async () => {
    const data = await acts.posted();
    await stage.linkUp(stage.people.admin, ADA);
    const elsewhere = [`a:${ADA}`, TEAM, `${FOREIGN};messageid=1`, `${TRACKER}x;messageid=1`];
    for (const id of elsewhere) {
      const conversation = { id, tenantId: TENANT, conversationType: "channel" };
      expect([id, await acts.pressed("assign", data, ADA, { conversation })]).toEqual([
        id,
        expect.stringContaining("not yours") as string,
      ]);
      // Nothing of the message is shown there to who is not linked.
      expect(await acts.pressed("assign", data, EVE, { conversation })).toContain("not linked to Clew");
    }
    const [message = "", delivery = ""] = data.message.split(" ");
    for (const other of [message, `${message} none`, `none ${delivery}`, ` ${delivery}`, "[]"]) {
      expect(await acts.pressed("assign", { message: other })).toContain("not yours");
    }
    const foreigner = acts.ofTeam({
      type: "invoke",
      name: "adaptiveCard/action",
      value: { action: { verb: "assign", data } },
      conversation: { id: acts.inChannel()[0]?.conversation, tenantId: TENANT },
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
    expect(await acts.pressed("assign", data)).toContain("not yours");
    expect(await acts.pressed("assign", data, EVE)).toContain("not linked to Clew");
    expect(await acts.writes()).toEqual([]);
  });

  test("a message whose answer was lost shows in the next one that it may be there twice, and its buttons work", async () => {
    await acts.chosen();
    await stage.linkUp(stage.people.admin, ADA);
    teams.messages.length = 0;
    await stage.report("k1");
    teams.fault = (called) => (called.endsWith("/conversations") ? "lost" : undefined);
    await stage.deliverAt(2 * MINUTE);
    teams.fault = () => undefined;
    await stage.deliverAt(HOUR);
    expect(stage.cards().map((card) => stage.words(card).includes("may be here twice"))).toEqual([false, true]);
    acts.cardOf(await acts.pressed("assign", acts.dataOf(stage.cards()[0])));
    await vi.waitFor(() => expect(stage.words()).toContain("It is sent after"), 10_000);
  });
});
