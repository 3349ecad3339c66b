import { MINUTE_MS } from "../../contract/durations.ts";
import { runScheduledBackup } from "../cli/backup/scheduledBackups.ts";
import { PeriodicTask } from "../concurrency.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Makes backups in `CLEW_BACKUP_FOLDER`, where the operator has set it. A failed one is tried again after the interval of this check. */
export function startBackups({ settings, app, onClose }: ServerProcess, { database, blobs, keys }: Storage): void {
  if (settings.backup.folder === undefined) return;
  const { dataDir } = settings;
  const run = async (): Promise<void> => {
    const made = await runScheduledBackup(() => ({ database, blobs, dataDir, masterKey: keys.current }), settings);
    if (made !== undefined) app.log.info(made, "a backup was made and read again");
  };
  const task = new PeriodicTask(run, 10 * MINUTE_MS, (error) => app.log.error({ err: error }, "the backup failed"));
  task.start();
  onClose(() => task.stop());
}
