import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { projectFor } from "../../access/policy.ts";
import { updateProjectName } from "../../db/tables/projects.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { createProject } from "./createProject.ts";
import { countContents } from "./projectContents.ts";
import { deleteProject } from "./deleteProject.ts";
import {
  addMembers,
  changeMemberRole,
  listAdded,
  listMembers,
  removeMembers,
  type MemberNotices,
} from "../members/service.ts";
import { listProjects, presentRepository, presentTracker, presentWiki, readProject } from "./readProjects.ts";
import { addSource, projectChanged, removeSource, type SourceDeps } from "../sources/projectSources.ts";

export interface ProjectsDeps extends SourceDeps, MemberNotices {}

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
    await db.transaction().execute(async (transaction) => {
      await updateProjectName(transaction, project.id, body.name);
      await projectChanged(transaction, { ...project, name: body.name });
      if (body.name === project.name) return;
      await recordAuditEvent(transaction, actorOf(user, address), {
        action: "project.renamed",
        subject: { kind: "project", id: project.id, name: project.slug },
        before: { name: project.name },
        after: { name: body.name },
      });
    });
    return readProject(db, user, params.id);
  });
  mount("projectContents", async ({ user, query }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    return countContents(db, project.id);
  });
  mount("deleteProject", async ({ user, params, address }) => {
    const project = await projectFor(db, user, params.id, "project.delete");
    await deleteProject(deps, project, actorOf(user, address));
  });

  mount("addRepository", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    return presentRepository(
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

  mount("listProjectUsers", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "members.read");
    return listMembers(db, project.id);
  });
  mount("addProjectUsers", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "members.add");
    const links = await db.transaction().execute(async (transaction) => {
      const after = await addMembers(transaction, deps, { ...user, address }, project, body.emails);
      await projectChanged(transaction, project);
      return after;
    });
    for (const { email, path } of links) deps.announceInvitation(email, path);
    return listAdded(db, project.id, deps.mail, links);
  });
  mount("removeProjectUsers", async ({ user, params, body, address }) => {
    // Every member may leave.
    const isLeaving = body.emails.every((email) => email === user.email);
    const project = await projectFor(db, user, params.id, isLeaving ? "project.read" : "members.remove");
    await removeMembers(db, project, body.emails, actorOf(user, address));
  });
  mount("changeProjectUser", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "members.changeRole");
    return changeMemberRole(db, project, params.userId, body.role, actorOf(user, address));
  });
}
