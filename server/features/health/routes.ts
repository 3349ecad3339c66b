import { requireCompany } from "../../access/policy.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { type CompanyHealthDeps, readCompanyHealth } from "./service.ts";

export function mountCompanyHealth(mount: RouteRegistrar, deps: CompanyHealthDeps): void {
  mount("getCompanyHealth", ({ user, params }) =>
    readCompanyHealth(deps, user, requireCompany(user, params.id, "health.read")),
  );
}
