/** Runs of comparisons: each begins with the group as it is, ends in time, and misses no request. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEFAULT_FILTER } from "../../../../contract/matching/groupFilter.ts";
import { newId } from "../../../../server/db/newId.ts";
import { findGroup, insertGroup } from "../../../../server/db/tables/sources/linkedGroups.ts";
import type { JobContext, Queue } from "../../../../server/jobs/Queue.ts";
import type { RepositoryPage } from "../../../../server/sources/connector/groupTypes.ts";
import { GroupComparisons } from "../../../../server/sync/groups/GroupComparisons.ts";
import { addCompany, addProject, addUser } from "../../rows.ts";
import { openTestDb, onOneDatabase, type TestDb } from "../../testDb.ts";

type List = (signal: AbortSignal) => AsyncGenerator<RepositoryPage>;

onOneDatabase("runs of comparisons", (engine) => {
  let database: TestDb;
  let projectId: string;
  let groupId: string;

  /** A process that compares, and the handler that its queue would call. */
  const worker = (list: List, maxRunMs?: number) => {
    let handler: (() => Promise<void>) | undefined;
    const job: JobContext = { id: "job", signal: new AbortController().signal, isLastAttempt: true };
    const queue: Queue = {
      register: (_name, handle) => {
        handler = () => handle({ groupId } as never, job);
      },
      send: () => Promise.resolve("job"),
      has: () => Promise.resolve(true),
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    };
    const comparisons = new GroupComparisons({
      db: database.db,
      queue,
      sources: { openGroup: () => Promise.resolve({ url: "https://github.com/acme", name: "acme", list }) },
      credentials: { open: () => Promise.resolve(null), renew: () => Promise.resolve(null) },
      requestSync: () => Promise.resolve(),
      forget: () => Promise.resolve(),
      onError: (error) => {
        throw error;
      },
      ...(maxRunMs !== undefined && { maxRunMs }),
    });
    comparisons.register();
    if (!handler) throw new Error("No handler is registered.");
    return { comparisons, run: handler };
  };
  const stored = async () => {
    const row = await findGroup(database.db, projectId, groupId);
    if (!row) throw new Error("The group is gone.");
    return { ...row, minutes: Math.round((row.due_at.getTime() - Date.now()) / 60_000) };
  };

  beforeAll(async () => {
    database = await openTestDb(engine);
    const companyId = await addCompany(database.db);
    projectId = await addProject(database.db, { companyId, ownerId: await addUser(database.db, { companyId }) });
  }, 120_000);
  beforeEach(async () => {
    groupId = newId();
    await insertGroup(database.db, {
      id: groupId,
      project_id: projectId,
      provider: "github",
      url: `https://github.com/${groupId}`,
      name: "acme",
      filter: JSON.stringify(DEFAULT_FILTER),
      with_issues: false,
      access: "none",
      secret_id: null,
      connection_id: null,
      access_by: null,
      state: "queued",
      due_at: new Date(Date.now() - 1000),
    });
  });
  afterAll(() => database.close());

  test("two processes that take the same request compare once", async () => {
    let lists = 0;
    const list: List = async function* () {
      lists += 1;
      yield await Promise.resolve({ repositories: [], unreadable: 0 });
    };
    await Promise.all([worker(list).run(), worker(list).run()]);
    expect([lists, (await stored()).state]).toEqual([1, "ready"]);
  });

  test("a list without an end is ended, and reported", async () => {
    const list: List = async function* (signal) {
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
      yield { repositories: [], unreadable: 0 };
    };
    await worker(list, 50).run();
    expect(await stored()).toMatchObject({
      state: "failed",
      error_code: "timeout",
      error: expect.stringContaining("group.too_slow"),
      minutes: 60,
    });
  }, 10_000);

  test("a report during a run leads to another run some minutes after it", async () => {
    const list: List = async function* () {
      expect((await stored()).state).toBe("running");
      await current.comparisons.report(groupId);
      await current.comparisons.report(groupId);
      // A user who asks gets the answer that one is in progress.
      expect(await current.comparisons.request(groupId)).toBe(false);
      yield { repositories: [], unreadable: 0 };
    };
    const current = worker(list);
    await current.run();
    expect(await stored()).toMatchObject({ state: "ready", minutes: 5, compared_at: expect.any(Date) });
  });

  test("a change during a run is compared after it", async () => {
    const list: List = async function* () {
      await database.db
        .updateTable("linked_groups")
        .set({ state: "queued", due_at: new Date() })
        .where("id", "=", groupId)
        .execute();
      yield { repositories: [], unreadable: 0 };
    };
    await worker(list).run();
    const { state, due_at: due } = await stored();
    expect([state, due <= new Date()]).toEqual(["queued", true]);
  });

  test("a report does not hurry a host that asks to wait", async () => {
    const due = new Date(Date.now() + 30 * 60_000);
    await database.db
      .updateTable("linked_groups")
      .set({ state: "waiting", due_at: due })
      .where("id", "=", groupId)
      .execute();
    const none: List = async function* () {
      yield await Promise.resolve({ repositories: [], unreadable: 0 });
    };
    await worker(none).comparisons.report(groupId);
    expect((await stored()).due_at).toEqual(due);
  });
});
