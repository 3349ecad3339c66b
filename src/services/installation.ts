import * as endpoints from "virtual:endpoints";
import type { Client } from "./client.ts";

export const createInstallationService = ({ call }: Client) => ({
  /** The operator's public settings. Another host may not have this call: its failure is expected, and no screen depends on it. */
  get: (signal?: AbortSignal) => call(endpoints.getInstallation, { signal }),
});
export type InstallationService = ReturnType<typeof createInstallationService>;
