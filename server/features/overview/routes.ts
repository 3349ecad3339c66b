import { projectFor } from "../../access/policy.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { type OverviewDeps, readOverview } from "./service.ts";

/** The front page of a project. */
export function mountOverview(mount: RouteRegistrar, deps: OverviewDeps): void {
  mount("getOverview", async ({ user, query, log }) => {
    const project = await projectFor(deps.db, user, query.project, "project.read");
    return readOverview(deps, user, project, log);
  });
}
