import type { FastifyBaseLogger } from "fastify";
import type { Seal } from "../access/secrets.ts";
import { openAdminSocket } from "../cli/operator/adminSocket.ts";
import type { Mail } from "../mail/Mail.ts";
import type { RecentErrors } from "../observability/RecentErrors.ts";
import type { Settings } from "../settings.ts";
import type { OnClose } from "./onClose.ts";
import type { Storage } from "./openStorage.ts";

export interface OperatorSocketDeps {
  readonly settings: Settings;
  readonly storage: Pick<Storage, "database" | "keys" | "blobs">;
  readonly mail: Mail;
  readonly seal: Seal;
  readonly readMetrics: () => Promise<string>;
  readonly recentErrors: RecentErrors;
  readonly log: FastifyBaseLogger;
  readonly onClose: OnClose;
}

/** Opens the socket by which the operator's commands reach this server. */
export async function openOperatorSocket(deps: OperatorSocketDeps): Promise<void> {
  const { settings, storage, mail, seal, readMetrics, recentErrors, log, onClose } = deps;
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
    onError: (error) => log.error({ err: error }, "the operator's command failed"),
  });
  onClose(close);
}
