/**
 * Upper bounds on what users can create, independent of the plan. These lists are returned without paging, so an unbounded one could exhaust
 * the server.
 */
import type { Db } from "../../db/openDb.ts";
import { countOpenInvitationsUpTo } from "../../db/tables/accounts/invitations.ts";
import { countMembersUpTo } from "../../db/tables/projects/projectMembers.ts";
import { countProjectsUpTo } from "../../db/tables/projects/projects.ts";
import { countSourcesOfCompanyUpTo } from "../../db/tables/sources/sourceCounts.ts";
import { Conflict } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

export const HARD_LIMITS = { projects: 2000, sources: 5000, members: 2000, invitations: 2000 } as const;

/** Projects and sources of a company. In the transaction that adds them. @throws Conflict */
export async function requireBelowHardLimits(
  transaction: Db,
  companyId: string,
  more: { readonly projects: number; readonly sources: number },
): Promise<void> {
  // Counted to one above the hard limit: beyond it does not matter by how much.
  const projects = await countProjectsUpTo(transaction, companyId, HARD_LIMITS.projects + 1);
  if (projects + more.projects > HARD_LIMITS.projects) {
    throw new Conflict(message("limit.projects", { max: HARD_LIMITS.projects }));
  }
  const sources = await countSourcesOfCompanyUpTo(transaction, companyId, HARD_LIMITS.sources + 1);
  if (sources + more.sources > HARD_LIMITS.sources) {
    throw new Conflict(message("limit.sources", { max: HARD_LIMITS.sources }));
  }
}

/** Limits the members of a project. Called in the transaction that adds them, after it has. @throws Conflict */
export async function requireMemberLimit(transaction: Db, projectId: string): Promise<void> {
  if ((await countMembersUpTo(transaction, projectId, HARD_LIMITS.members + 1)) > HARD_LIMITS.members) {
    throw new Conflict(message("limit.members", { max: HARD_LIMITS.members }));
  }
}

/** Invitations of a company that can still be accepted. In the transaction that makes `more` of them. @throws Conflict */
export async function requireInvitationLimit(transaction: Db, companyId: string, more: number): Promise<void> {
  const open = await countOpenInvitationsUpTo(transaction, companyId, HARD_LIMITS.invitations + 1);
  if (open + more > HARD_LIMITS.invitations) {
    throw new Conflict(message("limit.invitations", { max: HARD_LIMITS.invitations }));
  }
}
