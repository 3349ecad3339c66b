/** A migration that fails or is killed leaves the database as it was; one of a newer version is refused in a sentence. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MIGRATIONS, migrate } from "../../../server/db/migrate.ts";
import { type Db, openDb } from "../../../server/db/openDb.ts";
import { addCompany } from "../rows.ts";
import { makePlace, onEachDatabase, type TestPlace } from "../testDb.ts";

const withMore = (more: Record<string, Migration>): { migrations: Record<string, Migration> } => ({
  migrations: { ...MIGRATIONS, ...more },
});
const isThere = async (db: Db, table: string): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db);
  return rows[0]?.there === true;
};
const statement = (text: string): Migration => ({
  up: async (db) => {
    await sql.raw(text).execute(db);
  },
});

/** Begins a migration that never ends, and says when it is in the middle. */
const ENDLESS = `
  import { sql } from "kysely";
  import { MIGRATIONS, migrate } from ${JSON.stringify(join(import.meta.dirname, "../../../server/db/migrate.ts"))};
  import { openDb } from ${JSON.stringify(join(import.meta.dirname, "../../../server/db/openDb.ts"))};
  const [dataDir, databaseUrl] = process.argv.slice(1);
  const { db } = await openDb({ dataDir, databaseUrl: databaseUrl || undefined });
  const up = async (db) => {
    await sql\`create table half_made (id integer)\`.execute(db);
    await sql\`update companies set name = 'half migrated'\`.execute(db);
    console.log("middle");
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  };
  await migrate(db, { migrations: { ...MIGRATIONS, "9000_endless": { up } } });
`;

onEachDatabase("a migration", (engine) => {
  let place: TestPlace;
  beforeEach(async () => {
    place = await makePlace(engine);
    const { db, close } = await openDb({ ...place, isDurable: false });
    await addCompany(db, { id: "kept" });
    await close();
  });
  afterEach(() => place.remove());
  const opened = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = await openDb({ ...place, isDurable: false });
    try {
      return await work(db);
    } finally {
      await close();
    }
  };

  test("that throws in the middle takes all of its own back, also of those that ran with it", async () => {
    await opened(async (db) => {
      const failing = withMore({
        "9000_fine": statement("create table made_before (id integer)"),
        "9001_fails": {
          up: async (inside) => {
            await sql`create table half_made (id integer)`.execute(inside);
            await sql`update companies set name = 'half migrated'`.execute(inside);
            throw new Error("slipped in the middle");
          },
        },
      });
      await expect(migrate(db, failing)).rejects.toThrow(
        "The database could not be brought up to date (9001_fails): slipped in the middle",
      );
      expect(await isThere(db, "made_before")).toBe(false);
      expect(await isThere(db, "half_made")).toBe(false);
    });
    // The version before starts as if nothing had been.
    await opened(async (db) => {
      expect(await migrate(db)).toEqual([]);
      const company = await db.selectFrom("companies").select("name").where("id", "=", "kept").executeTakeFirst();
      expect(company?.name).toBe("Ariadne Ltd");
    });
  });

  test("that is killed in the middle has not been", { timeout: 60_000 }, async () => {
    const child = spawn(
      process.execPath,
      ["--input-type=module-typescript", "--eval", ENDLESS, place.dataDir, place.databaseUrl ?? ""],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let said = "";
    for await (const line of createInterface({ input: child.stdout })) {
      said += line;
      child.kill("SIGKILL");
    }
    expect(said).toBe("middle");
    await opened(async (db) => {
      expect(await migrate(db)).toEqual([]);
      expect(await isThere(db, "half_made")).toBe(false);
      const company = await db.selectFrom("companies").select("name").where("id", "=", "kept").executeTakeFirst();
      expect(company?.name).toBe("Ariadne Ltd");
    });
  });

  test("of a newer version is refused by an older one, and nothing is changed", async () => {
    await opened(async (db) => {
      expect(await migrate(db, withMore({ "9000_newer": statement("create table newer (id integer)") }))).toEqual([
        "9000_newer",
      ]);
      await expect(migrate(db)).rejects.toThrow(
        "A newer version of Clew has changed this database (9000_newer), and this version cannot read it. Start the newer version, or restore a backup from before.",
      );
      expect(await isThere(db, "newer")).toBe(true);
    });
  });
});
