import type { Settings } from "../../settings.ts";
import type { Integration } from "../../../contract/users.ts";
import type { RouteRegistrar } from "../../http/router.ts";

/** Public facts about this installation. */
export function mountInstallation(
  mount: RouteRegistrar,
  settings: Pick<Settings, "supportEmail" | "smtp">,
  integrations: readonly Integration[] = [],
): void {
  mount("getInstallation", () => ({
    support_email: settings.supportEmail ?? null,
    integrations: [...integrations],
    sends_mail: settings.smtp !== undefined,
  }));
}
