/** A button in a channel of Teams that two users press, where the process of the first one ends before it has noted what it did. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { EndpointName } from "../../../../contract/endpoints.ts";
import { pressInTeams } from "../../../../server/features/teams/teamsPress.ts";
import { createEgress } from "../../../../server/sources/egress/egress.ts";
import type { SignedInUser } from "../../http/testServer.ts";
import { MINUTE, invokerOf } from "../../chatStage.ts";
import { type TeamsChannelActs, teamsChannelActs } from "../../teamsChannelStage.ts";
import { ADA, EVE, type TeamsStage, startTeamsStage } from "../../teamsStage.ts";
import { onEachDatabase } from "../../testDb.ts";

onEachDatabase("a button in a channel of Teams whose press was interrupted", (engine) => {
  let stage: TeamsStage;
  let acts: TeamsChannelActs;
  beforeAll(async () => {
    stage = await startTeamsStage(engine);
    acts = teamsChannelActs(stage);
  });
  afterAll(() => stage.stopTeams());
  beforeEach(async () => {
    await acts.reset();
    const { admin, member } = stage.people;
    await stage.linkUp(admin, ADA);
    await stage.linkUp(member, EVE);
    await stage.db.updateTable("project_members").set({ role: "Developer" }).where("user_id", "=", member.id).execute();
    stage.accounts["t-grace"] = { login: "grace", role: "write" };
    await stage.connect(member.id, "t-grace");
  });

  let reached = Promise.withResolvers<void>();
  /** Ends the process at a call of this name: nothing is done any more. */
  const endsAt = (ending?: EndpointName) => (name: EndpointName) => {
    if (name !== ending) return undefined;
    reached.resolve();
    return new Promise<never>(() => undefined);
  };

  /** A press in a process that ends. */
  const interrupted = async (
    data: object,
    by: { readonly user: SignedInUser; readonly entraUserId: string },
    { before, after }: { before?: EndpointName; after?: EndpointName },
  ): Promise<void> => {
    reached = Promise.withResolvers();
    const app = await stage.db.selectFrom("chat_apps").selectAll().executeTakeFirstOrThrow();
    const invoke = invokerOf(stage.stage, by.user, { before: endsAt(before), after: endsAt(after) });
    const deps = { ...stage.deps(0, createEgress({ allowed: ["127.0.0.0/8"] })), invoke };
    const [message] = acts.inChannel();
    const place = { conversation: message?.conversation ?? "", messageId: message?.id ?? null };
    void pressInTeams(deps, app, { entraUserId: by.entraUserId, verb: "assign", data, place });
    await reached.promise;
    const { results } = await stage.db.selectFrom("chat_messages").select("results").executeTakeFirstOrThrow();
    expect(results).toMatchObject([{ pending: { claimedUntil: expect.any(String) as string } }]);
  };
  const held = async () => stage.db.selectFrom("issue_writes").select(["user_id", "state"]).execute();
  const wordsInChannel = () => JSON.stringify(acts.inChannel().map(({ activity }) => activity));

  test("of a change that was stored before the process ended, no press makes a second one, and it is sent once", async () => {
    const data = await acts.posted();
    const { admin } = stage.people;
    await interrupted(data, { user: admin, entraUserId: ADA }, { after: "holdWrites" });
    const stored = [{ user_id: admin.id, state: "held" }];
    expect(await held()).toEqual(stored);
    // The one who has pressed presses again, as an answer did not come, and so does another user.
    await Promise.all([acts.pressed("assign", data), acts.pressed("assign", data, EVE)]);
    expect(await held()).toEqual(stored);
    // The message has the button for taking it back, as if nothing had ended.
    await stage.sendAt(MINUTE);
    expect(wordsInChannel()).toContain("as ada. It is sent after");
    await stage.sendHeld();
    expect(stage.sent()).toHaveLength(1);
    expect(stage.issue.assignees).toEqual(["ada"]);
    await stage.sendAt(2 * MINUTE);
    expect(acts.inChannel()).toHaveLength(1);
    await acts.pressed("assign", data, EVE);
    expect(await stage.db.selectFrom("issue_writes").select("id").execute()).toHaveLength(1);
  });

  test("where the process ended before it stored anything, the button is free again after some minutes, and nothing was sent", async () => {
    const data = await acts.posted();
    await interrupted(data, { user: stage.people.member, entraUserId: EVE }, { before: "holdWrites" });
    await acts.pressed("assign", data);
    expect(await held()).toEqual([]);
    await stage.sendAt(MINUTE);
    expect(wordsInChannel()).not.toContain("Not done");
    await stage.sendAt(4 * MINUTE);
    expect(wordsInChannel()).toContain("Not done: This did not work.");
    await acts.pressed("assign", data);
    await vi.waitFor(async () => expect(await held()).toHaveLength(1), 10_000);
    await stage.sendHeld();
    expect(stage.sent()).toHaveLength(1);
    expect(stage.issue.assignees).toEqual(["ada"]);
  });
});
