import { warnOfEndingTokens } from "../access/tokens/apiTokens.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { PeriodicTask } from "../concurrency.ts";
import { ClockTrust } from "../db/ClockTrust.ts";
import { deleteExpiredRows } from "../db/housekeeping.ts";
import type { Db } from "../db/openDb.ts";
import type { Mail } from "../mail/Mail.ts";
import { backupWarning, readBackupAge } from "../observability/backupAge.ts";
import { reportFailure } from "./processTasks.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Deletes expired rows, mails the owners of tokens that end soon, and warns of a missing backup, once an hour. */
export function createHousekeeping({ settings, app }: ServerProcess, db: Db, mail: Mail): PeriodicTask {
  const { log } = app;
  const clock = new ClockTrust();
  const run = async (): Promise<void> => {
    if (clock.isTrusted()) await deleteExpiredRows(db);
    else log.warn("The clock was set forward. What is old by this clock is deleted a day after that.");
    await warnOfEndingTokens({ db, mail });
    const warning = backupWarning(await readBackupAge(db, new Date()), settings.backup.maxAgeHours);
    if (warning !== undefined) log.warn(warning);
  };
  return new PeriodicTask(run, HOUR_MS, reportFailure({ app }, "housekeeping"));
}
