import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import type { AvailabilityReader } from "../oauth/availability.ts";
import type { RouteRegistrar } from "../router.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import { expertContext } from "./expertContext.ts";
import { expertRanking } from "./expertRanking.ts";
import { getKnowledgeMap } from "./getKnowledgeMap.ts";
import { presentExperts } from "./presentExperts.ts";
import { withCalendars } from "./withCalendars.ts";

export interface ExpertsDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  /** Left out where no calendar can be connected. */
  readonly availability?: AvailabilityReader;
}

/** Who knows what, who holds what, and whether the caller may be recommended. */
export function mountExperts(mount: RouteRegistrar, deps: ExpertsDeps): void {
  const { db, indexes } = deps;
  mount("issueExperts", async ({ user, params, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    const ranking = await expertRanking(db, index, project, { issue: params.issueId });
    return withCalendars(deps, project, ranking, await presentExperts(db, index, project, ranking));
  });
  mount("projectExperts", async ({ user, params, query, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    const ranking = await expertRanking(db, index, project, query);
    return withCalendars(deps, project, ranking, await presentExperts(db, index, project, ranking));
  });
  mount("expertContext", expertContext(db, indexes));
  mount("knowledgeMap", getKnowledgeMap(db, indexes));
  mountExpertPreferences(mount, db);
}

/** Whether the caller may be recommended: what the database alone answers. */
export function mountExpertPreferences(mount: RouteRegistrar, db: Db): void {
  mount("getExpertPreference", async ({ user }) => {
    const row = await db
      .selectFrom("expert_preferences")
      .select("recommended")
      .where("user_id", "=", user.id)
      .executeTakeFirst();
    return { recommended: row?.recommended ?? true };
  });
  mount("setExpertPreference", async ({ user, body: { recommended } }) => {
    await db
      .insertInto("expert_preferences")
      .values({ user_id: user.id, recommended, updated_at: new Date() })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ recommended, updated_at: new Date() }))
      .execute();
    return { recommended };
  });
}
