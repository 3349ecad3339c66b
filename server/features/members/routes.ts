import { actorOf } from "../../access/auditLog.ts";
import { projectFor } from "../../access/policy.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { addMembersNow, listAdded, type MembersDeps } from "./addMembers.ts";
import { changeMemberRole, listMembers, removeMembers } from "./service.ts";

export function mountMembers(mount: RouteRegistrar, deps: MembersDeps): void {
  const { db } = deps;
  mount("listProjectUsers", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "members.read");
    return listMembers(db, project.id);
  });
  mount("addProjectUsers", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "members.add");
    const links = await addMembersNow(deps, { ...user, audit: actorOf(user, address) }, project, body.emails);
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
