import type { Dashboard, DashboardIssue } from "../../../contract/access/users.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listOpenIssuesAssignedTo } from "../../db/tables/issues/issues.ts";
import { hasClosedMembership } from "../../db/tables/projects/closedMemberships.ts";
import { readFirstSteps } from "./firstSteps.ts";
import { presentIssueCards } from "../../project/presentIssues.ts";
import { listProjects } from "../projects/readProjects.ts";

const ISSUES = 20;
const PROJECTS = 6;

/** The home screen: the open issues that the caller is assigned to, newest activity first, the projects last changed, and what a new user does first. */
export async function readHomeScreen(db: Db, caller: Principal): Promise<Dashboard> {
  const firstSteps = await readFirstSteps(db, caller);
  return {
    issues: await assignedIssues(db, caller),
    recent_projects: await listProjects(db, caller, { limit: PROJECTS }),
    ...(firstSteps && { first_steps: firstSteps }),
    ...((await hasClosedMembership(db, caller.id)) && { has_closed_projects: true }),
  };
}

/** A tracker's account is the caller's when its e-mail address is. */
async function assignedIssues(db: Db, caller: Principal): Promise<DashboardIssue[]> {
  const rows = await listOpenIssuesAssignedTo(db, caller, ISSUES);
  const cards: DashboardIssue[] = [];
  for (const [slug, issues] of Map.groupBy(rows, (row) => row.slug)) {
    const project_name = issues[0]?.project_name ?? slug;
    cards.push(...(await presentIssueCards(db, issues, slug)).map((card) => ({ ...card, project_name })));
  }
  return cards.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
}
