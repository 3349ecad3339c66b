/** A message or a user whose state cannot be read does not hold the messages of others. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ChatSender } from "../../../../server/features/chats/ChatSender.ts";
import { teamsClient } from "../../../../server/features/teams/teamsClient.ts";
import { createEgress } from "../../../../server/sources/egress/egress.ts";
import { MINUTE } from "../../chatStage.ts";
import { ADA, EVE, type TeamsStage, startTeamsStage } from "../../teamsStage.ts";
import { onOneDatabase } from "../../testDb.ts";

onOneDatabase("messages after one that cannot be handled", (engine) => {
  let stage: TeamsStage;
  beforeAll(async () => {
    stage = await startTeamsStage(engine);
  });
  afterAll(() => stage.stopTeams());
  beforeEach(async () => {
    await stage.resetTeams();
    await stage.setUp();
    await stage.linkUp(stage.people.admin, ADA);
    await stage.choose(stage.people.admin);
    await stage.notify(stage.people.admin, "k1");
  });

  /** One round of a process. @returns what it reported */
  const roundAt = async (aheadMs: number): Promise<unknown[]> => {
    const errors: unknown[] = [];
    const egress = createEgress({ allowed: ["127.0.0.0/8"] });
    const deps = stage.deps(aheadMs, egress);
    await new ChatSender(deps, teamsClient(deps), (error) => errors.push(error)).run();
    await egress.close();
    return errors;
  };

  test("a message with pending changes that cannot be read is reported, and others are sent", async () => {
    expect(await roundAt(2 * MINUTE)).toEqual([]);
    const unreadable = { results: JSON.stringify({ not: "a list" }), settle_at: new Date() };
    await stage.db.updateTable("chat_messages").set(unreadable).execute();
    await stage.notify(stage.people.admin, "k2");
    expect(await roundAt(4 * MINUTE)).toHaveLength(1);
    expect(stage.cards()).toHaveLength(2);
  });

  test("a user whose quiet hours cannot be computed is reported, and others get their messages", async () => {
    const { admin, member } = stage.people;
    await stage.linkUp(member, EVE);
    await stage.choose(member);
    await stage.notify(member, "k2");
    const companies = stage.db.updateTable("companies").where("id", "=", stage.companyId);
    await stage.db
      .insertInto("notice_settings")
      .values({ user_id: admin.id, mails: true, digest_hour: 8, quiet_from: 60, quiet_to: 120 })
      .execute();
    await companies.set({ time_zone: "Nowhere/Unknown" }).execute();
    expect(await roundAt(2 * MINUTE)).toHaveLength(1);
    await companies.set({ time_zone: "UTC" }).execute();
    expect(stage.teams.messages.filter(({ activity }) => "attachments" in activity)).toMatchObject([
      { conversation: `a:${EVE}` },
    ]);
  });

  test("the changes of a message are settled by the process that sends to its chat", async () => {
    expect(await roundAt(2 * MINUTE)).toEqual([]);
    await stage.db.updateTable("chat_messages").set({ settle_at: new Date() }).execute();
    const deps = stage.deps(4 * MINUTE, createEgress({ allowed: [] }));
    await new ChatSender(deps, { ...teamsClient(deps), chat: "slack" }, (error) => expect.fail(String(error))).run();
    const { settle_at: settleAt } = await stage.db
      .selectFrom("chat_messages")
      .select("settle_at")
      .executeTakeFirstOrThrow();
    expect(settleAt).not.toBeNull();
  });
});
