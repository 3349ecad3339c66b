/** A migration that fails or is killed leaves the database as it was; one of a newer version is refused in a sentence. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MIGRATIONS, migrate } from "../../../server/db/migrate.ts";
import { type Db, openDb } from "../../../server/db/openDb.ts";
import { migrationsWith } from "./countedMigrations.ts";
import { addCompany } from "../rows.ts";
import { makeStorage, onEachDatabase, type TestStorage } from "../testDb.ts";
import { isWholeRun } from "../../wholeRun.ts";

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

/** In the gate one in this many migrations is killed, and each of the newest: a kill costs a start of a process, and released migrations do not change. */
const STEP = 25;
const NEWEST = 3;

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

/** Starts `migrationProcess.ts`. */
function migrating({ dataDir, databaseUrl = "" }: TestStorage, name: string, statement: number, how: "kill" | "hang") {
  const script = join(import.meta.dirname, "migrationProcess.ts");
  const child = spawn(process.execPath, [script, dataDir, databaseUrl, name, String(statement), how], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const heard = [child.stdout, child.stderr].map(async (input) => {
    for await (const line of createInterface({ input })) lines.push(line);
  });
  const gone = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    ended: (async () => {
      const [code, signal] = await gone;
      await Promise.all(heard);
      return { code, signal, lines };
    })(),
    lines,
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Every column, index and constraint, so that two databases can be compared. */
async function schemaOf(db: Db): Promise<unknown> {
  const { rows } = await sql<{ text: string }>`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as text
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select format('%s %s', tgname, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    order by 1`.execute(db);
  return rows.map(({ text }) => text);
}

onEachDatabase("a migration", (engine) => {
  let storage: TestStorage;
  beforeEach(async () => {
    storage = await makeStorage(engine);
    const { db, close } = await openDb({ ...storage, isDurable: false });
    await addCompany(db, { id: "kept" });
    await close();
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

  test("that throws in the middle is rolled back, with those that ran before it", async () => {
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
      ["--input-type=module-typescript", "--eval", ENDLESS, storage.dataDir, storage.databaseUrl ?? ""],
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

  test("is completed by the next process after a kill in its middle", { timeout: 120_000 }, async () => {
    const statements = new Map<string, number>();
    const counted = await makeStorage(engine, { isEmpty: true });
    try {
      const { db, close } = await openDb({ ...counted, isDurable: false });
      await migrate(db, { migrations: migrationsWith((name, count) => void statements.set(name, count)) });
      await close();
    } finally {
      await counted.remove();
    }
    expect([...statements.keys()]).toEqual(Object.keys(MIGRATIONS));
    const whole = await opened(schemaOf);
    await storage.remove();
    storage = await makeStorage(engine, { isEmpty: true });

    const names = Object.keys(MIGRATIONS);
    const killed = names.filter((_, at) => isWholeRun || at % STEP === 0 || at >= names.length - NEWEST);
    for (const [at, name] of killed.entries()) {
      const statement = Math.ceil((statements.get(name) ?? 0) / 2);
      const { signal, lines } = await migrating(storage, name, statement, "kill").ended;
      const context = `${name} after statement ${statement}: ${lines.join(" | ")}`;
      expect(signal, context).toBe("SIGKILL");
      // The one that was killed before is completed now; what was stored before it is there.
      const before = killed[at - 1];
      const completed = before === undefined ? [] : names.slice(names.indexOf(before), names.indexOf(name));
      expect(lines, context).toEqual(
        before === undefined
          ? ["begins"]
          : [`completed ${completed.join(" ")}`, `found ${at > 1 ? "Ariadne" : ""}`, "begins"],
      );
      if (at === 1) {
        await opened((db) =>
          sql`insert into companies (id, name, plan, subscription_status) values ('kept', 'Ariadne', 'Premium', 'active')`.execute(
            db,
          ),
        );
      }
    }
    await opened(async (db) => {
      expect(await migrate(db)).toEqual([names.at(-1)]);
      expect(await schemaOf(db)).toEqual(whole);
      expect(await db.selectFrom("companies").select("name").execute()).toEqual([{ name: "Ariadne" }]);
    });
  });

  const target = Object.keys(MIGRATIONS).at(-1) ?? "";
  const inTheMiddle = async () => {
    await storage.remove();
    storage = await makeStorage(engine, { isEmpty: true });
    const first = migrating(storage, target, 1, "hang");
    await expect.poll(() => first.lines).toContain("middle");
    return first;
  };

  test.runIf(engine === "pglite")(
    "that another process is in the middle of is left to it; when that one is killed the next makes it",
    { timeout: 60_000 },
    async () => {
      const first = await inTheMiddle();
      const { code, lines } = await migrating(storage, target, 0, "kill").ended;
      expect(code).toBe(1);
      expect(lines.join("\n")).toContain("is in use by another running server.");
      first.kill();
      await first.ended;
      expect((await migrating(storage, target, 0, "kill").ended).lines).toContain(`ran ${target}`);
    },
  );

  test.runIf(engine === "postgres")(
    "that another process is in the middle of is waited for; when that one is killed this one makes it",
    { timeout: 60_000 },
    async () => {
      const first = await inTheMiddle();
      const second = migrating(storage, target, 0, "kill");
      await opened(async (db) => {
        const waiting = async () => {
          const { rows } = await sql<{ waiting: number }>`
            select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(db);
          return rows[0]?.waiting;
        };
        await expect.poll(waiting).toBe(1);
      });
      first.kill();
      const { code, lines } = await second.ended;
      expect([code, lines.at(-1)]).toEqual([0, `ran ${target}`]);
    },
  );

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
