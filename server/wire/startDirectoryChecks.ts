import { MINUTE_MS } from "../../contract/durations.ts";
import { endLdapSessions } from "../features/sso/ldapSessions.ts";
import type { LdapDeps } from "../features/sso/directoryOf.ts";
import type { ServerProcess } from "./ServerProcess.ts";

const CHECK_MS = 15 * MINUTE_MS;

/** Ends the sessions of people who left the directory of their company. A check that takes longer is not begun a second time. */
export function startDirectoryChecks({ app: { log }, onClose }: ServerProcess, deps: LdapDeps): void {
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await endLdapSessions(deps, log);
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void run().catch((error: unknown) => log.error({ err: error })), CHECK_MS);
  onClose(() => clearInterval(timer));
}
