import { MINUTE_MS } from "../../contract/durations.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { isOutage } from "../db/databaseErrors.ts";
import { errorMessage } from "../errors.ts";
import type { Settings } from "../settings.ts";
import { type RunningServer, startServer } from "../startServer.ts";
import type { ServerOptions } from "../wire/ServerProcess.ts";

/** Milliseconds before the second attempt; doubled after each, up to `MAX_WAIT_MS`. */
const MIN_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
/** Milliseconds between two lines about the same outage, once the waits are `MAX_WAIT_MS`. */
const LOG_INTERVAL_MS = MINUTE_MS;

/**
 * Starts the server, and retries while its PostgreSQL does not answer. Without this a process that starts during an outage would have to be
 * restarted by hand, while those that were running survive.
 * @throws CannotStart for everything else, such as a wrong password or an embedded database that cannot be opened
 */
export async function startWhenReady(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  let loggedAt = -Infinity;
  for (let wait = MIN_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return await startServer(settings, options);
    } catch (error) {
      if (settings.databaseUrl === undefined || !isUnreachable(error)) throw error;
      if (wait < MAX_WAIT_MS || performance.now() - loggedAt >= LOG_INTERVAL_MS) {
        loggedAt = performance.now();
        options.say(`Waiting for the database: ${firstLine(error)} Next attempt in ${wait / 1000} seconds.`);
      }
      await sleep(wait);
    }
  }
}

/** An outage, or a host name that cannot be resolved yet, as of a container that is still being started. */
function isUnreachable(error: unknown): boolean {
  if (isOutage(error)) return true;
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && at.code === "ENOTFOUND") return true;
  }
  return false;
}

const firstLine = (error: unknown): string => {
  const [line = ""] = errorMessage(error).split("\n");
  return line.endsWith(".") ? line : `${line}.`;
};
