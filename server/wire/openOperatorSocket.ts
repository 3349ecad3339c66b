import type { Seal } from "../Seal.ts";
import { openAdminSocket } from "../cli/operator/adminSocket.ts";
import type { Mail } from "../mail/Mail.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

export interface OperatorSocketDeps {
  readonly storage: Storage;
  readonly mail: Mail;
  readonly seal: Seal;
  readonly readMetrics: () => Promise<string>;
}

/** Opens the socket by which the operator's commands reach this server. */
export async function openOperatorSocket(server: ServerProcess, deps: OperatorSocketDeps): Promise<void> {
  const { settings, recentErrors, app, onClose } = server;
  const { storage, mail, seal, readMetrics } = deps;
  const { dataDir, masterKey } = settings;
  const { database, keys, blobs } = storage;
  const close = await openAdminSocket({
    dataDir,
    context: {
      db: database.db,
      mail,
      seal,
      settings,
      quotas: settings.companyQuotas,
      rotation: { database, keys, dataDir, masterKey },
      running: { metrics: readMetrics, errors: () => recentErrors.list() },
    },
    backupTarget: () => ({ database, blobs, dataDir, masterKey: keys.current }),
    onError: (error) => app.log.error({ err: error }, "the operator's command failed"),
  });
  onClose(close);
}
