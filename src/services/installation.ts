import type { Installation } from "../../contract/installation.ts";
import type { Http } from "./http.ts";

export const createInstallationService = (http: Http) => ({
  /** What the operator tells everybody. Another host may not have this call: its failure is an answer, and no screen depends on it. */
  get: (signal?: AbortSignal) => http<Installation>("GET", "installation", { signal }),
});
export type InstallationService = ReturnType<typeof createInstallationService>;
