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

/** The medians of the milliseconds of several pieces of work, which are done in turn, after one turn that is not counted. */
export async function mediansMs(times: number, works: readonly ((turn: number) => unknown)[]): Promise<number[]> {
  const measured = works.map((): number[] => []);
  for (let turn = 0; turn <= times; turn += 1) {
    for (const [at, work] of works.entries()) {
      const start = performance.now();
      await work(turn);
      if (turn > 0) measured[at]?.push(performance.now() - start);
    }
  }
  return measured.map((samples) => samples.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0);
}
