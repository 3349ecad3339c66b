import { actorOf } from "../../access/auditLog.ts";
import { projectFor, projectWithId } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { findProjectOfGroup } from "../../db/tables/sources/linkedGroups.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { previewGroup } from "./previewGroup.ts";
import {
  type GroupsDeps,
  changeGroup,
  compareGroup,
  linkGroup,
  readGroup,
  readGroups,
  removeGroup,
} from "./service.ts";
import { type GroupWebhookDeps, createGroupWebhook } from "./webhook.ts";

/** Groups of repositories: previews, and the linked ones of a project. */
export function mountGroups(mount: RouteRegistrar, deps: GroupsDeps & GroupWebhookDeps): void {
  const { db } = deps;
  /** The project of a group that the caller may change. @throws NotFound, Forbidden */
  const ofGroup = async (user: Principal, id: string) =>
    projectWithId(db, user, await findProjectOfGroup(db, id), "sources.change", message("group.not_found_here"));
  mount("previewGroup", ({ user, body, address }) => previewGroup(deps, user, body, actorOf(user, address)));
  mount("listGroups", async ({ user, query }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    return readGroups(db, project.id, user.language);
  });
  mount("linkGroup", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    const id = await linkGroup(deps, project, user, body, actorOf(user, address));
    return readGroup(db, project.id, id, user.language);
  });
  mount("changeGroup", async ({ user, params, body, address }) => {
    const project = await ofGroup(user, params.itemId);
    await changeGroup(deps, project, user, params.itemId, body, actorOf(user, address));
    return readGroup(db, project.id, params.itemId, user.language);
  });
  mount("compareGroup", async ({ user, params }) => {
    const project = await ofGroup(user, params.itemId);
    await compareGroup(deps, project, params.itemId);
    return readGroup(db, project.id, params.itemId, user.language);
  });
  mount("removeGroup", async ({ user, params, query, address }) => {
    const project = await ofGroup(user, params.itemId);
    await removeGroup(deps, project, params.itemId, query.keep_sources === "true", actorOf(user, address));
  });
  mount("createGroupWebhook", async ({ user, params, address }) => {
    const project = await ofGroup(user, params.itemId);
    return createGroupWebhook(deps, project, params.itemId, actorOf(user, address));
  });
}
