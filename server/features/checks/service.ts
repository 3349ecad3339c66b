/** The settings of the reports on the requests of a source. */
import type { CheckFinding, SourceChecks, SourceChecksChoice } from "../../../contract/requests/requestChecks.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import {
  countCheckRuns,
  deleteSourceChecks,
  findSourceChecks,
  upsertSourceChecks,
} from "../../db/tables/requests/requestCheckRuns.ts";
import { findSourceAccess, lockSourceAccess } from "../../db/tables/sources/sourceAccess.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { formatStored, message } from "../../messages/messages.ts";
import { appServiceOf } from "../../sources/providers/connectorRegistry.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { accountAtHost } from "../issueWrites/writeAccess.ts";
import { type ReportAccessDeps, mayStillReport, openReportAccess } from "./reportAccess.ts";

/** Turns the reports of a source on, as the caller, or off, or changes them. @throws NotFound, Conflict */
export async function changeChecks(
  deps: ReportAccessDeps,
  project: Pick<ProjectAccess, "id" | "slug">,
  sourceId: string,
  body: SourceChecksChoice,
  { user, address }: { readonly user: Principal; readonly address: string },
): Promise<void> {
  const blocking = [...new Set(body.blocking)].toSorted();
  const writer = body.enabled ? await writerOf(deps, project.id, sourceId, user.id) : null;
  const valuesOf = (enabled: boolean, findings: readonly CheckFinding[], account: string | null) => ({
    project: project.slug,
    enabled,
    blocking: findings,
    ...(account !== null && { account }),
  });
  await deps.db.transaction().execute(async (tx) => {
    const source = await lockSourceAccess(tx, project.id, sourceId);
    if (!source) throw new NotFound(message("source.not_found"));
    const before = await findSourceChecks(tx, sourceId);
    if (writer) {
      const { drafts } = body;
      const row = { source_id: sourceId, blocking, drafts, language: user.language, ...writer };
      await upsertSourceChecks(tx, row);
    } else if (before) await deleteSourceChecks(tx, sourceId);
    else return;
    await recordAuditEvent(tx, actorOf(user, address), {
      action: "source.checks_changed",
      subject: { kind: source.kind, id: sourceId, name: source.url },
      before: valuesOf(before !== undefined, before?.blocking ?? [], before?.account ?? null),
      after: valuesOf(body.enabled, body.enabled ? blocking : [], writer?.account ?? null),
    });
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
  const writer = await accountAtHost(source, (signal) => access.use((reporter) => reporter.account(signal)));
  if ("reason" in writer) throw new Conflict(writer.reason);
  return { enabled_by: userId, account_id: writer.id, account: writer.name };
}

/** The settings of the reports of a source, and the counts of its reports. */
export async function readChecks(
  db: Db,
  projectId: string,
  sourceId: string,
  { language }: Principal,
): Promise<SourceChecks> {
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
