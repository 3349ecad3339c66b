import type { Installation } from "../../contract/installation.ts";
import { boolean, arrayOf, nullable, object, string, validate } from "./responseGuard.ts";
import type { Http } from "./http.ts";

const shape = object({ support_email: nullable(string), integrations: arrayOf(string), sends_mail: boolean });

export const createInstallationService = (http: Http) => ({
  /** The operator's public settings. Another host may not have this call: its failure is expected, and no screen depends on it. */
  get: (signal?: AbortSignal) => validate(shape, http<Installation>("GET", "installation", { signal })),
});
export type InstallationService = ReturnType<typeof createInstallationService>;
