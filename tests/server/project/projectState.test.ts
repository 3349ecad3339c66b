/** The stamp of a project: one form for a search in it and for a search over many, and another one after each change. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../server/db/newId.ts";
import { projectStamps, projectState, projectStateFor } from "../../../server/project/projectState.ts";
import { addCompany, addProject, addSource, addUser } from "../rows.ts";
import { openTestDb, type TestDb } from "../testDb.ts";

let database: TestDb;
let projectId: string;
let slug: string;
let owner: Caller;

type Caller = Parameters<typeof projectStateFor>[1];

beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  projectId = await addOwnProject();
  const { db } = database;
  const project = await db.selectFrom("projects").selectAll().where("id", "=", projectId).executeTakeFirstOrThrow();
  slug = project.slug;
  owner = { id: project.created_by, companyId: project.company_id } as Caller;
});

async function addOwnProject(): Promise<string> {
  const companyId = await addCompany(database.db);
  const ownerId = await addUser(database.db, { companyId, email: `${newId()}@example.org` });
  return addProject(database.db, { companyId, ownerId });
}

/** The stamp, which both forms must agree on. */
async function stamp(): Promise<string> {
  const { db } = database;
  const { sources, ...one } = await projectState(db, projectId);
  const stamps = await projectStamps(db, [projectId, newId()]);
  expect([...stamps]).toEqual([[projectId, one]]);
  expect((await projectStateFor(db, owner, slug, "project.search")).state).toMatchObject({ ...one, sources });
  expect(sources.every((source) => source.project_id === projectId)).toBe(true);
  return one.stamp;
}

const setSynced = (id: string, items: number, at: Date | null): Promise<unknown> =>
  database.db.updateTable("sources").set({ sync_items: items, sync_finished_at: at }).where("id", "=", id).execute();

test("each sync, linked source, removed source and merge of people changes the stamp", async () => {
  const { db } = database;
  const seen = [await stamp()];
  const note = async (): Promise<void> => {
    seen.push(await stamp());
  };
  const first = await addSource(db, projectId, "https://example.org/a.git");
  await note();
  const second = await addSource(db, projectId, "https://example.org/b.git");
  await note();
  await setSynced(first, 3, new Date("2026-01-02T03:04:05.006Z"));
  await note();
  // As many items, a millisecond later.
  await setSynced(first, 3, new Date("2026-01-02T03:04:05.007Z"));
  await note();
  // A sync of the source whose last sync is older: the newest of all is the same.
  await setSynced(second, 0, new Date("2025-01-01T00:00:00.000Z"));
  await note();
  await setSynced(second, 1, new Date("2025-01-01T00:00:00.000Z"));
  await note();
  const merge = newId();
  await db
    .insertInto("person_merges")
    .values({
      id: merge,
      project_id: projectId,
      kept_id: "a",
      merged: JSON.stringify([]),
      made_by: null,
      made_at: new Date(),
    })
    .execute();
  await note();
  await db.updateTable("person_merges").set({ undone_at: new Date() }).where("id", "=", merge).execute();
  await note();
  await db.deleteFrom("sources").where("id", "=", second).execute();
  await note();
  expect(new Set(seen).size).toBe(seen.length);
});

test("nothing else changes it, and no projects have no stamps", async () => {
  await addSource(database.db, projectId);
  const before = await stamp();
  const other = await addOwnProject();
  await setSynced(await addSource(database.db, other), 5, new Date());
  expect(await stamp()).toBe(before);
  expect(await projectStamps(database.db, [])).toEqual(new Map());
});

test("a user who is no member, and one of another company with the same address of a project, get the answer of no project", async () => {
  const { db } = database;
  const stranger = await addOwnProject();
  await db.updateTable("projects").set({ slug }).where("id", "=", stranger).execute();
  await addSource(db, stranger);
  await addSource(db, projectId);
  const { project, state } = await projectStateFor(db, owner, slug, "project.search");
  expect([project.id, ...new Set(state.sources.map((source) => source.project_id))]).toEqual([projectId, projectId]);
  const colleague = await addUser(db, { companyId: owner.companyId ?? "", email: `${newId()}@example.org` });
  await expect(projectStateFor(db, { ...owner, id: colleague }, slug, "project.search")).rejects.toThrow(
    "There is no such project.",
  );
});
