/** How much of what a plan offers a company uses. */
import { sql } from "kysely";
import type { PlanCountedKind } from "../../../../contract/billing/planLosses.ts";
import type { Db } from "../../openDb.ts";

/** Numbers of rows. */
export type PlanUse = Readonly<Record<PlanCountedKind, number>>;

/** Counts of a company's rows. */
export async function countPlanUse(db: Db, companyId: string): Promise<PlanUse> {
  const ofProjects = sql`in (select id from projects where company_id = ${companyId})`;
  const ofUsers = sql`in (select id from users where company_id = ${companyId})`;
  const { rows } = await sql<PlanUse>`
    select
      (select count(*)::int from projects where company_id = ${companyId}) as projects,
      (select count(*)::int from sources where project_id ${ofProjects}) as sources,
      (select count(*)::int from sso_providers where company_id = ${companyId}) as sso_providers,
      (select count(*)::int from scim_tokens where company_id = ${companyId}) as directory_tokens,
      (select count(*)::int from dashboards where company_id = ${companyId}) as dashboards,
      (select count(*)::int from reports where company_id = ${companyId}) as reports,
      (select count(*)::int from own_metrics where company_id = ${companyId}) as own_metrics,
      (select count(*)::int from rules where project_id ${ofProjects}) as rules,
      (select count(*)::int from custom_sources
        where source_id in (select id from sources where project_id ${ofProjects})) as custom_sources,
      (select count(*)::int from mcp_tokens where user_id ${ofUsers}) as mcp_tokens,
      (select count(*)::int from insight_targets where project_id ${ofProjects}) as insight_targets,
      (select count(*)::int from insight_annotations where project_id ${ofProjects}) as insight_annotations
  `.execute(db);
  const [use] = rows;
  if (!use) throw new Error("A query without a table has one row.");
  return use;
}
