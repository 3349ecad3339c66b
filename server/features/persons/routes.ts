import { projectFor, projectWithId } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { mergePersons, projectOfMerge, undoMerge } from "./service.ts";

/** Corrections of who is who in a project. */
export function mountContributors(mount: RouteRegistrar, db: Db): void {
  mount("mergePersons", async ({ user, body }) => {
    const project = await projectFor(db, user, body.project, "sources.change");
    return mergePersons(db, project, user.id, body);
  });
  mount("undoPersonMerge", async ({ user, params }) => {
    const project = await projectWithId(db, user, await projectOfMerge(db, params.mergeId), "sources.change");
    await undoMerge(db, project, params.mergeId);
  });
}
