import type { FastifyBaseLogger } from "fastify";
import { DAY_MS } from "../../../contract/durations.ts";
import { ACTIVE_DAYS, QUIET_ISSUE_DAYS } from "../../../contract/constants.ts";
import type { Overview } from "../../../contract/overview.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import {
  countOverview,
  listOverviewIssues,
  listLongWaitingRequests,
} from "../../db/tables/projects/projectOverview.ts";
import { findReferenceCheck, listOutdatedPages } from "../../db/tables/pages/staleReferences.ts";
import { knowledgeOf } from "../../engines/experts/knowledge.ts";
import { addDays, dayOf, startOfDay } from "../../engines/insights/calendarDays.ts";
import { describeIndex } from "../../engines/overview/describeProject.ts";
import { pulseOf } from "../../engines/overview/pulse.ts";
import { activePeople, hotspotsOf, knowledgeRisks } from "../../engines/overview/risks.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { timeZoneOf } from "../../project/requestedProjects.ts";
import type { InsightsService } from "../insights/service.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import { projectState } from "../../project/projectState.ts";
import { openGeneration } from "../../project/projectIndex.ts";
import { presentActive, presentOverviewIssue, presentKnowledge, presentWaiting, sizeOf } from "./present.ts";

export interface OverviewDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly insights: Pick<InsightsService, "factsOf">;
  readonly now: () => Date;
}

/** Issues and requests of each list. */
const MAX_LISTED = 5;
const MAX_PEOPLE = 8;
const MAX_OUTDATED = 4;

/** Everything that the front page of a project shows. What the caller's plan does not include is neither computed nor sent. */
export async function readOverview(
  { db, indexes, insights, now }: OverviewDeps,
  caller: Principal,
  project: ProjectAccess,
  log: FastifyBaseLogger,
): Promise<Overview> {
  // Read once for what the index, the facts and the people would each read.
  const [{ generation, stamp }, timeZone] = await Promise.all([
    projectState(db, project.id),
    timeZoneOf(db, project.companyId),
  ]);
  const index = await openGeneration(db, indexes, project.id, generation, log);
  const at = now();
  // This many whole days have passed since.
  const quietUntil = addDays(dayOf(at, timeZone), -QUIET_ISSUE_DAYS - 1);
  const quietSince = startOfDay(addDays(quietUntil, 1), timeZone);
  const [facts, people, counts, issues, waiting, outdated] = await Promise.all([
    insights.factsOf(project, index, stamp),
    projectPeople(db, project.id, index, stamp),
    countOverview(db, project.id, quietSince),
    listOverviewIssues(db, project.id, quietSince, MAX_LISTED),
    listLongWaitingRequests(db, project.id, MAX_LISTED),
    planHas(caller.plan, "document_explorer") ? readOutdated(db, project.id) : null,
  ]);
  const { about, languages, files } = describeIndex(index);
  const { weeks, until, span, series } = pulseOf(facts, timeZone, at);
  return {
    computed_at: at.toISOString(),
    about,
    languages,
    size: sizeOf(index, people, files),
    pulse: {
      weeks: [...weeks],
      until,
      span: { from: span.from.toISOString(), to: span.to.toISOString() },
      series: [...series],
    },
    open_issues: counts.open,
    newest: issues.filter(({ is_quiet }) => !is_quiet).map(presentOverviewIssue),
    quiet: {
      count: counts.quiet,
      until: quietUntil,
      issues: issues.filter(({ is_quiet }) => is_quiet).map(presentOverviewIssue),
    },
    waiting: presentWaiting(waiting),
    knowledge: planHas(caller.plan, "expert_recommender")
      ? presentKnowledge(index, people, knowledgeRisks(knowledgeOf(index, people)))
      : null,
    hotspots: planHas(caller.plan, "insights") ? hotspotsOf(facts, index, at.getTime()) : null,
    outdated,
    active: presentActive(people, activePeople(people, at.getTime() - ACTIVE_DAYS * DAY_MS), MAX_PEOPLE),
    members: counts.members,
  };
}

/** Pages that name what the code no longer has; null before they were compared with the code. */
async function readOutdated(db: Db, projectId: string): Promise<Overview["outdated"]> {
  const check = await findReferenceCheck(db, projectId);
  if (check === undefined || check.checked === null) return null;
  const rows = await listOutdatedPages(db, projectId, { limit: MAX_OUTDATED });
  const [first] = rows;
  return {
    pages: first?.pages ?? 0,
    references: first?.total ?? 0,
    worst: rows.map(({ source, path, references }) => ({ source, path, references })),
  };
}
