import type { Settings } from "../../settings.ts";
import type { Mount } from "../route.ts";

/** What anybody may know of this installation. */
export function mountInstallation(mount: Mount, settings: Pick<Settings, "supportEmail" | "smtp">): void {
  mount("getInstallation", () => ({
    support_email: settings.supportEmail ?? null,
    // No provider can be signed in at yet.
    integrations: [],
    sends_mail: settings.smtp !== undefined,
  }));
}
