import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Tables } from "../../db/tables.ts";

/** Users of the project's company, and its members from elsewhere: for the `where` of a query that has `users`. */
export const inProjectOrCompany =
  ({ id, companyId }: Pick<ProjectAccess, "id" | "companyId">) =>
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
