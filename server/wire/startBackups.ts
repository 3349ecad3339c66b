import { MINUTE_MS, SECOND_MS } from "../../contract/durations.ts";
import { checkBackupFolder } from "../cli/backup/checkBackupFolder.ts";
import { runScheduledBackup } from "../cli/backup/scheduledBackups.ts";
import { PeriodicTask, withTimeout } from "../concurrency.ts";
import type { Storage } from "./openStorage.ts";
import { reportFailure } from "./processTasks.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** For one that is at a long statement. What it leaves is deleted by the next process. */
const STOP_MS = 5 * SECOND_MS;

/**
 * Makes backups in `CLEW_BACKUP_FOLDER`, where the operator has set it. A failed one is tried again after the interval of this check, and one
 * that is running is given up when the server stops.
 * @throws CannotStart when the folder must not be used
 */
export function startBackups({ settings, options, app, onClose }: ServerProcess, storage: Storage): void {
  if (settings.backup.folder === undefined) return;
  checkBackupFolder(settings);
  const { database, blobs, keys } = storage;
  const { dataDir } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    const target = () => ({ database, blobs, dataDir, masterKey: keys.current });
    const backup = await runScheduledBackup(target, settings, { signal });
    if (backup !== undefined) app.log.info(backup, "a backup was made and read again");
  };
  const task = new PeriodicTask(run, options.pollMs ?? 10 * MINUTE_MS, (error) => {
    if (signal.aborted) app.log.info("the backup was given up, since the server stops");
    else reportFailure({ app }, "backups")(error);
  });
  task.start();
  onClose(async () => {
    stopping.abort();
    await withTimeout(task.stop(), STOP_MS);
  });
}
