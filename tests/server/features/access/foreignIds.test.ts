/** A source or a merge of a project that a caller is not in, and one that does not exist, have one answer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { onEachDatabase } from "../../testDb.ts";
import { newId } from "../../../../server/db/newId.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

onEachDatabase("ids of other projects", (engine) => {
  let fixture: SearchServer;
  let source: string;
  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    ({ id: source } = await fixture.server.db.selectFrom("sources").select("id").executeTakeFirstOrThrow());
  });
  afterAll(() => fixture.stop());

  test.each<[string, string, object?]>([
    ["DELETE", "sources/ID/scip/"],
    ["PUT", "sources/ID/name/", { name: "other" }],
    ["PUT", "sources/ID/refs/", { patterns: [] }],
    ["GET", "sources/ID/fields/"],
    ["PUT", "sources/ID/fields/", { custom_fields: [] }],
    ["PUT", "sources/ID/restricted/", { role: "Owner" }],
    ["POST", "sources/ID/pause/"],
    ["POST", "sources/ID/resume/"],
    ["PUT", "sources/ID/access/", { token: "none" }],
    ["POST", "sources/ID/webhook/"],
    ["DELETE", "sources/ID/webhook/"],
  ])("%s %s answers as for an id that there is not", async (method, path, body) => {
    const ask = async (id: string, token: string) => {
      const answer = await fixture.server.call(method, path.replace("ID", id), { token, ...(body && { body }) });
      return [answer.status, answer.body];
    };
    const { stranger, member } = fixture.people;
    await fixture.server.db.deleteFrom("project_members").where("user_id", "=", member.id).execute();
    for (const { token } of [stranger, member]) {
      const missing = await ask(newId(), token);
      expect(missing[0]).toBe(404);
      expect(await ask(source, token)).toEqual(missing);
    }
  });

  test("a merge of people too", async () => {
    const id = newId();
    await fixture.server.db
      .insertInto("person_merges")
      .values({
        id,
        project_id: fixture.projectId,
        kept_id: newId(),
        merged: "[]",
        made_by: fixture.people.admin.id,
        made_at: new Date(),
      })
      .execute();
    const ask = async (of: string) => {
      const { token } = fixture.people.stranger;
      const { status, body } = await fixture.server.call("DELETE", `persons/merges/${of}/`, { token });
      return [status, body];
    };
    const missing = await ask(newId());
    expect(missing[0]).toBe(404);
    expect(await ask(id)).toEqual(missing);
  });
});
