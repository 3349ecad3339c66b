import { beyondPlan, providersOf } from "../../../contract/sources/openSource.ts";
import type { ProjectAction } from "../../../contract/access/policy.ts";
import type { SourceValid } from "../../../contract/projects.ts";
import type { NewWebhook } from "../../../contract/sources/sources.ts";
import { type Actor, type NewAuditEvent, recordAuditEvent } from "../../access/auditLog.ts";
import { type ProjectAccess, projectWithId } from "../../access/policy.ts";
import type { Secrets } from "../../access/keys/secrets.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { findSourceUrl } from "../../db/tables/sources/sourceAccess.ts";
import { findProjectOfSource } from "../../db/tables/sources/sources.ts";
import { Invalid } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import { setPaused } from "./sourceDetails.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import { createWebhook, removeWebhook } from "../webhooks/service.ts";
import { presentFacts } from "./present.ts";
import { type SourceKind, checkSource } from "./projectSources.ts";
import type { AnySource, ConnectionTokens } from "./withConnection.ts";

export interface SourcesDeps {
  readonly db: Db;
  readonly sources: Pick<Sources, "validateRepository" | "validateTracker" | "validateWiki">;
  readonly sync: Pick<SyncService, "request" | "pause" | "compare" | "listFields">;
  readonly secrets: Secrets;
  /** Where hosts reach this server, without a slash at the end. */
  readonly publicUrl: () => string;
  /** Omitted in tests without OAuth connections. */
  readonly connections?: ConnectionTokens;
}

/** Checks at its host whether a source can be linked. @throws Invalid, also for what the plan does not link */
export async function validateSource(
  deps: Pick<SourcesDeps, "db" | "sources" | "connections">,
  user: Principal,
  kind: SourceKind,
  body: AnySource,
  by: Actor,
): Promise<SourceValid> {
  requireProvider(user.plan, kind, body.provider);
  const { facts } = await checkSource(deps, user, kind, body, by);
  const { provider } = body;
  requireWithinPlan(user.plan, { kind, provider, visibility: facts.visibility });
  return presentFacts(facts, user.language);
}

/**
 * The project of a source that the caller may change. The endpoints of sources are outside the projects' paths: the app leaves a
 * project whose own calls fail, and these calls concern only the status of its sources. @throws NotFound, Forbidden
 */
export const projectWithSource = async (
  db: Db,
  user: Principal,
  id: string,
  action: ProjectAction = "sources.change",
): Promise<ProjectAccess> =>
  projectWithId(db, user, await findProjectOfSource(db, id), action, message("source.not_found"));

/** Stops the running sync of a paused source, and requests one of a resumed source. @returns the id of the source's project */
export async function setSourcePaused(
  { db, sync }: Pick<SourcesDeps, "db" | "sync">,
  user: Principal,
  id: string,
  isPaused: boolean,
  by: Actor,
): Promise<string> {
  const project = await projectWithSource(db, user, id);
  await db.transaction().execute(async (transaction) => {
    await setPaused(transaction, project.id, id, isPaused);
    await recordAuditEvent(transaction, by, {
      action: isPaused ? "source.paused" : "source.resumed",
      subject: await subjectOf(transaction, id),
      after: { project: project.slug },
    });
  });
  await (isPaused ? sync.pause(id) : sync.request([id]));
  return project.id;
}

/** Makes a webhook, or a new secret for the one that the source has. @throws NotFound, Conflict */
export async function createSourceWebhook(
  { db, secrets, publicUrl }: Pick<SourcesDeps, "db" | "secrets" | "publicUrl">,
  project: ProjectAccess,
  id: string,
  by: Actor,
): Promise<NewWebhook> {
  return createWebhook({ db, secrets }, project, id, publicUrl(), async (transaction) =>
    recordAuditEvent(transaction, by, {
      action: "webhook.created",
      subject: await subjectOf(transaction, id),
      after: { project: project.slug },
    }),
  );
}

/** @throws NotFound for a source that is not of the project */
export async function removeSourceWebhook(db: Db, project: ProjectAccess, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await removeWebhook(transaction, project.id, id))) return;
    await recordAuditEvent(transaction, by, {
      action: "webhook.removed",
      subject: await subjectOf(transaction, id),
      before: { project: project.slug },
    });
  });
}

async function subjectOf(transaction: Db, id: string): Promise<NonNullable<NewAuditEvent["subject"]>> {
  const { kind, url } = await findSourceUrl(transaction, id);
  return { kind, id, name: url };
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
