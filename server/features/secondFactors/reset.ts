import type { Actor } from "../../access/auditLog.ts";
import { type FactorDeps, reportFactorChange, resetFactors } from "../../access/passwords/secondFactors.ts";
import { endSessions } from "../../access/sessions/sessions.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import { findUserOfCompany } from "../../db/tables/companies/companyUsers.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

/**
 * Deletes the second factors of a user who has lost them, and ends the user's sessions: a finder of the device has them too.
 * @throws NotFound; Conflict for the caller, and for a user without a second factor
 */
export async function resetSecondFactors(
  { db, mail }: FactorDeps,
  companyId: string,
  userId: string,
  by: Actor,
): Promise<void> {
  // Users change their own factors in the settings, where the last use and the recovery codes are seen.
  if (userId === by.id) throw new Conflict(message("second_factor.reset_own"));
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const user = await findUserOfCompany(transaction, companyId, userId);
    if (!user) throw new NotFound(message("company.user_not_found"));
    if (!(await resetFactors(transaction, userId))) throw new Conflict(message("second_factor.reset_none"));
    await endSessions(transaction, userId);
    await reportFactorChange(transaction, mail, user, by, "reset", {
      action: "second_factor.reset",
      subject: { kind: "user", id: userId, name: user.email },
    });
  });
}
