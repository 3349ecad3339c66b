import { isUniqueViolation } from "../db/databaseErrors.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import { Invalid } from "../errors.ts";
import { publish } from "../events/publish.ts";
import type { Language } from "../mail/emailTemplates.ts";
import { actorOf, recordAuditEvent } from "./auditLog.ts";
import type { OpenInvitation } from "./invitations.ts";

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly language: Language;
  /** The client's network address, where it is known. */
  readonly address?: string;
}

/**
 * Creates the account of a user whose address is verified, from an invitation that the transaction has locked. The user joins the inviting
 * company with the invitation's role, and the projects that list the address as an expected member.
 * @returns the user's id
 * @throws Invalid when the address already has an account in a company
 */
export async function acceptInvitation(
  transaction: Db,
  invitation: OpenInvitation,
  { email, name, passwordHash, language, address = "" }: NewAccount,
): Promise<string> {
  const account = {
    name,
    password_hash: passwordHash,
    language,
    company_id: invitation.company_id,
    company_role: invitation.role,
    verified_at: new Date(),
  };
  // A user removed from a company keeps the account and can be invited again.
  const known = await transaction
    .updateTable("users")
    .set(account)
    .where("email", "=", email)
    .where("company_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  const userId = known?.id ?? newId();
  if (!known) await insertUser(transaction, { ...account, id: userId, email });
  await transaction
    .updateTable("invitations")
    .set({ accepted_at: new Date() })
    .where("id", "=", invitation.id)
    .execute();
  await transaction.deleteFrom("registrations").where("invitation_id", "=", invitation.id).execute();
  // Another link to the same address leads nowhere any more.
  await transaction
    .updateTable("invitations")
    .set({ revoked_at: new Date() })
    .where("company_id", "=", invitation.company_id)
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
  await joinProjects(transaction, invitation, userId, email);
  await recordAuditEvent(transaction, actorOf({ id: userId, name, email, companyId: invitation.company_id }, address), {
    action: "company.joined",
    after: { role: invitation.role },
  });
  if (invitation.invited_by !== null) {
    await publish(transaction, {
      userId: invitation.invited_by,
      type: "invitation.accepted",
      title: `${name} accepted your invitation`,
      href: "/settings",
      data: { email },
    });
  }
  return userId;
}

async function insertUser(transaction: Db, values: Parameters<typeof insertion>[1]): Promise<void> {
  try {
    await insertion(transaction, values).execute();
  } catch (error) {
    if (isUniqueViolation(error, "users_email_unique")) {
      throw new Invalid({ email: ["This address already has an account"] }, { cause: error });
    }
    throw error;
  }
}

interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password_hash: string;
  readonly language: Language;
  readonly company_id: string;
  readonly company_role: "Admin" | "Member";
  readonly verified_at: Date;
}
const insertion = (db: Db, values: UserRow) => db.insertInto("users").values(values);

/** Both addresses may be expected: the one that was invited, and the one that the person chose. Each project gets them once. */
async function joinProjects(
  transaction: Db,
  invitation: Pick<OpenInvitation, "company_id" | "email">,
  userId: string,
  email: string,
): Promise<void> {
  const expected = await transaction
    .selectFrom("project_members")
    .innerJoin("projects", "projects.id", "project_members.project_id")
    .select(["project_members.id", "project_members.project_id"])
    .where("projects.company_id", "=", invitation.company_id)
    .where("project_members.email", "in", [...new Set([email, invitation.email])])
    .where("project_members.user_id", "is", null)
    .orderBy("project_members.created_at")
    .execute();
  for (const rows of Map.groupBy(expected, (row) => row.project_id).values()) {
    const [first, ...others] = rows.map(({ id }) => id);
    if (others.length > 0) await transaction.deleteFrom("project_members").where("id", "in", others).execute();
    await transaction
      .updateTable("project_members")
      .set({ user_id: userId, email })
      .where("id", "=", first ?? "")
      .execute();
  }
}
