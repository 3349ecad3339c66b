/** An empty database for a measurement: PostgreSQL where an address is given, else the embedded one in a temporary folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../server/db/migrate.ts";
import { openDb } from "../server/db/openDb.ts";
import type { Db } from "../server/db/openDb.ts";

export interface BenchDb {
  readonly db: Db;
  readonly folder: string;
  close(): Promise<void>;
}

export async function openBenchDb(url: string | undefined): Promise<BenchDb> {
  const folder = mkdtempSync(join(tmpdir(), "clew-bench-"));
  const database = await openDb({ dataDir: folder, databaseUrl: url, isDurable: false });
  await migrate(database.db);
  return {
    db: database.db,
    folder,
    close: async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The median of the milliseconds of some runs, after one that is not counted. */
export async function medianMs(times: number, run: () => unknown): Promise<number> {
  await run();
  const measured: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const start = performance.now();
    await run();
    measured.push(performance.now() - start);
  }
  return measured.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}
