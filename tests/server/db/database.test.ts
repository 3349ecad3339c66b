import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isUniqueViolation } from "../../../server/db/databaseErrors.ts";
import { insertRows } from "../../../server/db/insertRows.ts";
import { newId } from "../../../server/db/newId.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";
import { addCompany, addProject, addSource, addUser } from "../rows.ts";

onEachDatabase("the database", (engine) => {
  let database: TestDb;
  let sourceId: string;
  let projectId: string;
  beforeAll(async () => {
    database = await openTestDb(engine);
    const companyId = await addCompany(database.db);
    const userId = await addUser(database.db, { companyId });
    projectId = await addProject(database.db, { companyId, ownerId: userId });
    sourceId = await addSource(database.db, projectId);
  });
  afterAll(() => database.close());

  test("a transaction that throws leaves nothing", async () => {
    const { db } = database;
    await expect(
      db.transaction().execute(async (transaction) => {
        await addCompany(transaction, { id: "gone" });
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await db.selectFrom("companies").selectAll().where("id", "=", "gone").execute()).toEqual([]);
  });

  test("a query of db inside a transaction is an error and not a silence", async () => {
    const { db } = database;
    await expect(
      db.transaction().execute(async () => {
        await db.selectFrom("users").select("id").execute();
      }),
    ).rejects.toThrow("inside one of its own transactions");
    await expect(db.transaction().execute(() => db.transaction().execute(async () => {}))).rejects.toThrow(
      "inside one of its own transactions",
    );
    await expect(db.transaction().execute(() => database.run("select 1"))).rejects.toThrow("own transactions");
    expect(await db.selectFrom("users").select("id").execute()).toHaveLength(1);
  });

  test("does not refuse what was started inside and continues after the end", async () => {
    const { db } = database;
    let later = Promise.resolve<unknown>(undefined);
    const ended = Promise.withResolvers<void>();
    await db.transaction().execute(async () => {
      later = ended.promise.then(() => db.selectFrom("users").select("id").execute());
    });
    ended.resolve();
    await expect(later).resolves.toHaveLength(1);
  });

  test("a transaction with a swallowed failure is not taken for committed", async () => {
    const { db } = database;
    await expect(
      db.transaction().execute(async (transaction) => {
        await addCompany(transaction, { id: "half" });
        await sql`select * from no_such_table`.execute(transaction).catch(() => {});
      }),
    ).rejects.toThrow();
    expect(await db.selectFrom("companies").select("id").where("id", "=", "half").execute()).toEqual([]);
  });

  test("a hundred transactions at once give exactly the acknowledged rows", async () => {
    const { db } = database;
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        db.transaction().execute(async (transaction) => {
          await transaction
            .insertInto("git_paths")
            .values({ source_id: sourceId, path: `tx/${index}` })
            .execute();
          if (index % 5 === 0) throw new Error("rolled back");
          return index;
        }),
      ),
    );
    const kept = results.filter(({ status }) => status === "fulfilled").length;
    expect(kept).toBe(80);
    const rows = await db.selectFrom("git_paths").select("path").where("path", "like", "tx/%").execute();
    expect(rows).toHaveLength(80);
  });

  test("the error of a violated constraint names it", async () => {
    const error = await addCompany(database.db, { id: "twice" })
      .then(() => addCompany(database.db, { id: "twice" }))
      .catch((caught: unknown) => caught);
    expect(isUniqueViolation(error, "companies_pkey")).toBe(true);
    expect(isUniqueViolation(error, "users_pkey")).toBe(false);
    await expect(addSource(database.db, "no such project")).rejects.toMatchObject({ code: "23503" });
  });

  test("a notification arrives, and not after its listener has stopped", async () => {
    const heard: string[] = [];
    const stop = await database.listen("test_channel", (payload) => heard.push(payload));
    await database.run("select pg_notify('test_channel', 'first')");
    await expect.poll(() => heard).toEqual(["first"]);
    await stop();
    await database.run("select pg_notify('test_channel', 'second')");
    await database.run("select 1");
    expect(heard).toEqual(["first"]);
  });

  test("a failed script does not poison the next statement", async () => {
    await expect(database.run("begin; select * from no_such_table; commit")).rejects.toThrow();
    expect((await database.run("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  describe("values", () => {
    test("are the same on both engines", async () => {
      const { rows } = await sql<Record<string, unknown>>`select
        9007199254740991::bigint as big, count(*) as counted, true as yes, null as none,
        '2026-02-28T23:59:59.123Z'::timestamptz as at, ${JSON.stringify({ a: [1, "ü"] })}::jsonb as object,
        0.5::double precision as half from companies where false`.execute(database.db);
      expect(rows[0]).toEqual({
        big: 9007199254740991,
        counted: 0,
        yes: true,
        none: null,
        at: new Date("2026-02-28T23:59:59.123Z"),
        object: { a: [1, "ü"] },
        half: 0.5,
      });
    });

    test("bytes come back as they were", async () => {
      const bytes = Buffer.from([0, 1, 127, 128, 255]);
      const { rows } = await sql<{ bytes: Uint8Array }>`select ${bytes}::bytea as bytes`.execute(database.db);
      expect(Buffer.from(rows[0]?.bytes ?? [])).toEqual(bytes);
    });
  });

  describe("insertRows", () => {
    const hostile = [
      "plain",
      'quo"te',
      "back\\slash",
      "{curly,comma}",
      "null",
      "NULL",
      "",
      "İıŞ 😀",
      "line\nbreak\ttab",
      "'; drop table users; --",
    ];

    test("keeps every text as it is, in more rows than one batch", async () => {
      const { db } = database;
      const paths = [...hostile, ...Array.from({ length: 4500 }, (_, index) => `many/${index}`)];
      const before = await db
        .selectFrom("git_paths")
        .select((s) => s.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      expect(
        await insertRows(
          db,
          "git_paths",
          paths.map((path) => ({ source_id: sourceId, path })),
        ),
      ).toBe(paths.length);
      const rows = await db.selectFrom("git_paths").select("path").where("source_id", "=", sourceId).execute();
      expect(rows).toHaveLength(paths.length + before.n);
      expect(rows.map((row) => row.path)).toEqual(expect.arrayContaining(hostile));
    });

    test("takes a NUL out, which no text can hold", async () => {
      await insertRows(database.db, "git_paths", [{ source_id: sourceId, path: "with\0nul" }]);
      const found = await database.db.selectFrom("git_paths").select("path").where("path", "=", "withnul").execute();
      expect(found).toHaveLength(1);
    });

    test("ignores or takes over what is there, as asked", async () => {
      const { db } = database;
      const row = (id: string, title: string, labels: string[]) => ({
        id,
        source_id: sourceId,
        project_id: projectId,
        external_id: "7",
        number: 7,
        key: "#7",
        title,
        body: "",
        state: "open" as const,
        url: "https://example.org/7",
        author_id: null,
        labels: JSON.stringify(labels),
        comments_count: 0,
        created_at: new Date(0),
        updated_at: "2026-01-01T00:00:00Z",
        closed_at: null,
      });
      expect(await insertRows(db, "issues", [row("a", "first", ["x"])])).toBe(1);
      expect(await insertRows(db, "issues", [row("b", "second", [])], { onConflict: "ignore" })).toBe(0);
      const onConflict = { columns: ["source_id", "external_id"], update: ["title", "labels"] } as const;
      expect(await insertRows(db, "issues", [row("c", "third", ["y", 'q"'])], { onConflict })).toBe(1);
      const stored = await db.selectFrom("issues").selectAll().where("external_id", "=", "7").execute();
      expect(stored).toHaveLength(1);
      expect(stored[0]).toMatchObject({ id: "a", title: "third", labels: ["y", 'q"'], closed_at: null });
      await expect(insertRows(db, "issues", [row("d", "fourth", [])])).rejects.toThrow("issues_unique");
    });
  });

  test("deleting a project takes everything of it away", async () => {
    const { db } = database;
    await db.deleteFrom("projects").where("id", "=", projectId).execute();
    for (const table of ["sources", "git_paths", "issues", "project_members"] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  });
});

test("ids made later sort later, and are version-7 UUIDs", () => {
  const ids = [newId(1), newId(1_700_000_000_000), newId(1_700_000_000_001)];
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
