import type { RegisterBody, TokenAnswer } from "../../../contract/users.ts";
import { hashPassword } from "../../access/passwords.ts";
import { startSession } from "../../access/sessions.ts";
import { isUniqueViolation } from "../../db/failures.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { Invalid } from "../../errors.ts";
import { publish } from "../../events/publish.ts";
import { openInvitation } from "../companies/invitations.ts";
import { requireGoodPassword } from "./passwordRules.ts";

/**
 * Makes an account by an invitation: the new person belongs to the company that invited, with the role of the invitation, and
 * to the projects where the address was expected.
 * @param invitationToken the version-4 UUID of the link
 * @throws Invalid when the invitation is not open (any more), is for another address, or the address has an account
 */
export async function register(db: Db, invitationToken: string, body: RegisterBody): Promise<TokenAnswer> {
  requireGoodPassword("password", body.password, body.confirm_password, body.email);
  // Refused before the password is hashed: hashing is what costs.
  requireFitting(await openInvitation(db, invitationToken), body.email);
  const passwordHash = await hashPassword(body.password);
  try {
    return await db.transaction().execute(async (transaction) => {
      const invitation = requireFitting(await openInvitation(transaction, invitationToken, "lock"), body.email);
      const account = {
        name: body.name,
        password_hash: passwordHash,
        company_id: invitation.company_id,
        company_role: invitation.role,
        verified_at: new Date(),
      };
      // Somebody who was removed from a company keeps the account, and may be invited again.
      const known = await transaction
        .updateTable("users")
        .set(account)
        .where("email", "=", body.email)
        .where("company_id", "is", null)
        .returning("id")
        .executeTakeFirst();
      const userId = known?.id ?? newId();
      if (!known) {
        await transaction
          .insertInto("users")
          .values({ ...account, id: userId, email: body.email, language: "EN" })
          .execute();
      }
      await transaction
        .updateTable("invitations")
        .set({ accepted_at: new Date() })
        .where("id", "=", invitation.id)
        .execute();
      await transaction
        .updateTable("project_members")
        .set({ user_id: userId })
        .where("email", "=", body.email)
        .where("user_id", "is", null)
        .where("project_id", "in", (select) =>
          select.selectFrom("projects").select("id").where("company_id", "=", invitation.company_id),
        )
        .execute();
      if (invitation.invited_by !== null) {
        await publish(transaction, {
          userId: invitation.invited_by,
          type: "invitation.accepted",
          title: `${body.name} accepted your invitation`,
          href: "/settings",
          data: { email: body.email },
        });
      }
      return { token: await startSession(transaction, userId) };
    });
  } catch (error) {
    if (isUniqueViolation(error, "users_email_unique")) {
      throw new Invalid({ email: ["This address already has an account"] }, { cause: error });
    }
    throw error;
  }
}

type Open = NonNullable<Awaited<ReturnType<typeof openInvitation>>>;

function requireFitting(invitation: Open | undefined, email: string): Open {
  if (!invitation) throw new Invalid({ non_field_errors: ["This invitation is not valid any more."] });
  // The first Admin's invitation is for whoever holds the link.
  if (invitation.email !== "" && invitation.email !== email) {
    throw new Invalid({ email: ["This invitation is for another address"] });
  }
  return invitation;
}
