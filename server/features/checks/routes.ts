import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import type { CheckFinding, CheckPreview, SourceChecks } from "../../../contract/requests/requestChecks.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import {
  countCheckRuns,
  deleteSourceChecks,
  findSourceChecks,
  listNewestRequests,
  upsertSourceChecks,
} from "../../db/tables/requestCheckRuns.ts";
import { findSourceAccess, lockSourceAccess } from "../../db/tables/sourceAccess.ts";
import { Conflict, NotFound } from "../../errors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { formatStored, message } from "../../messages/messages.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { requireRequest } from "../../project/requireRequest.ts";
import { requestRef, withRequestAddresses } from "../../project/requestRef.ts";
import { appServiceOf } from "../../sources/providers/connectorRegistry.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { refusalOf } from "../issueWrites/endWrite.ts";
import { hostOf } from "../issueWrites/writeAccess.ts";
import { projectWithSource } from "../sources/service.ts";
import { composeCheck } from "./composeCheck.ts";
import { type ReportAccessDeps, mayStillReport, openReportAccess } from "./reportAccess.ts";

/** Requests of a preview. */
const PREVIEWED = 10;
/** Milliseconds that the host may take to say whose account it is. */
const ACCOUNT_DEADLINE_MS = 15 * SECOND_MS;

/** The host is asked whose account it is. */
const SETTINGS_LIMITS: Limits = {
  name: "check settings",
  windowMs: 10 * MINUTE_MS,
  perAddress: null,
  perAccount: 100,
  refusal: message("limit.requests"),
};

/** Whether requests of a source are reported on. */
export function mountSourceChecks(mount: RouteRegistrar, deps: ReportAccessDeps): void {
  const { db } = deps;
  const settings = new RateLimiter(db, SETTINGS_LIMITS);
  mount("getSourceChecks", async ({ user, params }) => {
    const project = await projectWithSource(db, user, params.itemId);
    return readChecks(db, project.id, params.itemId, user);
  });
  mount("chooseSourceChecks", async ({ user, params, body, address }) => {
    const project = await projectWithSource(db, user, params.itemId);
    const blocking = [...new Set(body.blocking)].toSorted();
    await settings.take("", user.id);
    const writer = body.enabled ? await writerOf(deps, project.id, params.itemId, user.id) : null;
    const valuesOf = (enabled: boolean, findings: readonly CheckFinding[], account: string | null) => ({
      project: project.slug,
      enabled,
      blocking: findings,
      ...(account !== null && { account }),
    });
    await db.transaction().execute(async (tx) => {
      const source = await lockSourceAccess(tx, project.id, params.itemId);
      if (!source) throw new NotFound(message("source.not_found"));
      const before = await findSourceChecks(tx, params.itemId);
      if (writer) {
        const { drafts } = body;
        const row = { source_id: params.itemId, blocking, drafts, language: user.language, ...writer };
        await upsertSourceChecks(tx, row);
      } else if (before) await deleteSourceChecks(tx, params.itemId);
      else return;
      await recordAuditEvent(tx, actorOf(user, address), {
        action: "source.checks_changed",
        subject: { kind: source.kind, id: params.itemId, name: source.url },
        before: valuesOf(before !== undefined, before?.blocking ?? [], before?.account ?? null),
        after: valuesOf(body.enabled, body.enabled ? blocking : [], writer?.account ?? null),
      });
    });
    return readChecks(db, project.id, params.itemId, user);
  });
}

/**
 * By whom reports are written: an app, or an account of the user. Once they are on, they stay with the member who turned them on, since no
 * other account can edit the notes of that one.
 * @throws NotFound, and Conflict with the reason for which nothing can be written
 */
async function writerOf(deps: ReportAccessDeps, projectId: string, sourceId: string, userId: string) {
  const [source, before] = await Promise.all([
    findSourceAccess(deps.db, projectId, sourceId),
    findSourceChecks(deps.db, sourceId),
  ]);
  if (!source) throw new NotFound(message("source.not_found"));
  const { enabled_by: memberId = null, account_id: accountId = null, account = null } = before ?? {};
  if (source.app_installation_id !== null && appServiceOf(source.provider) !== undefined)
    return { enabled_by: userId, account_id: null, account: null };
  if (providerRulesOf(source.provider).requestReports === undefined) throw new Conflict(message("checks.unsupported"));
  if (memberId !== userId && (await mayStillReport(deps.db, memberId, projectId)))
    return { enabled_by: memberId, account_id: accountId, account };
  const access = await openReportAccess(deps, userId, source);
  if ("reason" in access) throw new Conflict(access.reason);
  const signal = AbortSignal.timeout(ACCOUNT_DEADLINE_MS);
  try {
    const { id, name } = await access.use((reporter) => reporter.account(signal));
    return { enabled_by: userId, account_id: id, account: name };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new Conflict(refusalOf(error, URL.canParse(source.url) ? hostOf(source) : source.url));
  }
}

async function readChecks(db: Db, projectId: string, sourceId: string, { language }: Principal): Promise<SourceChecks> {
  const [source, checks, counts] = await Promise.all([
    findSourceAccess(db, projectId, sourceId),
    findSourceChecks(db, sourceId),
    countCheckRuns(db, sourceId),
  ]);
  const countOf = (state: string): number => Number(counts.find((row) => row.state === state)?.count ?? 0);
  const failure = checks?.failure ?? null;
  return {
    enabled: checks !== undefined,
    how: providerRulesOf(source?.provider ?? "").requestReports ?? "check",
    account: checks?.account ?? null,
    blocking: [...(checks?.blocking ?? [])],
    drafts: checks?.drafts ?? true,
    reported: countOf("reported"),
    waiting: countOf("waiting"),
    forks: countOf("fork"),
    failure: failure === null ? null : formatStored(failure, language),
  };
}

/** What would have been reported, in an engine thread. */
export function mountCheckPreview(mount: RouteRegistrar, deps: CommitDeps): void {
  const { db } = deps;
  mount("previewSourceChecks", async ({ user, params, log, signal }) => {
    const project = await projectWithSource(db, user, params.itemId);
    const previews: CheckPreview[] = [];
    for (const { id } of await listNewestRequests(db, params.itemId, PREVIEWED)) {
      const request = await requireRequest(db, project.id, id);
      const [ref] = (await withRequestAddresses(db, [request])).map(requestRef);
      const { title, summary, findings } = await composeCheck(
        deps,
        { project, request, language: user.language, log },
        signal,
      );
      if (ref) previews.push({ request: ref, title, summary, findings: [...findings] });
    }
    return previews;
  });
}
