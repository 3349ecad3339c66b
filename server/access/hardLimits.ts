/**
 * Upper bounds on what users can create, independent of the plan. These lists are returned without paging, so an unbounded one could exhaust
 * the server.
 */
import { sql } from "kysely";
import type { Db } from "../db/openDb.ts";
import { Conflict } from "../errors.ts";

export const HARD_LIMITS = { projects: 2000, sources: 5000, members: 2000, invitations: 2000 } as const;

/** Counted so far and no further: beyond the ceiling it does not matter by how much. */
async function count(db: Db, from: ReturnType<typeof sql>, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${from} limit ${most + 1}) as found`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Projects and sources of a company. In the transaction that adds them. @throws Conflict */
export async function requireBelowHardLimits(
  transaction: Db,
  companyId: string,
  more: { readonly projects: number; readonly sources: number },
): Promise<void> {
  const projects = await count(transaction, sql`projects where company_id = ${companyId}`, HARD_LIMITS.projects);
  if (projects + more.projects > HARD_LIMITS.projects) {
    throw new Conflict(`A company can have ${HARD_LIMITS.projects} projects. Delete one first.`);
  }
  const ofCompany = sql`sources join projects on projects.id = sources.project_id where projects.company_id = ${companyId}`;
  if ((await count(transaction, ofCompany, HARD_LIMITS.sources)) + more.sources > HARD_LIMITS.sources) {
    throw new Conflict(`A company can link ${HARD_LIMITS.sources} sources. Remove one first.`);
  }
}

/** People of a project. In the transaction that adds them, after it has. @throws Conflict */
export async function requireMemberLimit(transaction: Db, projectId: string): Promise<void> {
  const members = sql`project_members where project_id = ${projectId}`;
  if ((await count(transaction, members, HARD_LIMITS.members)) > HARD_LIMITS.members) {
    throw new Conflict(`A project can have ${HARD_LIMITS.members} people. Remove some first.`);
  }
}

/** Invitations of a company that can still be accepted. In the transaction that makes one. @throws Conflict */
export async function requireInvitationLimit(transaction: Db, companyId: string): Promise<void> {
  const open = sql`invitations where company_id = ${companyId} and accepted_at is null and revoked_at is null`;
  if ((await count(transaction, open, HARD_LIMITS.invitations)) >= HARD_LIMITS.invitations) {
    throw new Conflict(`${HARD_LIMITS.invitations} invitations are open. Revoke some first.`);
  }
}
