import type { FastifyBaseLogger } from "fastify";
import { HOUR_MS } from "../../contract/durations.ts";
import { ClockTrust } from "../db/ClockTrust.ts";
import { deleteExpiredRows } from "../db/housekeeping.ts";
import type { Db } from "../db/openDb.ts";
import { backupWarning, readBackupAge } from "../observability/backupAge.ts";
import type { Settings } from "../settings.ts";
import type { OnClose } from "./onClose.ts";

export interface HousekeepingDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "backup">;
  readonly log: FastifyBaseLogger;
  readonly onClose: OnClose;
}

/** Deletes expired rows and warns of a missing backup, once an hour. */
export function startHousekeeping({ db, settings, log, onClose }: HousekeepingDeps): void {
  const clock = new ClockTrust();
  const run = async (): Promise<void> => {
    if (clock.isTrusted()) await deleteExpiredRows(db);
    else log.warn("The clock was set forward. What is old by this clock is deleted a day after that.");
    const warning = backupWarning(await readBackupAge(db, new Date()), settings.backup.maxAgeHours);
    if (warning !== undefined) log.warn(warning);
  };
  const timer = setInterval(() => void run().catch((error: unknown) => log.error({ err: error })), HOUR_MS);
  onClose(() => clearInterval(timer));
}
