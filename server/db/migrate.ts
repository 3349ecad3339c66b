import type { Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { CannotStart } from "../errors.ts";
import { account } from "./migrations/account.ts";
import { backtest } from "./migrations/backtest.ts";
import { experts } from "./migrations/experts.ts";
import { feedback } from "./migrations/feedback.ts";
import { first } from "./migrations/first.ts";
import { growth } from "./migrations/growth.ts";
import { insights } from "./migrations/insights.ts";
import { mcp } from "./migrations/mcp.ts";
import { security } from "./migrations/security.ts";
import { sources } from "./migrations/sources.ts";
import { syncErrorCode } from "./migrations/syncErrorCode.ts";

/** All migrations, in order of their names. An object, not a folder: it survives bundling. A released one is never changed. */
export const MIGRATIONS: Record<string, Migration> = {
  "0001_first": first,
  "0002_account": account,
  "0003_experts": experts,
  "0004_feedback": feedback,
  "0005_backtest": backtest,
  "0006_sources": sources,
  "0007_insights": insights,
  "0008_mcp": mcp,
  "0009_sync_error_code": syncErrorCode,
  "0011_growth": growth,
  "0012_security": security,
};

/**
 * Brings a database to the newest state. Several processes may do it at once: Kysely holds a lock.
 * @returns the names of the migrations that ran
 * @throws CannotStart naming the migration that failed; everything of it is rolled back
 */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results.find((result) => result.status === "Error")?.migrationName;
    const reason = error instanceof Error ? error.message : "unknown";
    throw new CannotStart(`The database could not be brought up to date${failed ? ` (${failed})` : ""}: ${reason}`, {
      cause: error,
    });
  }
  return results.map((result) => result.migrationName);
}
