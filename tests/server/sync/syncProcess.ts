// A server of its own that does nothing but sync, for tests that kill it: node syncProcess.ts <data folder> <allowed folder>
import { openDb } from "../../../server/db/openDb.ts";
import { startSync } from "./syncFixture.ts";

const [dataDir = "", allowed = ""] = process.argv.slice(2);
const database = await openDb({ dataDir });
const { sync } = await startSync({ database, dataDir, allowedPaths: [allowed] });
for (;;) {
  const rows = await database.db.selectFrom("sources").select(["id", "sync_state", "sync_step", "sync_done"]).execute();
  process.stdout.write(
    `${rows.map((row) => `${row.sync_state} ${row.sync_step ?? "-"} ${row.sync_done}`).join(" | ")}\n`,
  );
  if (rows.every((row) => row.sync_state === "ready" || row.sync_state === "failed")) break;
  await new Promise((resolve) => setTimeout(resolve, 15));
}
sync.stop();
await database.close();
process.exit(0);
