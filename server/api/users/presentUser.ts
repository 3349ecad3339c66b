import { INTEGRATIONS } from "../../../contract/constants.ts";
import type { Integration, User } from "../../../contract/users.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { readCompanyPlan } from "../companies/companyPlan.ts";

const isIntegration = (name: string): name is Integration => (INTEGRATIONS as readonly string[]).includes(name);

/** The caller as `users/me` says it. */
export async function presentUser(db: Db, caller: Principal): Promise<User> {
  const company =
    caller.companyId === null
      ? undefined
      : await db
          .selectFrom("companies")
          .select(["id", "name"])
          .where("id", "=", caller.companyId)
          .executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom("project_members")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", caller.id)
    .executeTakeFirstOrThrow();
  const used = await db
    .selectFrom("sources")
    .innerJoin("project_members", "project_members.project_id", "sources.project_id")
    .select("sources.provider")
    .distinct()
    .where("project_members.user_id", "=", caller.id)
    .orderBy("sources.provider")
    .execute();
  const connected = await db
    .selectFrom("connections")
    .select("provider")
    .where("user_id", "=", caller.id)
    // One that the provider took back has to be connected again.
    .where("failed_at", "is", null)
    .orderBy("provider")
    .execute();
  return {
    id: caller.id,
    name: caller.name,
    email: caller.email,
    language: caller.language,
    company: company ? { id: company.id, name: company.name, role: caller.companyRole } : null,
    company_plan: company ? await readCompanyPlan(db, company.id) : null,
    projects_count: count,
    providers: connected.map(({ provider }) => provider).filter(isIntegration),
    suggested: used.map(({ provider }) => provider).filter(isIntegration),
  };
}
