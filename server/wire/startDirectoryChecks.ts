import { PeriodicTask } from "../concurrency.ts";
import { MINUTE_MS } from "../../contract/durations.ts";
import { endLdapSessions } from "../features/sso/ldapSessions.ts";
import type { LdapDeps } from "../features/sso/directoryOf.ts";
import type { ServerProcess } from "./ServerProcess.ts";

const CHECK_MS = 15 * MINUTE_MS;

/** Ends the sessions of people who left the directory of their company. */
export function startDirectoryChecks({ app: { log }, onClose }: ServerProcess, deps: LdapDeps): void {
  const checks = new PeriodicTask(
    () => endLdapSessions(deps, log),
    CHECK_MS,
    (error) => log.error({ err: error }, "the people of directories could not be checked"),
  );
  checks.start();
  onClose(() => checks.stop());
}
