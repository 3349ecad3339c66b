/** What acts as a user ends with the user's place in the company, and does not begin again when the user comes back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { findReplySettings, upsertReplySettings } from "../../../../server/db/tables/chats/replies.ts";
import { findSourceChecks, upsertSourceChecks } from "../../../../server/db/tables/requests/requestCheckRuns.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";
import { addMember, addProject, addSource } from "../../rows.ts";
import { onEachDatabase } from "../../testDb.ts";

onEachDatabase("what acts as a user", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db, { plan: "Enterprise" });
  });
  afterAll(() => server.stop());

  test("comments and reports of a user end at once; those of others and of an app continue", async () => {
    const { db } = server;
    const { admin, member, companyId } = people;
    const project = await addProject(db, { companyId, ownerId: admin.id, slug: "loom" });
    await addMember(db, project, member.id, "Maintainer");
    const [ofMember = "", ofAdmin = "", ofApp = ""] = await Promise.all(
      ["member", "admin", "app"].map((name) => addSource(db, project, `https://github.com/acme/${name}`)),
    );
    const reports = { blocking: [], drafts: true, language: "EN" };
    for (const [source, user] of [
      [ofMember, member.id],
      [ofAdmin, admin.id],
    ] as const) {
      await upsertReplySettings(db, {
        source_id: source,
        enabled_by: user,
        enabled_at: new Date(),
        uses_app: false,
        account_id: "1",
        account: "ada",
        language: "EN",
        template: "",
        mentions: false,
        names_all: false,
      });
      await upsertSourceChecks(db, {
        ...reports,
        source_id: source,
        enabled_by: user,
        account_id: "1",
        account: "ada",
      });
    }
    await upsertSourceChecks(db, {
      ...reports,
      source_id: ofApp,
      enabled_by: member.id,
      account_id: null,
      account: null,
    });
    const path = `companies/${companyId}/users/${member.id}/`;
    expect((await server.call("DELETE", path, { token: admin.token })).status).toBe(204);

    const replies = await Promise.all([ofMember, ofAdmin].map((source) => findReplySettings(db, source)));
    expect(replies.map((row) => row?.enabled_at !== null)).toEqual([false, true]);
    expect(replies.map((row) => row?.fault ?? null)).toEqual([expect.stringContaining("reply.left_project"), null]);
    const checks = await Promise.all([ofMember, ofAdmin, ofApp].map((source) => findSourceChecks(db, source)));
    expect(checks.map((row) => row?.enabled_by)).toEqual([null, admin.id, member.id]);
    expect(checks.map((row) => row?.failure ?? null)).toEqual([
      expect.stringContaining("checks.left_project"),
      null,
      null,
    ]);

    await db.updateTable("users").set({ company_id: companyId }).where("id", "=", member.id).execute();
    await addMember(db, project, member.id, "Maintainer");
    expect((await findReplySettings(db, ofMember))?.enabled_at).toBeNull();
    expect((await findSourceChecks(db, ofMember))?.enabled_by).toBeNull();
  });
});
