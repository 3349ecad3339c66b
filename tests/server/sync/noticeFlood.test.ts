/** What is promised of notices under load, by the function that writes them all. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../server/db/newId.ts";
import { deleteNoticesBeyond } from "../../../server/db/tables/notices/notices.ts";
import { type NewNotice, writeNotices } from "../../../server/events/writeNotices.ts";
import { mentionedNames } from "../../../server/sync/notices/mentionedNames.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { addSource, emptyDatabase, makeProject } from "./syncFixture.ts";

onOneDatabase("writing notices", (engine) => {
  let database: TestDb;
  let ids: { projectId: string; userId: string; sourceId: string };
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await emptyDatabase(database);
    const { projectId, userId } = await makeProject(database);
    const sourceId = await addSource(database, projectId, {
      kind: "tracker",
      provider: "github",
      url: "https://x.example/a/b",
    });
    ids = { projectId, userId, sourceId };
  });
  const event = (key: string, bundle?: string): NewNotice => ({
    userId: ids.userId,
    projectId: ids.projectId,
    sourceId: ids.sourceId,
    kind: bundle === undefined ? "assigned" : "commented",
    key,
    ...(bundle !== undefined && { bundle }),
    subject: { kind: "issue", id: bundle ?? key },
  });
  const write = (events: readonly NewNotice[]) => database.db.transaction().execute((tx) => writeNotices(tx, events));
  const rows = () => database.db.selectFrom("notices").select(["bundle", "count", "kind"]).orderBy("id").execute();

  test("ten thousand events are few rows, and all of them are counted", async () => {
    for (let page = 0; page < 50; page++) {
      await write(Array.from({ length: 100 }, (_, index) => event(`comment ${page} ${index}`, `issue ${index % 5}`)));
      await write(Array.from({ length: 100 }, (_, index) => event(`assigned ${page} ${index}`)));
    }
    const stored = await rows();
    expect(stored.length).toBeLessThanOrEqual(5 + 31);
    expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  });

  test("the same event written by several at once is one row", async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => write([event("assigned once")])));
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await rows()).toHaveLength(1);
  });

  test("nothing is left of a transaction that fails", async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      await writeNotices(tx, [event("assigned lost")]);
      throw new Error("killed");
    });
    await expect(failing).rejects.toThrow("killed");
    expect(await rows()).toEqual([]);
    expect(await database.db.selectFrom("events").select("id").execute()).toEqual([]);
  });

  test("rows go with their source, their project and their user, by age and beyond a number", async () => {
    await write(Array.from({ length: 20 }, (_, index) => event(`assigned ${index}`)));
    await deleteNoticesBeyond(database.db, new Date(0), 5);
    expect(await rows()).toHaveLength(5);
    await deleteNoticesBeyond(database.db, new Date(Date.now() + 60_000), 5);
    expect(await rows()).toEqual([]);
    for (const [table, id] of [
      ["sources", ids.sourceId],
      ["projects", ids.projectId],
    ] as const) {
      await write(
        [event(`assigned ${newId()}`)].map((one) => (table === "projects" ? { ...one, sourceId: null } : one)),
      );
      await database.db.deleteFrom(table).where("id", "=", id).execute();
      expect(await rows()).toEqual([]);
    }
  });
});

test("mentions are read outside of code and addresses, also names of several words and Turkish ones", () => {
  const { logins, names } = mentionedNames(
    "Hi @Ada-L, see `@code`\n```\n@fenced\n```\nmail@host.example and @İpek Yılmaz: ok? @ece.",
  );
  expect([...logins]).toEqual(["ada-l", "İpek".toLowerCase(), "ece"]);
  expect(names).toContain("İpek Yılmaz");
  expect([...logins, ...names].join(" ")).not.toMatch(/code|fenced|host/);
});
