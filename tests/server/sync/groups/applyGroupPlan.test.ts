/** What a plan changes that was made before its group or its sources changed. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEFAULT_FILTER } from "../../../../contract/matching/groupFilter.ts";
import { newId } from "../../../../server/db/newId.ts";
import {
  findGroupWithProject,
  insertGroup,
  listSourcesForGroups,
  repositoryKey,
  updateGroup,
  updateRepositoryRemoved,
} from "../../../../server/db/tables/sources/linkedGroups.ts";
import { type AppliedGroup, applyGroupPlan } from "../../../../server/sync/groups/applyGroupPlan.ts";
import { type GroupRepository, type GroupPlan, planGroup } from "../../../../server/sync/groups/planGroup.ts";
import { READ_SOURCE, addCompany, addProject, addUser } from "../../rows.ts";
import { openTestDb, onOneDatabase, type TestDb } from "../../testDb.ts";

const found = (id: string, name: string, over: Partial<GroupRepository> = {}): GroupRepository => ({
  externalId: id,
  name,
  full_name: `acme/${name}`,
  url: `https://github.com/acme/${name}`,
  is_archived: false,
  is_fork: false,
  is_empty: false,
  visibility: "public",
  topics: [],
  has_issues: true,
  default_branch: "main",
  ...over,
});

onOneDatabase("a plan that was made before", (engine) => {
  let database: TestDb;
  let companyId: string;
  let userId: string;
  let projectId: string;
  let group: AppliedGroup;

  const addGroup = async (over: object = {}): Promise<AppliedGroup> => {
    const id = newId();
    await insertGroup(database.db, {
      id,
      project_id: projectId,
      provider: "github",
      url: `https://github.com/${id}`,
      name: "acme",
      filter: JSON.stringify(DEFAULT_FILTER),
      with_issues: true,
      access: "none",
      secret_id: null,
      connection_id: null,
      access_by: null,
      state: "running",
      due_at: new Date(),
      ...over,
    });
    const row = await findGroupWithProject(database.db, id);
    if (!row) throw new Error("The group is not stored.");
    return row;
  };
  const addSecret = async (): Promise<string> => {
    const id = newId();
    await database.db
      .insertInto("secrets")
      .values({ id, company_id: companyId, cipher: Buffer.from("sealed"), origin: null })
      .execute();
    return id;
  };
  const addSource = async (repository: string, over: object = {}): Promise<string> => {
    const id = newId();
    await database.db
      .insertInto("sources")
      .values({
        ...READ_SOURCE,
        id,
        project_id: projectId,
        kind: "repository",
        provider: "github",
        url: `https://github.com/acme/${repository}`,
        name: `acme/${repository}`,
        sync_finished_at: null,
        group_id: group.id,
        group_repository: repository,
        ...over,
      })
      .execute();
    return id;
  };
  const planned = async (repositories: readonly GroupRepository[], of = group): Promise<GroupPlan> =>
    planGroup(of, { repositories, unreadable: 0 }, await listSourcesForGroups(database.db, projectId), new Date());
  const apply = (plan: GroupPlan, of = group) =>
    applyGroupPlan(
      {
        db: database.db,
        onError: (error) => {
          throw error;
        },
      },
      of,
      plan,
      new AbortController().signal,
    );
  const stored = (id: string) => database.db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirst();
  const events = async (): Promise<number> => {
    const { count } = await database.db
      .selectFrom("audit_log")
      .select(({ fn }) => fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  beforeAll(async () => {
    database = await openTestDb(engine);
    companyId = await addCompany(database.db, { plan: "Enterprise" });
    userId = await addUser(database.db, { companyId });
  }, 120_000);
  beforeEach(async () => {
    projectId = await addProject(database.db, { companyId, ownerId: userId });
    group = await addGroup();
  });
  afterAll(() => database.close());

  test("links nothing that the filter leaves out meanwhile, that was removed by hand, or whose issues are no longer wanted", async () => {
    const listed = ["one", "two", "three"].map((name) => found(name, name));
    const plan = await planned(listed);
    expect(plan.add).toHaveLength(6);
    await updateGroup(database.db, group.id, {
      filter: JSON.stringify({ ...DEFAULT_FILTER, exclude: ["one"] }),
      with_issues: false,
    });
    await updateRepositoryRemoved(database.db, group.id, repositoryKey("repository", "two"));
    const { added, counts } = await apply(plan);
    expect(added).toHaveLength(1);
    expect(counts).toMatchObject({ linked: 1, without_room: 0 });
    expect(await stored(added[0] ?? "")).toMatchObject({ kind: "repository", name: "acme/three" });
  });

  test("removes no source that is to stay again, or that no longer follows the group", async () => {
    const due = { leaves_at: new Date(Date.now() - 1000), leaves_because: "gone" };
    const [stays, single, goes] = [await addSource("a", due), await addSource("b", due), await addSource("c", due)];
    const plan = await planned([found("d", "d")]);
    expect(plan.remove).toHaveLength(3);
    const set = database.db.updateTable("sources");
    await set.set({ leaves_at: null, leaves_because: null }).where("id", "=", stays).execute();
    await set.set({ group_id: null }).where("id", "=", single).execute();
    expect((await apply(plan)).removed).toEqual([goes]);
    expect([await stored(stays), await stored(single)]).toMatchObject([{ id: stays }, { id: single }]);
    expect(await stored(goes)).toBeUndefined();
  });

  test("a mirrored source that left is not linked again as one that everyone sees", async () => {
    const due = { leaves_at: new Date(Date.now() - 1000), leaves_because: "archived" };
    const mirrored = await addSource("a", { ...due, access_mirrored: true, access_account: "github" });
    const other = await addSource("b", due);
    const { removed } = await apply(await planned([found("d", "d")]));
    expect(removed.toSorted()).toEqual([mirrored, other].toSorted());
    // Both are listed again.
    const row = (await findGroupWithProject(database.db, group.id)) ?? group;
    const { add, counts } = await planned([found("a", "a"), found("b", "b")], row);
    expect(add.map(({ kind, repository }) => repositoryKey(kind, repository.externalId))).toEqual([
      "tracker:a",
      "repository:b",
      "tracker:b",
    ]);
    expect(counts).toMatchObject({ removed: 1 });
  });

  test("writes no entry of the audit log where nothing changed", async () => {
    const [leaves, stays, moves] = [
      await addSource("a"),
      await addSource("b", { leaves_at: new Date(Date.now() + 60_000), leaves_because: "gone" }),
      await addSource("c"),
    ];
    const plan = await planned([found("b", "b"), found("c", "c-new")]);
    const { move, leave, stay } = plan;
    expect([move[0]?.id, leave[0]?.id, stay[0]?.id]).toEqual([moves, leaves, stays]);
    await database.db.updateTable("sources").set({ group_id: null }).where("group_id", "=", group.id).execute();
    const before = await events();
    expect(await apply({ ...plan, add: [] })).toMatchObject({ moved: [], removed: [] });
    expect(await events()).toBe(before);
    expect(await stored(moves)).toMatchObject({ url: "https://github.com/acme/c" });
    expect(await stored(leaves)).toMatchObject({ leaves_at: null });
  });

  test("a renamed source that is to leave still does", async () => {
    const at = new Date(Date.now() + 60_000);
    const id = await addSource("a", { leaves_at: at, leaves_because: "archived" });
    await apply(await planned([found("a", "renamed", { is_archived: true })]));
    expect(await stored(id)).toMatchObject({ name: "acme/renamed", leaves_at: at, leaves_because: "archived" });
  });

  test("a source that comes from another group is read with the access of its new one, unless it has its own", async () => {
    const [old, own, next] = [await addSecret(), await addSecret(), await addSecret()];
    await updateGroup(database.db, group.id, { access: "token", secret_id: old, access_by: userId });
    const restricted = { restricted_role: "Owner", restricted_choice: newId() };
    const shared = await addSource("a", { secret_id: old, access_by: userId, ...restricted });
    const single = await addSource("b", { secret_id: own, access_by: userId });
    const other = await addUser(database.db, { companyId });
    const target = await addGroup({ access: "token", secret_id: next, access_by: other });
    const listed = ["a", "b"].map((name) => found(name, name, { url: `https://github.com/next/${name}` }));
    expect((await apply(await planned(listed, target), target)).moved.toSorted()).toEqual([shared, single].toSorted());
    expect(await stored(shared)).toMatchObject({
      group_id: target.id,
      secret_id: next,
      access_by: other,
      restricted_role: null,
    });
    expect(await stored(single)).toMatchObject({ group_id: target.id, secret_id: own, access_by: userId });
  });
});
