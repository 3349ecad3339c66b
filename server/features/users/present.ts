import { INTEGRATIONS } from "../../../contract/constants.ts";
import type { Integration, User } from "../../../contract/access/users.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyById } from "../../db/tables/companies/companies.ts";
import { listProvidersConnected } from "../../db/tables/sources/connections.ts";
import { countProjectsOfMember } from "../../db/tables/projects/projectMembers.ts";
import { listProvidersOfMember } from "../../db/tables/sources/sources.ts";
import { readCompanyPlan } from "../companies/companyPlan.ts";
import { signOutLabel } from "../sso/signOut.ts";

const isIntegration = (name: string): name is Integration => (INTEGRATIONS as readonly string[]).includes(name);

/** The caller in the form of `users/me`. */
export async function presentUser(db: Db, caller: Principal): Promise<User> {
  const { companyId } = caller;
  const company =
    companyId === null
      ? null
      : { id: companyId, name: (await findCompanyById(db, companyId)).name, role: caller.companyRole };
  const count = await countProjectsOfMember(db, caller.id);
  const used = await listProvidersOfMember(db, caller.id);
  const connected = await listProvidersConnected(db, caller.id);
  const signsOutAt = await signOutLabel(db, caller.sessionHash);
  return {
    id: caller.id,
    name: caller.name,
    email: caller.email,
    language: caller.language,
    company,
    company_plan: company ? await readCompanyPlan(db, company.id) : null,
    projects_count: count,
    providers: connected.filter(isIntegration),
    suggested: used.filter(isIntegration),
    ...(signsOutAt !== undefined && { signs_out_at: signsOutAt }),
    ...(caller.lacksRequiredFactor && { lacks_required_factor: true as const }),
  };
}
