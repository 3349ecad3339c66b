import { actorOf } from "../../access/auditLog.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { limitChecks } from "../sources/limitChecks.ts";
import { projectWithSource } from "../sources/service.ts";
import { type HostAccessDeps, chooseHostAccess, readHostAccess } from "./chooseHostAccess.ts";
import { listClosedProjects } from "./closedProjects.ts";

/** Whether sources follow who may see them at their hosts, and the memberships of the caller that this closes. */
export function mountHostAccess(mount: RouteRegistrar, deps: HostAccessDeps): void {
  const { db, checks, sources } = deps;
  mount("getHostAccess", async ({ user, params }) => {
    const project = await projectWithSource(db, user, params.itemId);
    return readHostAccess(deps, project.id, params.itemId);
  });
  mount("chooseHostAccess", async ({ user, params, body, address }) => {
    const project = await projectWithSource(db, user, params.itemId);
    await chooseHostAccess(deps, user, project, params.itemId, body.mirrored, actorOf(user, address));
    return readHostAccess(deps, project.id, params.itemId);
  });
  mount("listClosedProjects", ({ user }) => listClosedProjects(db, user, new Date()));
  mount("checkClosedProjects", async ({ user }) => {
    await limitChecks(sources, user.id, () => checks.checkNow(user.id));
    return listClosedProjects(db, user, new Date());
  });
}
