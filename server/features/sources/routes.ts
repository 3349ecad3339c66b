import { actorOf } from "../../access/auditLog.ts";
import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { readSourceDetail, readSourceDetails } from "./sourceDetails.ts";
import { chooseFields, readFields } from "./chooseFields.ts";
import { chooseFolders } from "./chooseFolders.ts";
import { chooseRefs } from "./chooseRefs.ts";
import { chooseRestricted } from "./chooseRestricted.ts";
import { readLedgers, requestComparison } from "./ledger.ts";
import { chooseWriting } from "./chooseWriting.ts";
import { listRestricted } from "./listRestricted.ts";
import { renameSource } from "./renameSource.ts";
import { renewAccess } from "./renewAccess.ts";
import {
  createSourceWebhook,
  projectWithSource,
  removeSourceWebhook,
  setSourcePaused,
  type SourcesDeps,
  validateSource,
} from "./service.ts";

/** Checks sources before they are linked; reads, pauses and changes the linked ones. */
export function mountSources(mount: RouteRegistrar, deps: SourcesDeps): void {
  mountLedgers(mount, deps);
  mountSourceChoices(mount, deps);
  const { db } = deps;
  const ofSource = (user: Principal, id: string) => projectWithSource(db, user, id);
  mount("validateRepository", async ({ user, body, address }) =>
    validateSource(deps, user, "repository", body, actorOf(user, address)),
  );
  mount("validateTracker", async ({ user, body, address }) =>
    validateSource(deps, user, "tracker", body, actorOf(user, address)),
  );
  mount("validateWiki", async ({ user, body, address }) =>
    validateSource(deps, user, "wiki", body, actorOf(user, address)),
  );
  mount("listSources", async ({ user, query }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    return readSourceDetails(db, project.id, user.language);
  });
  mount("listRestricted", async ({ user, query }) =>
    listRestricted(db, await projectFor(db, user, query.project, "project.read"), query),
  );
  mount("pauseSource", async ({ user, params, address }) => {
    const projectId = await setSourcePaused(deps, user, params.itemId, true, actorOf(user, address));
    return readSourceDetail(db, projectId, params.itemId, user.language);
  });
  mount("resumeSource", async ({ user, params, address }) => {
    const projectId = await setSourcePaused(deps, user, params.itemId, false, actorOf(user, address));
    return readSourceDetail(db, projectId, params.itemId, user.language);
  });
  mount("renewSourceAccess", async ({ user, params, body, address }) => {
    const project = await ofSource(user, params.itemId);
    await renewAccess(deps, project, user, params.itemId, body, actorOf(user, address));
    return readSourceDetail(db, project.id, params.itemId, user.language);
  });
  mount("createWebhook", async ({ user, params, address }) => {
    const project = await ofSource(user, params.itemId);
    return createSourceWebhook(deps, project, params.itemId, actorOf(user, address));
  });
  mount("removeWebhook", async ({ user, params, address }) => {
    const project = await ofSource(user, params.itemId);
    await removeSourceWebhook(db, project, params.itemId, actorOf(user, address));
  });
}

/** The name of a source, and what its members decide about it. */
function mountSourceChoices(mount: RouteRegistrar, deps: SourcesDeps): void {
  const { db } = deps;
  const ofSource = (user: Principal, id: string) => projectWithSource(db, user, id);
  mount("renameSource", async ({ user, params, body, address }) => {
    const project = await ofSource(user, params.itemId);
    await renameSource(deps, project, params.itemId, body.name, actorOf(user, address));
    return readSourceDetail(db, project.id, params.itemId, user.language);
  });
  mount("chooseRestricted", async ({ user, params, body, address }) => {
    const project = await ofSource(user, params.itemId);
    await chooseRestricted(deps, project, params.itemId, body.role, actorOf(user, address));
    return readSourceDetail(db, project.id, params.itemId, user.language);
  });
  mount("chooseWriting", async ({ user, params, body, address }) => {
    const project = await ofSource(user, params.itemId);
    await chooseWriting(deps, project, params.itemId, body.allowed, actorOf(user, address));
    return readSourceDetail(db, project.id, params.itemId, user.language);
  });
  mount("listFields", async ({ user, params }) => {
    const project = await ofSource(user, params.itemId);
    return readFields(deps, project.id, params.itemId);
  });
  mount("chooseFields", async ({ user, params, body, address }) => {
    const project = await ofSource(user, params.itemId);
    await chooseFields(deps, project, params.itemId, body.custom_fields, actorOf(user, address));
    return readSourceDetail(db, project.id, params.itemId, user.language);
  });
  mount("chooseFolders", async ({ user, params, body, address }) => {
    const project = await ofSource(user, params.itemId);
    await chooseFolders(deps, project, params.itemId, body.folders, actorOf(user, address));
    return readSourceDetail(db, project.id, params.itemId, user.language);
  });
  mount("chooseRefs", async ({ user, params, body, address }) => {
    const project = await ofSource(user, params.itemId);
    await chooseRefs(deps, project, params.itemId, body.patterns, actorOf(user, address));
    return readSourceDetail(db, project.id, params.itemId, user.language);
  });
}

/** What the hosts of sources have, compared with what is stored. */
function mountLedgers(mount: RouteRegistrar, deps: SourcesDeps): void {
  const { db } = deps;
  mount("listLedgers", async ({ user, query }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    return readLedgers(db, project.id, user.language);
  });
  mount("compareSource", async ({ user, params }) => {
    const project = await projectWithSource(db, user, params.itemId);
    return requestComparison(deps, project.id, params.itemId, user.language);
  });
}
