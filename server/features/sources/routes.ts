import { type Language, formatMessage, message } from "../../messages/messages.ts";
import { beyondPlan, providersOf } from "../../../contract/openSource.ts";
import type { SourceValid } from "../../../contract/projects.ts";
import { projectFor, projectWithId } from "../../access/policy.ts";
import { actorOf, recordAuditEvent, type NewAuditEvent } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import { findSourceUrl } from "../../db/tables/sourceAccess.ts";
import type { Sources, ValidatedSource } from "../../sources/createSources.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import { readProject } from "../projects/readProjects.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { AnySource, ConnectionTokens } from "./withConnection.ts";
import type { Principal } from "../../access/sessions.ts";
import { projectOfSource, readSourceDetail, readSourceDetails, setPaused } from "../../sources/sourceDetails.ts";
import type { Secrets } from "../../access/secrets.ts";
import { createWebhook, removeWebhook } from "../webhooks/routes.ts";
import { Invalid } from "../../errors.ts";
import { type SourceKind, checkSource } from "./projectSources.ts";
import { chooseRestricted } from "./chooseRestricted.ts";
import { renewAccess } from "./renewAccess.ts";
import { listRestricted } from "./listRestricted.ts";

export interface SourcesDeps {
  readonly db: Db;
  readonly sources: Pick<Sources, "validateRepository" | "validateTracker" | "validateWiki">;
  readonly sync: Pick<SyncService, "requestProject" | "request" | "pause">;
  readonly secrets: Secrets;
  /** Where hosts reach this server, without a slash at the end. */
  readonly publicUrl: () => string;
  /** Omitted in tests without OAuth connections. */
  readonly connections?: ConnectionTokens;
}

/** Checks whether a repository or a tracker can be linked before it is, and resyncs a project's sources on request. */
export function mountSources(
  mount: RouteRegistrar,
  { db, sources, sync, secrets, publicUrl, connections }: SourcesDeps,
): void {
  const check = async (kind: SourceKind, body: AnySource, user: Principal, address: string): Promise<SourceValid> => {
    requireProvider(user.plan, kind, body.provider);
    const deps = { db, sources, ...(connections && { connections }) };
    const { facts } = await checkSource(deps, user, kind, body, actorOf(user, address));
    const { provider } = body;
    requireWithinPlan(user.plan, { kind, provider, visibility: facts.visibility });
    return presentFacts(facts, user.language);
  };
  mount("validateRepository", async ({ user, body, address }) => check("repository", body, user, address));
  mount("validateTracker", async ({ user, body, address }) => check("tracker", body, user, address));
  mount("validateWiki", async ({ user, body, address }) => check("wiki", body, user, address));
  // Outside the projects' paths: the app leaves a project whose own calls fail, and these calls concern only the status of its sources.
  const ofSource = async (user: Principal, id: string) =>
    projectWithId(db, user, await projectOfSource(db, id), "sources.change");
  const nameSource = async (transaction: Db, id: string): Promise<NonNullable<NewAuditEvent["subject"]>> => {
    const { kind, url } = await findSourceUrl(transaction, id);
    return { kind, id, name: url };
  };
  const pause = async (user: Principal, address: string, id: string, isPaused: boolean): Promise<string> => {
    const project = await ofSource(user, id);
    await db.transaction().execute(async (transaction) => {
      await setPaused(transaction, project.id, id, isPaused);
      await recordAuditEvent(transaction, actorOf(user, address), {
        action: isPaused ? "source.paused" : "source.resumed",
        subject: await nameSource(transaction, id),
        after: { project: project.slug },
      });
    });
    return project.id;
  };
  mount("listSources", async ({ user, query }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    return readSourceDetails(db, project.id, user.language);
  });
  mount("listRestricted", async ({ user, query }) =>
    listRestricted(db, await projectFor(db, user, query.project, "project.read"), query),
  );
  mount("pauseSource", async ({ user, params, address }) => {
    const projectId = await pause(user, address, params.itemId, true);
    await sync.pause(params.itemId);
    return readSourceDetail(db, projectId, params.itemId, user.language);
  });
  mount("resumeSource", async ({ user, params, address }) => {
    const projectId = await pause(user, address, params.itemId, false);
    await sync.request([params.itemId]);
    return readSourceDetail(db, projectId, params.itemId, user.language);
  });
  mount("renewSourceAccess", async ({ user, params, body, address }) => {
    const project = await ofSource(user, params.itemId);
    const deps = { db, secrets, sources, sync, ...(connections && { connections }) };
    await renewAccess(deps, project, user, params.itemId, body, actorOf(user, address));
    return readSourceDetail(db, project.id, params.itemId, user.language);
  });
  mount("chooseRestricted", async ({ user, params, body, address }) => {
    const project = await ofSource(user, params.itemId);
    if (await chooseRestricted(db, project, params.itemId, body.role, actorOf(user, address))) {
      await sync.request([params.itemId]);
    }
    return readSourceDetail(db, project.id, params.itemId, user.language);
  });
  mount("createWebhook", async ({ user, params, address }) => {
    const project = await ofSource(user, params.itemId);
    return createWebhook({ db, secrets }, project, params.itemId, publicUrl(), async (transaction) =>
      recordAuditEvent(transaction, actorOf(user, address), {
        action: "webhook.created",
        subject: await nameSource(transaction, params.itemId),
        after: { project: project.slug },
      }),
    );
  });
  mount("removeWebhook", async ({ user, params, address }) => {
    const project = await ofSource(user, params.itemId);
    await db.transaction().execute(async (transaction) => {
      if (!(await removeWebhook(transaction, project.id, params.itemId))) return;
      await recordAuditEvent(transaction, actorOf(user, address), {
        action: "webhook.removed",
        subject: await nameSource(transaction, params.itemId),
        before: { project: project.slug },
      });
    });
  });
  mount("syncProject", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "project.sync");
    await sync.requestProject(project.id);
    return readProject(db, user, project.slug);
  });
}

type Plan = Principal["plan"];

/** Checked before any request to the host: a provider that the plan does not include. @throws Invalid */
function requireProvider(plan: Plan, kind: SourceKind, provider: string): void {
  if (plan !== null && !providersOf(plan, kind).some((name) => name === provider)) {
    throw new Invalid({ provider: [message("plan.open_source_provider")] });
  }
}

/** @throws Invalid for a source that the plan does not link */
function requireWithinPlan(plan: Plan, source: Parameters<typeof beyondPlan>[1]): void {
  const problem = plan === null ? undefined : beyondPlan(plan, source);
  if (problem)
    throw new Invalid(Object.fromEntries(Object.entries(problem).map(([field, code]) => [field, [message(code)]])));
}

function presentFacts(facts: ValidatedSource, language: Language): SourceValid {
  const { name, visibility, defaultBranch, items, notes, account, missing, limitLeft, sample } = facts;
  return {
    valid: true,
    name,
    visibility,
    ...(defaultBranch !== undefined && { default_branch: defaultBranch }),
    ...(items !== undefined && { items }),
    notes: notes.map((note) => formatMessage(note, language)),
    ...(account !== undefined && { account }),
    ...(missing !== undefined && { missing_scopes: [...missing] }),
    ...(limitLeft !== undefined && { requests_left: limitLeft }),
    ...(sample !== undefined && { sample: [...sample] }),
  };
}
