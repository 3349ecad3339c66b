/** The app of a company in Microsoft Teams: from its settings to what a pressed button does at the tracker. */
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ChatTest, ChatUserLink } from "../../../../contract/notices/chatUsers.ts";
import type { TeamsSettings } from "../../../../contract/notices/teams.ts";
import { APP_ID, CLIENT_SECRET, TENANT } from "../../../providers/teamsHost.ts";
import type { AdaptiveCard } from "../../../providers/adaptiveCard.ts";
import { MINUTE } from "../../chatStage.ts";
import type { SignedInUser } from "../../http/testServer.ts";
import { ADA, EVE, type TeamsStage, startTeamsStage } from "../../teamsStage.ts";
import { onOneDatabase } from "../../testDb.ts";
import { restoreMembers } from "../../rows.ts";

onOneDatabase("the app in Microsoft Teams", (engine) => {
  let stage: TeamsStage;
  let teams: TeamsStage["teams"];
  beforeAll(async () => {
    stage = await startTeamsStage(engine);
    ({ teams } = stage);
  });
  afterAll(() => stage.stopTeams());
  beforeEach(() => stage.resetTeams());

  const path = () => `companies/${stage.companyId}/teams-app/`;
  const settings = async () => (await stage.call(stage.people.admin, "GET", path())).body as TeamsSettings;
  const linkOf = async (user: SignedInUser) => (await stage.call(user, "GET", "teams-link/")).body as ChatUserLink;
  /** A linked admin who has chosen Teams, and a notice. */
  const notified = async (): Promise<void> => {
    await stage.setUp();
    await stage.linkUp(stage.people.admin, ADA);
    await vi.waitFor(() => expect(teams.messages).toHaveLength(1));
    teams.messages.length = 0;
    await stage.choose(stage.people.admin);
    await stage.notify(stage.people.admin, "k1");
  };
  /** A card about it. @returns the data of its buttons */
  const sentCard = async (): Promise<{ message: string }> => {
    await notified();
    await stage.sendAt(2 * MINUTE);
    expect(stage.cards()).toHaveLength(1);
    return dataOf(stage.cards()[0]);
  };
  const dataOf = (card: AdaptiveCard | undefined): { message: string } => {
    const action = card?.actions?.find((one) => one.type === "Action.Execute");
    return action?.type === "Action.Execute" ? (action.data as { message: string }) : { message: "" };
  };
  const cardOf = (answer: AdaptiveCard | string): AdaptiveCard => {
    expect(answer).toBeTypeOf("object");
    return answer as AdaptiveCard;
  };

  test("an Admin sets it up, and what Microsoft refuses is shown at its field", async () => {
    const endpoint = `https://clew.example/api/v1/teams/${stage.companyId}/activities/`;
    expect(await settings()).toEqual({ app: null, messaging_endpoint: endpoint });
    const refused = async (fields: object) => JSON.stringify((await stage.setUp(fields)).body);
    expect(await refused({ client_secret: "another-secret-of-the-app" })).toMatch(/client_secret.*AADSTS7000215/);
    expect(await refused({ app_id: TENANT })).toMatch(/app_id.*AADSTS700016/);
    expect(await refused({ tenant_id: APP_ID })).toMatch(/tenant_id.*AADSTS90002/);
    expect(await refused({ app_id: "Clew" })).toContain("32 digits");
    const made = await stage.setUp({ app_id: APP_ID.toUpperCase() });
    expect(made.body).toMatchObject({ app: { app_id: APP_ID, tenant_id: TENANT, ended: null, linked: 0 } });
    expect(JSON.stringify(made.body)).not.toContain(CLIENT_SECRET);
    const tested = async () => (await stage.call(stage.people.admin, "POST", `${path()}test/`)).body as ChatTest;
    expect(await tested()).toMatchObject({ passed: true });
    teams.entraError = { error: "invalid_client", error_description: "AADSTS7000222: The provided keys are expired." };
    expect(await tested()).toMatchObject({ passed: false, text: expect.stringContaining("has expired") as string });
    expect((await settings()).app?.ended).toContain("AADSTS7000222");
    teams.entraError = undefined;
    expect(await tested()).toMatchObject({ passed: true });
    expect((await settings()).app?.ended).toBeNull();
    const audited = await stage.db.selectFrom("audit_log").select("action").execute();
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["teams.app_ended", "teams.app_resumed"]),
    );
    for (const [method, end] of [
      ["GET", ""],
      ["POST", "test/"],
      ["DELETE", ""],
    ] as const)
      expect((await stage.call(stage.people.member, method, path() + end)).status).toBe(403);
    expect((await stage.call(stage.people.admin, "DELETE", path())).status).toBe(204);
    expect((await settings()).app).toBeNull();
  });

  test("a secret that Microsoft has accepted and withdrawn is refused when it is saved again", async () => {
    expect((await stage.setUp()).status).toBe(200);
    teams.entraError = { error: "invalid_client", error_description: "AADSTS7000222: The provided keys are expired." };
    const again = await stage.setUp();
    expect([again.status, JSON.stringify(again.body)]).toEqual([400, expect.stringContaining("AADSTS7000222")]);
  });

  test("its package has a manifest for this app, and icons in the sizes of Teams", async () => {
    await stage.setUp();
    const files = unzipSync(Buffer.from((await settings()).app?.package ?? "", "base64"));
    expect(Object.keys(files).toSorted()).toEqual(["color.png", "manifest.json", "outline.png"]);
    const manifest: unknown = JSON.parse(Buffer.from(files["manifest.json"] ?? []).toString());
    expect(manifest).toMatchObject({
      manifestVersion: "1.19",
      id: APP_ID,
      developer: { websiteUrl: "https://clew.example/" },
      bots: [{ botId: APP_ID, scopes: ["personal", "team"] }],
    });
    const sizeOf = (name: string) => {
      const png = Buffer.from(files[name] ?? []);
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    expect([sizeOf("color.png"), sizeOf("outline.png")]).toEqual([
      [192, 192],
      [32, 32],
    ]);
  });

  test("a user of Teams is linked by who asked for the code and who sent it, and by no other", async () => {
    await stage.setUp();
    const { admin, member } = stage.people;
    const code = await stage.begin(admin);
    const confirm = (user: SignedInUser, id: string) =>
      stage.call(user, "POST", "teams-link/confirm/", { user: id }).then(({ status }) => status);
    expect(await confirm(admin, ADA)).toBe(404);
    await stage.post(stage.activity({ text: code }));
    expect((await linkOf(admin)).pending).toEqual({ user: ADA, name: "Ada" });
    const said = () => teams.messages.map(({ activity }) => ("text" in activity ? activity.text : ""));
    await vi.waitFor(() => expect(said()[0]).toContain("confirm in Clew"));
    await stage.post(stage.activity({ text: code }, EVE));
    await vi.waitFor(() => expect(said()[1]).toContain("not valid"));
    expect(await confirm(member, ADA)).toBe(404);
    expect(await confirm(admin, EVE)).toBe(409);
    expect(await confirm(admin, ADA)).toBe(200);
    await stage.post(stage.activity({ text: await stage.begin(member) }));
    expect(await confirm(member, ADA)).toBe(409);
    // A code in a team is not taken: others read it there.
    const inTeam = { conversation: { id: "19:x@thread.tacv2", tenantId: TENANT, conversationType: "channel" } };
    await stage.post(stage.activity({ text: `<at>Clew</at> ${await stage.begin(member)}`, ...inTeam }, EVE));
    expect(await linkOf(member)).toMatchObject({ pending: null });
    expect((await stage.call(admin, "DELETE", "teams-link/")).status).toBe(204);
    expect((await linkOf(admin)).link).toBeNull();
    expect(await stage.db.selectFrom("chat_users").selectAll().execute()).toEqual([]);
  });

  test("a notice is one card that no text of an issue can mark up, and what its receiver may not see is not sent", async () => {
    const title = "[x](https://evil.example) <at>all</at> **b**";
    await stage.db.updateTable("issues").set({ title }).where("id", "=", stage.issueId).execute();
    await sentCard();
    await stage.sendAt(3 * MINUTE);
    expect(teams.messages).toMatchObject([{ conversation: `a:${ADA}` }]);
    expect(stage.verbs()).toEqual(["read", "assign", "close", "mute"]);
    // The runs of the card are plain text, and there is no entity of a mention.
    expect(stage.cards()[0]?.body[0]?.type).toBe("RichTextBlock");
    expect(JSON.stringify(teams.messages)).not.toContain("entities");
    const members = await stage.db
      .deleteFrom("project_members")
      .where("user_id", "=", stage.people.admin.id)
      .returningAll()
      .execute();
    await stage.notify(stage.people.admin, "k2");
    await stage.sendAt(2 * MINUTE);
    expect(teams.messages).toHaveLength(1);
    await restoreMembers(stage.db, members);
    await stage.sendAt(2 * MINUTE);
    expect(teams.messages).toHaveLength(2);
  });

  test("a message whose answer was lost, or whose process ended, shows that it may be there twice", async () => {
    await notified();
    teams.fault = (called) => (called.includes("/activities") ? "lost" : undefined);
    await stage.sendAt(2 * MINUTE);
    teams.fault = () => undefined;
    await stage.sendAt(4 * MINUTE);
    expect(stage.cards().map((card) => stage.words(card).includes("may be here twice"))).toEqual([false, true]);
    const killed = { state: "sending" as const, ts: null, is_repeat: false, leased_until: new Date() };
    await stage.db.updateTable("chat_messages").set(killed).execute();
    await stage.sendAt(6 * MINUTE);
    expect(stage.words(stage.cards()[2])).toContain("may be here twice");
  });

  test("a press acts once as the user's own account, and the card shows who did what", async () => {
    const data = await sentCard();
    const id = "f:11111111";
    const assigned = cardOf(await stage.pressed("assign", data, { id }));
    expect(stage.words(assigned)).toContain("has assigned it to themselves, as ada. It is sent after");
    expect(stage.verbs(assigned)).toEqual(["undo_assign", "read", "close", "mute"]);
    // The same activity, and another press of the same button.
    const again = await stage.post(
      stage.activity({ type: "invoke", name: "adaptiveCard/action", id, value: { action: { verb: "assign", data } } }),
    );
    expect([again.status, await again.json()]).toEqual([200, {}]);
    cardOf(await stage.pressed("assign", data));
    expect(stage.words(cardOf(await stage.pressed("read", data)))).toContain("Marked as read.");
    expect(stage.sent()).toEqual([]);
    await stage.sendHeld();
    await stage.sendAt(MINUTE);
    expect(stage.words()).toContain('has assigned it to themselves, as ada."');
    expect(stage.issue.assignees).toEqual(["ada"]);
    expect(stage.sent()).toHaveLength(1);
    expect(await stage.db.selectFrom("issue_writes").select("id").execute()).toHaveLength(1);
    expect((await stage.audit())[0]?.actor_email).toBe(stage.people.admin.email);
    // Closing asks before, with the reasons of the tracker; Cancel shows the message again.
    const asked = cardOf(await stage.pressed("close", data));
    const choices = asked.body.flatMap((element) => (element.type === "Input.ChoiceSet" ? element.choices : []));
    expect(choices.length).toBeGreaterThan(1);
    expect(stage.verbs(asked)).toEqual(["close", "show"]);
    expect(stage.verbs(cardOf(await stage.pressed("show", data)))).toEqual(["close", "mute"]);
    const way = choices.find(({ value }) => value.includes("not_planned"))?.value;
    expect(stage.words(cardOf(await stage.pressed("close", { ...data, way })))).toContain("has closed it as");
    await stage.sendHeld();
    expect([stage.issue.state, stage.issue.stateReason]).toEqual(["closed", "not_planned"]);
    expect(stage.words(cardOf(await stage.pressed("mute", data)))).toContain("Messages of this kind end");
    await stage.notify(stage.people.admin, "k2");
    await stage.sendAt(2 * MINUTE);
    expect(teams.messages).toHaveLength(1);
  });

  test("what was pressed can be taken back until it is sent", async () => {
    const data = await sentCard();
    await stage.pressed("assign", data);
    const undone = cardOf(await stage.pressed("undo_assign", data));
    expect(stage.words(undone)).toContain("has taken it back.");
    expect(stage.verbs(undone)).toEqual(["read", "assign", "close", "mute"]);
    await stage.sendHeld();
    expect(stage.sent()).toEqual([]);
    await stage.pressed("assign", data);
    await stage.sendHeld();
    expect(await stage.pressed("undo_assign", data)).toContain("It is too late");
    expect(stage.issue.assignees).toEqual(["ada"]);
  });

  test("who is not linked, another member and an account without the right do nothing", async () => {
    const data = await sentCard();
    expect(await stage.pressed("assign", data, {}, EVE)).toContain("not linked to Clew");
    await stage.linkUp(stage.people.member, EVE);
    expect(await stage.pressed("assign", data, {}, EVE)).toContain("not yours");
    expect(await stage.pressed("show", data, {}, EVE)).toContain("not yours");
    stage.accounts["t-ada"] = { login: "ada", role: "read" };
    expect(stage.words(cardOf(await stage.pressed("assign", data)))).toContain("Not done: ");
    stage.accounts["t-ada"] = { login: "ada", role: "write" };
    const networks = (allowed: string) =>
      stage.db.updateTable("companies").set({ allowed_networks: allowed }).where("id", "=", stage.companyId).execute();
    await networks("10.0.0.0/8");
    expect(await stage.pressed("assign", data)).toContain("only its own networks");
    await networks("");
    expect(stage.sent()).toEqual([]);
    expect(await stage.db.selectFrom("issue_writes").select("id").execute()).toEqual([]);
  });

  test("a limit of Microsoft is kept, a refused app is noted, and nothing is lost", async () => {
    await notified();
    teams.fault = (called) => (called.includes("/activities") ? { status: 429, retryAfter: 300 } : undefined);
    await stage.sendAt(2 * MINUTE);
    teams.fault = () => undefined;
    await stage.sendAt(3 * MINUTE);
    expect(teams.messages).toHaveLength(0);
    teams.entraError = { error: "invalid_client", error_description: "AADSTS7000222: expired" };
    await stage.sendAt(8 * MINUTE);
    expect((await settings()).app?.ended).toContain("AADSTS7000222");
    const asked = teams.calls.length;
    await stage.sendAt(30 * MINUTE);
    expect(teams.calls).toHaveLength(asked);
    teams.entraError = undefined;
    teams.secret = "Bb8Q~0123456789.new-secret";
    expect((await stage.setUp({ client_secret: teams.secret })).body).toMatchObject({
      app: { ended: null, linked: 1 },
    });
    await stage.sendAt(40 * MINUTE);
    expect(stage.cards()).toHaveLength(1);
    expect(stage.words()).not.toContain("may be here twice");
    // A token that was withdrawn before its end is asked for again.
    teams.tokens += 1;
    await stage.notify(stage.people.admin, "k2");
    await stage.sendAt(42 * MINUTE);
    expect(stage.cards()).toHaveLength(2);
  });

  test("a user who has blocked the app sees why, and gets messages in the newest conversation", async () => {
    await notified();
    const body = { error: { code: "MessageWritesBlocked", message: "blocked" } };
    teams.fault = (called) => (called.includes("/activities") ? { status: 403, body } : undefined);
    await stage.sendAt(2 * MINUTE);
    expect((await linkOf(stage.people.admin)).link?.fault).toContain("MessageWritesBlocked");
    teams.fault = () => undefined;
    const moved = { conversation: { id: "a:moved", tenantId: TENANT, conversationType: "personal" } };
    await stage.post(stage.activity({ text: "hello", ...moved }));
    await vi.waitFor(() => expect(teams.messages).toMatchObject([{ conversation: "a:moved" }]));
    await stage.notify(stage.people.admin, "k2");
    await stage.sendAt(2 * MINUTE);
    expect(teams.messages.map(({ conversation }) => conversation)).toEqual(["a:moved", "a:moved"]);
    expect((await linkOf(stage.people.admin)).link?.fault).toBeNull();
  });
});
