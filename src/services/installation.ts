import type { Installation } from "../../contract/installation.ts";
import { flag, list, orNull, parts, text, whole } from "./answerShape.ts";
import type { Http } from "./http.ts";

const shape = parts({ support_email: orNull(text), integrations: list(text), sends_mail: flag });

export const createInstallationService = (http: Http) => ({
  /** The operator's public settings. Another host may not have this call: its failure is expected, and no screen depends on it. */
  get: (signal?: AbortSignal) => whole(shape, http<Installation>("GET", "installation", { signal })),
});
export type InstallationService = ReturnType<typeof createInstallationService>;
