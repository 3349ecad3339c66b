import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Db } from "../../openDb.ts";
import type { Tables } from "../../schema/schema.ts";

interface ProjectOfCompany {
  readonly id: string;
  readonly companyId: string;
}

/** Users of the project's company, and its members from elsewhere: for the `where` of a query that has `users`. */
export const inProjectOrCompany =
  ({ id, companyId }: ProjectOfCompany) =>
  (where: ExpressionBuilder<Tables, "users">): Expression<SqlBool> =>
    where.or([
      where("users.company_id", "=", companyId),
      where.exists(
        where
          .selectFrom("project_members")
          .select("project_members.id")
          .whereRef("project_members.user_id", "=", "users.id")
          .where("project_members.project_id", "=", id),
      ),
    ]);

/** Those of these addresses that belong to users in the project or its company. */
export async function listAddressesOfColleagues(
  db: Db,
  project: ProjectOfCompany,
  addresses: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("users.email")
    .where("users.email", "in", [...addresses])
    .where(inProjectOrCompany(project))
    .execute();
  return rows.map(({ email }) => email);
}
