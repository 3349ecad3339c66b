import { recordAuditEvent, type Actor } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompany, updateCompany } from "../../db/tables/companies/companies.ts";
import { deleteSessionsWithoutFactor, hasSecondFactor } from "../../db/tables/accounts/secondFactors.ts";
import { Conflict } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

/**
 * Requires a second factor of everyone in the company who signs in by a password, or lifts that. Sessions of users without one end: they set
 * it up at the next sign-in, before anything else.
 * @throws Conflict for an Admin without a second factor
 */
export async function changeFactorPolicy(
  db: Db,
  caller: Principal,
  companyId: string,
  isRequired: boolean,
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { requires_second_factor: wasRequired } = await lockCompany(transaction, companyId);
    if (wasRequired === isRequired) return;
    if (isRequired && !(await hasSecondFactor(transaction, caller.id)))
      throw new Conflict(message("second_factor.own_first"));
    await updateCompany(transaction, companyId, { requires_second_factor: isRequired });
    const ended = isRequired ? await deleteSessionsWithoutFactor(transaction, companyId) : 0;
    await recordAuditEvent(transaction, by, {
      action: "second_factor.policy_changed",
      before: { is_required: wasRequired },
      after: { is_required: isRequired, ended_sessions: ended },
    });
  });
}
