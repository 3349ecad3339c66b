/** Whether a user may use a password: a company can require single sign-on of all but the Admins that it names. */
import type { Db } from "../../db/openDb.ts";
import { findCompanyById } from "../../db/tables/companies/companies.ts";
import { isPasswordRefused } from "../../db/tables/directory/ssoAccounts.ts";
import { Invalid } from "../../errors.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import { message } from "../../messages/messages.ts";

const refusal = (): Invalid => new Invalid({ non_field_errors: [message("sso.required")] });

/** @throws Invalid for a user whose company requires single sign-on */
export async function requirePasswordAllowed(db: Db, userId: string): Promise<void> {
  if (await isPasswordRefused(db, userId)) throw refusal();
}

/** For someone who is about to join a company with a password. @throws Invalid where the company requires single sign-on */
export async function requirePasswordAccounts(db: Db, companyId: string): Promise<void> {
  const { sso_required: isRequired, plan } = await findCompanyById(db, companyId);
  if (isRequired && planHas(plan, "sso")) throw refusal();
}
