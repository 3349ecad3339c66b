import type { AskDeps } from "../features/ask/askDeps.ts";
import { MODEL_TIMEOUT_MS } from "../features/ask/ModelClient.ts";
import { createEgress } from "../sources/egress/egress.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** What requests to the models of companies need. A model may think for as long as a whole answer may take. */
export function modelDeps(
  { settings, options, onClose }: ServerProcess,
  { database, secrets }: Storage,
): Pick<AskDeps, "db" | "secrets" | "egress" | "now"> {
  const limits = { silenceMs: MODEL_TIMEOUT_MS, totalMs: MODEL_TIMEOUT_MS };
  const egress = createEgress({ allowed: settings.allowedNetworks, limits });
  onClose(() => egress.close());
  return { db: database.db, secrets, egress, now: options.now ?? (() => new Date()) };
}
