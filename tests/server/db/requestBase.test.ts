import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../server/db/newId.ts";
import { upsertRequests } from "../../../server/db/tables/requests/requestStorage.ts";
import { addCompany, addProject, addSource, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

onEachDatabase("the base of a stored request", (engine) => {
  let database: TestDb;
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());

  test("is kept by a list that does not name it, and replaced by one that does", async () => {
    const { db } = database;
    const companyId = await addCompany(db);
    const project = await addProject(db, {
      companyId,
      ownerId: await addUser(db, { companyId, email: "a@b.example" }),
    });
    const source = await addSource(db, project);
    const store = async (base: string | null, title: string) => {
      await upsertRequests(db, [
        {
          id: newId(),
          source_id: source,
          project_id: project,
          external_id: "1",
          number: 1,
          key: "!1",
          title,
          body: "",
          state: "open",
          is_draft: false,
          url: "https://example.org",
          created_at: new Date(),
          updated_at: new Date(),
          base_hash: base,
        },
      ]);
      return db.selectFrom("change_requests").select(["title", "base_hash"]).executeTakeFirst();
    };
    expect(await store("a".repeat(40), "one")).toEqual({ title: "one", base_hash: "a".repeat(40) });
    expect(await store(null, "two")).toEqual({ title: "two", base_hash: "a".repeat(40) });
    expect(await store("b".repeat(40), "three")).toEqual({ title: "three", base_hash: "b".repeat(40) });
  });
});
