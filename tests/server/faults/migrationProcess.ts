// A process that migrates and stops in the middle, for tests of migrations:
// node migrationProcess.ts <data folder> <address of PostgreSQL or ""> <migration> <statement> kill|hang
// Completes what is before the migration, says which rows it finds, and after that statement of the migration ends as by a power cut, or
// says so and waits to be killed. Statement 0: migrates to the end.
import { sql } from "kysely";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { migrationsWith } from "./countedMigrations.ts";

const [dataDir = "", databaseUrl = "", target = "", statement = "0", how = "kill"] = process.argv.slice(2);
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const { db, close } = await openDb({ dataDir, databaseUrl: databaseUrl || undefined });
const names = Object.keys(migrationsWith(() => undefined));
const before = names[names.indexOf(target) - 1];
if (before !== undefined) {
  say(`completed ${(await migrate(db, { to: before })).join(" ")}`);
  const { rows } = await sql<{ name: string }>`select name from companies where id = 'kept'`.execute(db);
  say(`found ${rows.map(({ name }) => name).join(" ")}`);
}
say("begins");
const migrations = migrationsWith(async (name, count) => {
  if (name !== target || count !== Number(statement)) return;
  if (how === "kill") process.kill(process.pid, "SIGKILL");
  say("middle");
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
const ran = await migrate(db, { to: target, migrations });
say(`ran ${ran.join(" ")}`);
await close();
