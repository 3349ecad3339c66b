import { canHavePasskeys } from "../../access/passwords/passkeys.ts";
import { requireCompany } from "../../access/policy.ts";
import { RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Db } from "../../db/openDb.ts";
import type { Settings } from "../../settings.ts";
import type { DemoPerson } from "../../../contract/access/installation.ts";
import type { Integration } from "../../../contract/access/users.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { readSetup, SETUP_TEST_LIMITS, type SetupDeps, testSetup } from "./setup.ts";

/** Public facts about this installation. */
export function mountInstallation(
  mount: RouteRegistrar,
  settings: Pick<Settings, "supportEmail" | "smtp">,
  integrations: readonly Integration[],
  listDemoPeople: () => Promise<DemoPerson[]>,
  hasSingleSignOn: () => Promise<boolean>,
  publicUrl: () => string,
): void {
  mount("getInstallation", async () => ({
    support_email: settings.supportEmail ?? null,
    integrations: [...integrations],
    sends_mail: settings.smtp !== undefined,
    demo_people: await listDemoPeople(),
    single_sign_on: await hasSingleSignOn(),
    passkeys: canHavePasskeys(publicUrl()),
  }));
}

/** What the operator has set up, for Admins, and tests of it. */
export function mountSetup(mount: RouteRegistrar, db: Db, deps: SetupDeps): void {
  const limiter = new RateLimiter(db, SETUP_TEST_LIMITS);
  mount("getSetup", async ({ user, params }) => {
    requireCompany(user, params.id, "setup.read");
    return readSetup(deps);
  });
  mount("testSetup", async ({ user, params, body }) => {
    requireCompany(user, params.id, "setup.test");
    await limiter.take("", user.id);
    return testSetup(deps, body.part, user);
  });
}
