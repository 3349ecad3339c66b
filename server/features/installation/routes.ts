import type { Settings } from "../../settings.ts";
import type { DemoPerson } from "../../../contract/installation.ts";
import type { Integration } from "../../../contract/users.ts";
import type { RouteRegistrar } from "../../http/router.ts";

/** Public facts about this installation. */
export function mountInstallation(
  mount: RouteRegistrar,
  settings: Pick<Settings, "supportEmail" | "smtp">,
  integrations: readonly Integration[],
  listDemoPeople: () => Promise<DemoPerson[]>,
): void {
  mount("getInstallation", async () => ({
    support_email: settings.supportEmail ?? null,
    integrations: [...integrations],
    sends_mail: settings.smtp !== undefined,
    demo_people: await listDemoPeople(),
  }));
}
