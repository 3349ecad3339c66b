/** The locks of a migration: what another transaction has is waited for, and what is not its own is left alone. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MIGRATIONS, migrate } from "../../../server/db/migrate.ts";
import { type Db, openDb } from "../../../server/db/openDb.ts";
import { makeStorage, ONE_ENGINE, type TestStorage } from "../testDb.ts";

const withMore = (more: Record<string, Migration>): { migrations: Record<string, Migration> } => ({
  migrations: { ...MIGRATIONS, ...more },
});
const statement = (text: string): Migration => ({
  up: async (db) => {
    await sql.raw(text).execute(db);
  },
});

// The embedded database has one connection.
describe.runIf(ONE_ENGINE === "postgres")("a migration on PostgreSQL", () => {
  const engine = "postgres";
  let storage: TestStorage;
  beforeEach(async () => {
    storage = await makeStorage(engine);
  });
  afterEach(() => storage.remove());
  const opened = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = await openDb({ ...storage, isDurable: false });
    try {
      return await work(db);
    } finally {
      await close();
    }
  };

  test("that waits behind a long transaction lets requests pass, and runs when that has ended", async () => {
    const [reading, requests, migrating] = await Promise.all(
      [0, 1, 2].map(() => openDb({ ...storage, isDurable: false })),
    );
    if (!reading || !requests || !migrating) throw new Error("three connections are opened");
    try {
      // As a backup reads a table.
      const hold = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const reader = reading.db.transaction().execute(async (tx) => {
        await tx.selectFrom("companies").select("id").execute();
        begun.resolve();
        await hold.promise;
      });
      await begun.promise;
      const migrations = withMore({ "9000_slow": statement("alter table companies add column colour text") });
      const sentences: string[] = [];
      const onWait = (sentence: string): void => void sentences.push(sentence);
      const migrated = migrate(migrating.db, { ...migrations, lockMs: 200, onWait });
      const waits: number[] = [];
      for (let n = 0; n < 10; n++) {
        const from = performance.now();
        await requests.db.selectFrom("companies").select("id").execute();
        waits.push(performance.now() - from);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect(Math.max(...waits)).toBeLessThan(2000);
      hold.resolve();
      await reader;
      expect(await migrated).toEqual(["9000_slow"]);
      expect(sentences).toEqual([expect.stringMatching(/^Waiting to bring the database up to date: .* a backup/)]);
    } finally {
      await Promise.all([reading, requests, migrating].map((one) => one.close()));
    }
  });

  test("that never gets its locks is given up in a sentence", async () => {
    const [reading, migrating] = await Promise.all([0, 1].map(() => openDb({ ...storage, isDurable: false })));
    if (!reading || !migrating) throw new Error("two connections are opened");
    const reader = await reading.db.startTransaction().execute();
    try {
      await reader.selectFrom("companies").select("id").execute();
      const migrations = withMore({ "9000_slow": statement("alter table companies add column colour text") });
      await expect(migrate(migrating.db, { ...migrations, lockMs: 50, retryMs: 0 })).rejects.toThrow(
        "The database could not be brought up to date (9000_slow): canceling statement due to statement timeout",
      );
    } finally {
      await reader.rollback().execute();
      await Promise.all([reading, migrating].map((one) => one.close()));
    }
  });

  test("that exceeds a limit of time that the operator has set is not tried again, which would hold up all requests", async () => {
    await opened(async (db) => {
      let attempts = 0;
      const up: Migration["up"] = async (inside) => {
        attempts += 1;
        await sql`set local statement_timeout = 20`.execute(inside);
        await sql`select pg_sleep(5)`.execute(inside);
      };
      await expect(migrate(db, withMore({ "9000_slow": { up } }))).rejects.toThrow(
        "The database could not be brought up to date (9000_slow): canceling statement due to statement timeout",
      );
      expect(attempts).toBe(1);
    });
  });

  test("needs no right on tables of others in its schema", async () => {
    const role = `clew_${randomUUID().replaceAll("-", "")}`;
    const quoted = sql.id(role);
    await storage.remove();
    storage = await makeStorage(engine, { isEmpty: true });
    await opened(async (db) => {
      // As an extension makes it, which a superuser has installed.
      await sql`create table spatial_ref_sys (srid integer)`.execute(db);
      await sql`create role ${quoted} login password 'secret'`.execute(db);
      await sql`grant all on schema public to ${quoted}`.execute(db);
    });
    const url = new URL(storage.databaseUrl ?? "");
    [url.username, url.password] = [role, "secret"];
    const { db, close } = await openDb({ ...storage, databaseUrl: url.href, isDurable: false });
    try {
      const migrations = withMore({ "9000_more": statement("alter table companies add column colour text") });
      await migrate(db);
      expect(await migrate(db, migrations)).toEqual(["9000_more"]);
    } finally {
      await close();
      await opened(async (owner) => {
        await sql`drop owned by ${quoted} cascade`.execute(owner);
        await sql`drop role ${quoted}`.execute(owner);
      });
    }
  });
});
