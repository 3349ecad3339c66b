/** The database closes memberships in projects with a mirrored source, whatever adds them. */
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settleMemberships } from "../../../server/access/hostAccess/settleMemberships.ts";
import { newId } from "../../../server/db/newId.ts";
import { type Db, openDb } from "../../../server/db/openDb.ts";
import { applyProjectRoles } from "../../../server/db/tables/directory/directoryRoles.ts";
import {
  restoreLeftMembers,
  storeLeftMembers,
  updateUserAddress,
} from "../../../server/db/tables/directory/directoryUsers.ts";
import {
  deleteMemberships,
  insertNewMembers,
  listDirectoryMembers,
  listExpectedMembers,
  listProjectsOwnedAlone,
  updateMemberUser,
  upsertOwner,
} from "../../../server/db/tables/projects/projectMembers.ts";
import { findConnectionOwner } from "../../../server/db/tables/sources/connections.ts";
import {
  deleteAccessChecks,
  listPairs,
  updateMirrorChoice,
  upsertAccessCheck,
} from "../../../server/db/tables/sources/hostAccess.ts";
import { fillDatabase } from "../../../server/db/transfer/fillDatabase.ts";
import { readLayout } from "../../../server/db/transfer/layout.ts";
import { readTableRows, withSnapshot } from "../../../server/db/transfer/readRows.ts";
import { addCompany, addMember, addProject, addSecret, addSource, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

const HOUR = 3_600_000;

onEachDatabase("closed memberships", (engine) => {
  let storage: TestDb;
  let db: Db;
  let companyId: string;
  let owner: string;
  let user: string;
  let project: string;
  let source: string;
  beforeEach(async () => {
    storage = await openTestDb(engine);
    ({ db } = storage);
    companyId = await addCompany(db);
    owner = await addUser(db, { companyId, email: "owner@example.org" });
    user = await addUser(db, { companyId, email: "user@example.org" });
    project = await addProject(db, { companyId, ownerId: owner });
    source = await addSource(db, project);
    for (const id of [owner, user]) await connect(id);
  });
  afterEach(() => storage.close());

  async function connect(userId: string, account = "ada"): Promise<void> {
    await addSecret(db, companyId, `secret ${userId}`);
    const row = { id: `c ${userId}`, user_id: userId, provider: "github", origin: "https://github.com", account };
    await db
      .insertInto("connections")
      .values({ ...row, scopes: "", secret_id: `secret ${userId}`, expires_at: null, failed_at: null })
      .execute();
  }
  const mirror = async (by: string | null = null) => {
    await updateMirrorChoice(db, source, { account: "github", target: null, by, at: new Date() });
    await answer(owner, "allowed");
    await settleMemberships(db, new Date());
  };
  const answer = async (userId: string, state: "allowed" | "refused" | "unknown", at = new Date()) => {
    const { url } = await db.selectFrom("sources").select("url").where("id", "=", source).executeTakeFirstOrThrow();
    const pair = { source_id: source, user_id: userId, connection_id: `c ${userId}`, account: "ada", url };
    await upsertAccessCheck(db, pair, { state, at, due: new Date(at.getTime() + HOUR) });
  };
  const rows = () =>
    db
      .selectFrom("project_members")
      .select(["user_id", "closed_user_id", "email", "role", "directory_role", "hand_role"])
      .where("project_id", "=", project)
      .orderBy("email")
      .execute();
  const ofUser = async () => (await rows()).find((row) => row.user_id === user || row.closed_user_id === user);
  const closed = { user_id: null, closed_user_id: "" };

  test("each statement that adds a member closes the membership until the host allows it", async () => {
    await mirror();
    closed.closed_user_id = user;
    const member = {
      id: newId(),
      project_id: project,
      user_id: user,
      email: "user@example.org",
      role: "Viewer",
    } as const;
    await insertNewMembers(db, [member]);
    expect(await ofUser()).toMatchObject(closed);
    await deleteMemberships(db, companyId, user);
    expect(await ofUser()).toBeUndefined();

    await insertNewMembers(db, [{ ...member, user_id: null }]);
    const expected = await listExpectedMembers(db, companyId, [member.email]);
    expect(expected).toHaveLength(1);
    await updateMemberUser(db, member.id, user, member.email);
    expect(await ofUser()).toMatchObject(closed);
    expect(await listExpectedMembers(db, companyId, [member.email])).toEqual([]);

    await upsertOwner(db, { id: newId(), project_id: project, user_id: user, email: "other@example.org" });
    expect(await ofUser()).toMatchObject({ ...closed, role: "Owner" });
    expect(await listProjectsOwnedAlone(db, companyId, owner)).toEqual([project]);

    const names = { external_id: null, display_name: null, formatted_name: null, given_name: null, family_name: null };
    await db
      .insertInto("directory_users")
      .values({ ...names, user_id: user, company_id: companyId, language: null, updated_at: new Date() })
      .execute();
    await storeLeftMembers(db, companyId, user);
    await deleteMemberships(db, companyId, user);
    await restoreLeftMembers(db, user, member.email);
    expect(await ofUser()).toMatchObject({ ...closed, role: "Owner" });

    await updateUserAddress(db, user, "renamed@example.org");
    expect(await ofUser()).toMatchObject({ ...closed, email: "renamed@example.org" });
    // The same user is not added a second time under another address.
    await insertNewMembers(db, [{ ...member, id: newId(), email: "third@example.org" }]);
    expect(await rows()).toHaveLength(2);

    await answer(user, "allowed");
    await settleMemberships(db, new Date());
    expect(await ofUser()).toMatchObject({ user_id: user, closed_user_id: null });
  });

  test("a statement that opens a membership which the host does not allow is put right", async () => {
    await addMember(db, project, user, "Viewer");
    await mirror();
    await db
      .updateTable("project_members")
      .set({ user_id: user, closed_user_id: null })
      .where("project_id", "=", project)
      .where("closed_user_id", "=", user)
      .execute();
    expect(await ofUser()).toMatchObject({ user_id: null, closed_user_id: user });
  });

  test("an answer counts for a day, a refusal at once, and what is forgotten no longer", async () => {
    await addMember(db, project, user, "Viewer");
    await mirror();
    await answer(user, "allowed");
    const start = new Date();
    await settleMemberships(db, start);
    const isOpenAt = async (hours: number) => {
      await settleMemberships(db, new Date(start.getTime() + hours * HOUR));
      return (await ofUser())?.user_id === user;
    };
    await answer(user, "unknown", new Date(start.getTime() + 1));
    expect([await isOpenAt(0), await isOpenAt(23.9), await isOpenAt(24.1), await isOpenAt(0)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    await answer(user, "refused", new Date(start.getTime() + 2));
    expect(await isOpenAt(0)).toBe(false);
    // An answer that began before the refusal came late.
    await answer(user, "allowed", new Date(start.getTime() + 1));
    expect(await isOpenAt(0)).toBe(false);
    await answer(user, "unknown", new Date(start.getTime() + 3));
    expect(await isOpenAt(0)).toBe(false);
    await answer(user, "allowed", new Date(start.getTime() + 4));
    expect(await isOpenAt(0)).toBe(true);
    await deleteAccessChecks(db, user, "github");
    expect(await isOpenAt(0)).toBe(false);
  });

  test("an answer for an account that was exchanged or disconnected meanwhile is not stored", async () => {
    await addMember(db, project, user, "Viewer");
    await mirror();
    await db.updateTable("connections").set({ account: "bob" }).where("user_id", "=", user).execute();
    await answer(user, "allowed");
    await db.deleteFrom("connections").where("user_id", "=", user).execute();
    await answer(user, "allowed");
    await settleMemberships(db, new Date());
    expect(await ofUser()).toMatchObject({ user_id: null, closed_user_id: user });
    expect(await listPairs(db, user, { now: new Date() })).toEqual([]);
  });

  test("a group of the directory keeps, changes and removes a closed membership, and opens none", async () => {
    await mirror();
    const group = newId();
    await db
      .insertInto("directory_groups")
      .values({ id: group, company_id: companyId, name: "readers", external_id: null })
      .execute();
    await db.insertInto("directory_group_members").values({ group_id: group, user_id: user }).execute();
    await db
      .insertInto("directory_mappings")
      .values({ id: newId(), group_id: group, project_id: project, role: "Developer" })
      .execute();
    const apply = () => applyProjectRoles(db, companyId, [user]);
    expect((await apply()).added).toMatchObject([{ user_id: user }]);
    expect(await ofUser()).toMatchObject({ user_id: null, closed_user_id: user, directory_role: "Developer" });
    expect(await apply()).toEqual({ added: [], changed: [], removed: [] });
    expect(await listDirectoryMembers(db, project)).toEqual([user]);
    await db.updateTable("directory_mappings").set({ role: "Maintainer" }).where("group_id", "=", group).execute();
    expect((await apply()).changed).toMatchObject([{ user_id: user, role: "Maintainer" }]);
    expect(await ofUser()).toMatchObject({ user_id: null, closed_user_id: user, role: "Maintainer" });
    await db.deleteFrom("directory_group_members").where("user_id", "=", user).execute();
    expect((await apply()).removed).toMatchObject([{ user_id: user }]);
    expect(await ofUser()).toBeUndefined();
  });

  test("who is closed out has not taken back the consent to read with their account", async () => {
    await addMember(db, project, user, "Viewer");
    await mirror();
    expect((await findConnectionOwner(db, `c ${user}`, project))?.membership).not.toBeNull();
    await deleteMemberships(db, companyId, user);
    expect((await findConnectionOwner(db, `c ${user}`, project))?.membership).toBeNull();
  });

  test("a deleted user leaves no closed membership", async () => {
    await addMember(db, project, user, "Viewer");
    await mirror(user);
    await db.deleteFrom("connections").where("user_id", "=", user).execute();
    await db.deleteFrom("users").where("id", "=", user).execute();
    expect(await rows()).toHaveLength(1);
    const { mirrored_by: by } = await db
      .selectFrom("sources")
      .select("mirrored_by")
      .where("id", "=", source)
      .executeTakeFirstOrThrow();
    expect(by).toBeNull();
  });

  test("a copy of the database has the memberships as they were", async () => {
    await addMember(db, project, user, "Viewer");
    await mirror();
    const lines = new Map<string, string[]>();
    const tables = await readLayout(db);
    await withSnapshot(db, async (snapshot) => {
      for (const table of tables) lines.set(table.name, (await Array.fromAsync(readTableRows(snapshot, table))).flat());
    });
    const copy = await openTestDb(engine);
    try {
      await fillDatabase(copy.db, {
        tables,
        rows: async function* (table) {
          await Promise.resolve();
          yield lines.get(table) ?? [];
        },
      });
      const copied = await copy.db
        .selectFrom("project_members")
        .select(["user_id", "closed_user_id"])
        .orderBy("email")
        .execute();
      expect(copied).toEqual([
        { user_id: owner, closed_user_id: null },
        { user_id: null, closed_user_id: user },
      ]);
    } finally {
      await copy.close();
    }
  });

  describe.runIf(engine === "postgres")("at the same time", () => {
    test.each(["member first", "mirroring first"])(
      "a member is added while mirroring is turned on: %s",
      async (order) => {
        const other = await openDb({ ...storage, isDurable: false });
        try {
          const add = (on: Db) => addMember(on, project, user, "Viewer");
          const turnOn = async (on: Db) => {
            await sql`select 1 from projects where id = ${project} for update`.execute(on);
            await updateMirrorChoice(on, source, { account: "github", target: null, by: null, at: new Date() });
            await sql`update project_members set closed_user_id = user_id, user_id = null
            where project_id = ${project} and user_id is not null`.execute(on);
          };
          const [first, second] = order === "member first" ? [add, turnOn] : [turnOn, add];
          const [isDone, mayEnd] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
          const early = db.transaction().execute(async (transaction) => {
            await first(transaction);
            isDone.resolve(null);
            await mayEnd.promise;
          });
          await isDone.promise;
          const late = other.db.transaction().execute(second);
          await new Promise((resolve) => setTimeout(resolve, 300));
          mayEnd.resolve(null);
          await early;
          await late;
          expect(await ofUser()).toMatchObject({ user_id: null, closed_user_id: user });
        } finally {
          await other.close();
        }
      },
    );
  });
});
