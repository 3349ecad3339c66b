import { actorOf } from "../../access/auditLog.ts";
import { projectFor } from "../../access/policy.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { createProject } from "./createProject.ts";
import { renameProject } from "./renameProject.ts";
import { countContents } from "./projectContents.ts";
import { deleteProject } from "./deleteProject.ts";
import type { MemberNotices } from "../members/addMembers.ts";
import { listProjects, presentSourceRepository, presentTracker, presentWiki, readProject } from "./readProjects.ts";
import { addSource, removeSource, type SourceDeps } from "../sources/projectSources.ts";

export interface ProjectsDeps extends SourceDeps, MemberNotices {
  readonly sync: Pick<SyncService, "request" | "requestProject" | "forget">;
}

export function mountProjects(mount: RouteRegistrar, deps: ProjectsDeps): void {
  const { db } = deps;
  mount("listProjects", ({ user }) => listProjects(db, user, { countsIssues: true }));
  mount("createProject", async ({ user, body, address }) => {
    const slug = await createProject(deps, user, body, actorOf(user, address));
    return readProject(db, user, slug);
  });
  mount("getProject", ({ user, params }) => readProject(db, user, params.id));
  mount("updateProject", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "project.update");
    await renameProject(db, project, body.name, actorOf(user, address));
    return readProject(db, user, params.id);
  });
  mount("projectContents", async ({ user, query }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    return countContents(db, project.id);
  });
  mount("syncProject", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "project.sync");
    await deps.sync.requestProject(project.id);
    return readProject(db, user, project.slug);
  });
  mount("deleteProject", async ({ user, params, address }) => {
    const project = await projectFor(db, user, params.id, "project.delete");
    await deleteProject(deps, project, actorOf(user, address));
  });

  mount("addRepository", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    return presentSourceRepository(
      await addSource(deps, project, user, "repository", body, actorOf(user, address)),
      user.language,
    );
  });
  mount("addTracker", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    return presentTracker(await addSource(deps, project, user, "tracker", body, actorOf(user, address)), user.language);
  });
  mount("addWiki", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    return presentWiki(await addSource(deps, project, user, "wiki", body, actorOf(user, address)), user.language);
  });
  mount("removeRepository", async ({ user, params, address }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    await removeSource(deps, project, "repository", params.itemId, actorOf(user, address));
  });
  mount("removeTracker", async ({ user, params, address }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    await removeSource(deps, project, "tracker", params.itemId, actorOf(user, address));
  });
  mount("removeWiki", async ({ user, params, address }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    await removeSource(deps, project, "wiki", params.itemId, actorOf(user, address));
  });
}
