import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { findExpertPreference, upsertExpertPreference } from "../../db/tables/accounts/expertPreferences.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import type { AvailabilityReader } from "../../sources/connector/calendarTypes.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { requireIssue } from "../../project/requireIssue.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { expertRanking } from "./expertRanking.ts";
import { presentExperts } from "./present.ts";
import { readContext, readKnowledgeMap } from "./service.ts";
import { withCalendars } from "./withCalendars.ts";

export interface ExpertsDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  /** Left out where no calendar can be connected. */
  readonly availability?: AvailabilityReader;
}

/** Recommended people, the knowledge map, the persons of a project, and whether the caller may be recommended. */
export function mountExperts(mount: RouteRegistrar, deps: ExpertsDeps): void {
  const { db, indexes } = deps;
  mount("issueExperts", async ({ user, params, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    const ranking = await expertRanking(db, index, project, {
      issue: (await requireIssue(db, project.id, params.issueId)).id,
    });
    return withCalendars(deps, project, ranking, await presentExperts(db, index, project, ranking));
  });
  mount("projectExperts", async ({ user, params, query, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    const ranking = await expertRanking(db, index, project, query);
    return withCalendars(deps, project, ranking, await presentExperts(db, index, project, ranking));
  });
  mount("expertContext", async ({ user, params, query, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    return readContext(db, index, project.id, await expertRanking(db, index, project, query));
  });
  mount("knowledgeMap", async ({ user, params, query, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    return readKnowledgeMap(db, index, project.id, query);
  });
  mountExpertPreferences(mount, db);
}

/** Whether the caller may be recommended: what the database alone answers. */
export function mountExpertPreferences(mount: RouteRegistrar, db: Db): void {
  mount("getExpertPreference", async ({ user }) => ({
    recommended: (await findExpertPreference(db, user.id)) ?? true,
  }));
  mount("setExpertPreference", async ({ user, body: { recommended } }) => {
    await upsertExpertPreference(db, user.id, recommended);
    return { recommended };
  });
}
