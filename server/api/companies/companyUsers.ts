import { stopConnectionsOf } from "../../access/connectionOwner.ts";
import type { CompanyRole, CompanyUser } from "../../../contract/companies.ts";
import { recordAuditEvent, type Actor } from "../../access/auditLog.ts";
import { endSessions, type Principal } from "../../access/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { Conflict, NotFound } from "../../errors.ts";

/** @param projectId only the members of this project of the company; the caller has checked the access to it */
export async function listCompanyUsers(db: Db, companyId: string, projectId?: string): Promise<CompanyUser[]> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "name", "email", "company_role"])
    .where("company_id", "=", companyId)
    .$if(projectId !== undefined, (query) =>
      query.where("id", "in", (select) =>
        select
          .selectFrom("project_members")
          .innerJoin("projects", "projects.id", "project_members.project_id")
          .select((columns) => columns.ref("project_members.user_id").$notNull().as("user_id"))
          .where("projects.id", "=", projectId ?? "")
          .where("projects.company_id", "=", companyId)
          .where("project_members.user_id", "is not", null),
      ),
    )
    .orderBy("name")
    .orderBy("email")
    .execute();
  return rows.map(presentCompanyUser);
}

const presentCompanyUser = (row: {
  id: string;
  name: string;
  email: string;
  company_role: CompanyRole;
}): CompanyUser => ({ id: row.id, name: row.name, email: row.email, role: row.company_role });

/**
 * Changes the role of a user of the company.
 * @throws NotFound, and Conflict for the last Admin
 */
export async function changeCompanyRole(
  db: Db,
  companyId: string,
  userId: string,
  role: CompanyRole,
  by: Actor,
): Promise<CompanyUser> {
  return db.transaction().execute(async (transaction) => {
    const user = await lockedUser(transaction, companyId, userId);
    if (user.company_role === "Admin" && role !== "Admin") await requireAnotherAdmin(transaction, companyId, userId);
    await transaction.updateTable("users").set({ company_role: role }).where("id", "=", userId).execute();
    if (user.company_role !== role) {
      await recordAuditEvent(transaction, by, {
        action: "user.role_changed",
        subject: { kind: "user", id: userId, name: user.email },
        before: { role: user.company_role },
        after: { role },
      });
    }
    return presentCompanyUser({ ...user, company_role: role });
  });
}

/**
 * Removes a user from the company and its projects, and ends their sessions. A project of which they were the only Owner passes to the Admin
 * who removes them.
 * @throws NotFound, and Conflict for the last Admin
 */
export async function removeCompanyUser(
  db: Db,
  caller: Principal,
  companyId: string,
  userId: string,
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const user = await lockedUser(transaction, companyId, userId);
    if (user.company_role === "Admin") await requireAnotherAdmin(transaction, companyId, userId);
    const owned = await transaction
      .selectFrom("project_members as own")
      .innerJoin("projects", "projects.id", "own.project_id")
      .select("projects.id")
      .where("own.user_id", "=", userId)
      .where("own.role", "=", "Owner")
      .where("projects.company_id", "=", companyId)
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom("project_members as other")
              .select("other.id")
              .whereRef("other.project_id", "=", "projects.id")
              .where("other.role", "=", "Owner")
              .where("other.user_id", "is not", null)
              .where("other.user_id", "!=", userId),
          ),
        ),
      )
      .execute();
    await stopConnectionsOf(transaction, userId, { companyId }, by);
    await transaction
      .deleteFrom("project_members")
      .where("user_id", "=", userId)
      .where("project_id", "in", (select) =>
        select.selectFrom("projects").select("id").where("company_id", "=", companyId),
      )
      .execute();
    if (caller.id !== userId) {
      for (const { id } of owned) {
        await transaction
          .insertInto("project_members")
          .values({ id: newId(), project_id: id, user_id: caller.id, email: caller.email, role: "Owner" })
          .onConflict((conflict) => conflict.columns(["project_id", "email"]).doUpdateSet({ role: "Owner" }))
          .execute();
      }
    } else if (owned.length > 0) {
      throw new Conflict("Give your projects another Owner first.");
    }
    await transaction
      .updateTable("users")
      .set({ company_id: null, company_role: "Member" })
      .where("id", "=", userId)
      .execute();
    await endSessions(transaction, userId);
    await recordAuditEvent(transaction, by, {
      action: "user.removed",
      subject: { kind: "user", id: userId, name: user.email },
      before: { role: user.company_role },
    });
    await transaction.deleteFrom("mcp_tokens").where("user_id", "=", userId).execute();
  });
}

/** Locks the company first: two Admins who remove each other at the same moment must not both succeed. */
async function lockedUser(transaction: Db, companyId: string, userId: string) {
  await transaction.selectFrom("companies").select("id").where("id", "=", companyId).forUpdate().execute();
  const user = await transaction
    .selectFrom("users")
    .select(["id", "name", "email", "company_role"])
    .where("id", "=", userId)
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (!user) throw new NotFound("There is no such person in the company.");
  return user;
}

async function requireAnotherAdmin(transaction: Db, companyId: string, userId: string): Promise<void> {
  const other = await transaction
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("company_role", "=", "Admin")
    .where("id", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new Conflict("A company needs at least one Admin.");
}
