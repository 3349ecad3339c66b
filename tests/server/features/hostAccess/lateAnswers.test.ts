/** What arrives after a membership was closed, or is left over from before, opens and shows nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { settleMemberships } from "../../../../server/access/hostAccess/settleMemberships.ts";
import { type AccessPair, upsertAccessCheck } from "../../../../server/db/tables/sources/hostAccess.ts";
import { publishToUsers } from "../../../../server/events/publish.ts";
import { verbatim } from "../../../../server/messages/messages.ts";
import { listen, type SignedInUser } from "../../http/testServer.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type AccessStage, REPOSITORY, startAccessStage } from "./accessStage.ts";

const SOON = { timeout: 20_000, interval: 100 };

onOneDatabase("late answers", (engine) => {
  let stage: AccessStage;
  beforeAll(async () => {
    stage = await startAccessStage(engine);
  });
  afterAll(() => stage.stop());

  /** A check of a member that is in progress: what the host is asked, and how its answer is stored. */
  const beginCheck = async (member: SignedInUser, sourceId: string) => {
    const { id, account } = await stage.db
      .selectFrom("connections")
      .select(["id", "account"])
      .where("user_id", "=", member.id)
      .executeTakeFirstOrThrow();
    const { url } = await stage.db
      .selectFrom("sources")
      .select("url")
      .where("id", "=", sourceId)
      .executeTakeFirstOrThrow();
    const pair = {
      source_id: sourceId,
      user_id: member.id,
      connection_id: id,
      account,
      url,
    } satisfies Partial<AccessPair>;
    const at = new Date();
    return async () => {
      await upsertAccessCheck(stage.db, pair, { state: "allowed", at, due: new Date(Date.now() + 3_600_000) });
      await settleMemberships(stage.db, new Date(), member.id);
    };
  };

  test("an answer about the former address of a source opens nothing", async () => {
    const owner = await stage.addUser("owner1", [REPOSITORY]);
    const member = await stage.addUser("member1", []);
    const { sources } = await stage.addProject("one", [owner, member]);
    const [source = ""] = sources;
    await stage.mirror(owner, source);
    await expect.poll(() => stage.closed(member), SOON).toMatchObject([{ hosts: [{ reason: "refused" }] }]);
    const answer = await beginCheck(member, source);
    // The repository was renamed, and another one has its former name.
    const url = `${stage.host.url}/ariadne/maze`;
    await stage.db.updateTable("sources").set({ url }).where("id", "=", source).execute();
    await answer();
    expect(await stage.sees(member, "one")).toBe(404);
  });

  test("an answer about a member who was removed meanwhile opens no later membership", async () => {
    const owner = await stage.addUser("owner2", [REPOSITORY]);
    const member = await stage.addUser("member2", [REPOSITORY]);
    const { sources } = await stage.addProject("two", [owner, member]);
    const [source = ""] = sources;
    await stage.mirror(owner, source);
    await expect.poll(() => stage.sees(member, "two"), SOON).toBe(200);
    const answer = await beginCheck(member, source);
    const call = { token: owner.token, body: { emails: [member.email] } };
    expect((await stage.server.call("DELETE", "projects/two/users/", call)).status).toBe(204);
    await answer();
    stage.see(member);
    await stage.server.call("POST", "projects/two/users/", call);
    expect(await stage.sees(member, "two")).toBe(404);
  });

  test("what was sent to a member before is not sent again after the closing", async () => {
    const owner = await stage.addUser("owner3", [REPOSITORY]);
    const member = await stage.addUser("member3", [REPOSITORY]);
    const { id, sources } = await stage.addProject("three", [owner, member]);
    const [source = ""] = sources;
    await stage.mirror(owner, source);
    await expect.poll(() => stage.sees(member, "three"), SOON).toBe(200);
    const event = { type: "search.matched", projectId: id, project: "three", title: verbatim("minotaur") } as const;
    await publishToUsers(stage.db, [member.id, owner.id], event);
    const resume = () => listen(stage.server, `token=${member.token}&after=0`);
    const before = await resume();
    await expect.poll(() => JSON.stringify(before.messages), SOON).toContain("minotaur");
    stage.see(member);
    await stage.age(source, 1);
    await expect.poll(() => stage.sees(member, "three"), SOON).toBe(404);
    const after = await resume();
    // The last event is that of the closing.
    await expect.poll(() => after.messages.at(-1), SOON).toMatchObject({ type: "project.removed" });
    expect(JSON.stringify(after.messages)).not.toContain("minotaur");
  });

  test("a removed source closes until nothing is left of it in the index", async () => {
    const owner = await stage.addUser("owner4", [REPOSITORY]);
    const member = await stage.addUser("member4", []);
    const { id, sources } = await stage.addProject("four", [owner, member]);
    const [source = ""] = sources;
    await stage.mirror(owner, source);
    // As a process that is killed after this statement leaves it.
    await stage.db.deleteFrom("sources").where("id", "=", source).execute();
    await settleMemberships(stage.db, new Date());
    expect(await stage.sees(member, "four")).toBe(404);
    await stage.db.deleteFrom("removed_sources").where("project_id", "=", id).execute();
    await settleMemberships(stage.db, new Date());
    expect(await stage.sees(member, "four")).toBe(200);
  });
});
