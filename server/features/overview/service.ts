import type { FastifyBaseLogger } from "fastify";
import { DAY_MS } from "../../../contract/durations.ts";
import { ACTIVE_DAYS, type Overview, QUIET_ISSUE_DAYS } from "../../../contract/overview.ts";
import { planHas } from "../../../contract/planFeatures.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { countRowsOfProject } from "../../db/tables/projectContents.ts";
import {
  countOpenWork,
  listNewestOpenIssues,
  listQuietIssues,
  listWaitingRequests,
} from "../../db/tables/projectOverview.ts";
import { knowledgeOf } from "../../engines/experts/knowledge.ts";
import { describeIndex } from "../../engines/overview/describe.ts";
import { pulseOf } from "../../engines/overview/pulse.ts";
import { activePeople, hotspotsOf, knowledgeRisks, outdatedPages } from "../../engines/overview/risks.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import type { StaleReferenceChecker } from "../documents/StaleReferenceChecker.ts";
import { timeZoneOf } from "../insights/requestedProjects.ts";
import type { InsightsService } from "../insights/service.ts";
import { presentIssueCards } from "../issues/present.ts";
import { projectPeople } from "../persons/projectPeople.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import { presentActive, presentKnowledge, presentWaiting, sizeOf } from "./present.ts";

export interface OverviewDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly insights: Pick<InsightsService, "factsOf">;
  readonly staleReferences: Pick<StaleReferenceChecker, "of">;
  readonly now: () => Date;
}

/** Issues and requests of each list. */
const MAX_LISTED = 5;
const MAX_PEOPLE = 8;

/** Everything that the front page of a project shows. What the caller's plan does not include is neither computed nor sent. */
export async function readOverview(
  { db, indexes, insights, staleReferences, now }: OverviewDeps,
  caller: Principal,
  project: ProjectAccess,
  log: FastifyBaseLogger,
): Promise<Overview> {
  const index = await openProjectIndex(db, indexes, project.id, log);
  const at = now();
  const quietSince = new Date(at.getTime() - QUIET_ISSUE_DAYS * DAY_MS);
  const [facts, people, timeZone, work, newest, quiet, waiting, members] = await Promise.all([
    insights.factsOf(project, index),
    projectPeople(db, project.id, index),
    timeZoneOf(db, caller.companyId),
    countOpenWork(db, project.id, quietSince),
    listNewestOpenIssues(db, project.id, MAX_LISTED),
    listQuietIssues(db, project.id, quietSince, MAX_LISTED),
    listWaitingRequests(db, project.id, MAX_LISTED),
    countRowsOfProject(db, project.id, "project_members"),
  ]);
  const active = activePeople(people, at.getTime() - ACTIVE_DAYS * DAY_MS);
  const [cards, activeNow] = await Promise.all([
    presentIssueCards(db, [...newest, ...quiet], project.slug),
    presentActive(db, project.id, people, active, MAX_PEOPLE),
  ]);
  const { about, languages, files } = describeIndex(index);
  const stale = planHas(caller.plan, "document_explorer") ? staleReferences.of(project.id, index).references : null;
  const pulse = pulseOf(facts, timeZone, at);
  return {
    computed_at: at.toISOString(),
    about,
    languages,
    size: sizeOf(index, people, files),
    pulse: { weeks: [...pulse.weeks], series: [...pulse.series] },
    open_issues: work.open,
    newest: cards.slice(0, newest.length),
    quiet: { count: work.quiet, issues: cards.slice(newest.length) },
    waiting: presentWaiting(waiting),
    knowledge: planHas(caller.plan, "expert_recommender")
      ? presentKnowledge(index, people, knowledgeRisks(knowledgeOf(index, people)))
      : null,
    hotspots: planHas(caller.plan, "insights") ? hotspotsOf(facts, index, at.getTime()) : null,
    outdated: stale && outdatedPages(stale),
    active: { count: active.length, people: activeNow },
    members,
  };
}
