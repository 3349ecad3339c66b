import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { RequestFacetCounter } from "./RequestFacetCounter.ts";
import { discussionsOf } from "./discussions.ts";
import { findingsOfRequest } from "./requestFindings.ts";
import { diffOfRequest } from "./requestDiff.ts";
import { requireRequest } from "../../project/requireRequest.ts";
import { findRequests, presentRequest } from "./service.ts";

/** The requests of a project, listed and one by one: what the database alone answers. */
export function mountRequestLists(mount: RouteRegistrar, db: Db): void {
  const facets = new RequestFacetCounter(db);
  mount("listRequests", async ({ user, params, query }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const [page, counted] = await Promise.all([findRequests(db, project, query), facets.of(project.id)]);
    return { ...page, facets: counted };
  });
  mount("getRequest", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    return presentRequest(db, project, await requireRequest(db, project.id, params.requestId));
  });
}

/** What is read from the mirrors of the repositories. */
export function mountRequestCode(mount: RouteRegistrar, deps: CommitDeps): void {
  const { db, indexes } = deps;
  mount("requestDiff", async ({ user, query, signal }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    const request = await requireRequest(db, project.id, query.request);
    return diffOfRequest(deps, project.id, request, query, signal);
  });
  mount("requestFindings", async ({ user, query, log, signal }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    const request = await requireRequest(db, project.id, query.request);
    return findingsOfRequest(deps, { project, request, log, loadOf: "project" }, signal);
  });
  mount("codeDiscussions", async ({ user, query, log, signal }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    return discussionsOf(deps, index, project.id, query, signal);
  });
}
