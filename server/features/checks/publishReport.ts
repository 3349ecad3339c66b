/** Sends a composed report to the host of its request: as an app, or by the account of the member who turned reports on. */
import { shortHash } from "../../../contract/code/shortHash.ts";
import type { Db } from "../../db/openDb.ts";
import { type LeasedCheckRun, holdsCheckRun, updateCheckNote } from "../../db/tables/requests/requestCheckRuns.ts";
import { type Language, formatMessage, message } from "../../messages/messages.ts";
import type { ReportLease, ReportOutcome, RequestReport } from "../../sources/connector/checkTypes.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { AppAccess } from "../apps/appsDeps.ts";
import { reportCheck } from "../apps/reportCheck.ts";
import type { ComposedCheck } from "./composeCheck.ts";
import { type ReportAccessDeps, mayStillReport, openReportAccess } from "./reportAccess.ts";

export interface PublishDeps extends AppAccess, Pick<ReportAccessDeps, "sources" | "connections"> {
  /** The address of a page of the app. */
  readonly link: (path: string) => string;
}

/** The language of the texts at the host, as a row has it. */
export const checkLanguage = ({ language }: Pick<LeasedCheckRun, "language">): Language =>
  language === "TR" ? "TR" : "EN";

/** Whether requests of the source can be reported on as it is read now. */
export const canReport = ({ app_installation_id: app, provider, paused_at: paused }: LeasedCheckRun): boolean =>
  paused === null && (app !== null || providerRulesOf(provider).requestReports !== undefined);

/** @throws SourceError */
export async function publishReport(
  deps: PublishDeps,
  run: LeasedCheckRun,
  composed: ComposedCheck,
  signal: AbortSignal,
): Promise<ReportOutcome> {
  const { number, head, company_id: companyId, app_installation_id: installationId } = run;
  const { title, summary, hasFindings, facts, remarks } = composed;
  const pageUrl = deps.link(`/projects/${encodeURIComponent(run.slug)}/requests/${encodeURIComponent(run.id)}`);
  const asksForAction = composed.findings.some((kind) => run.blocking.includes(kind));
  const lease = leaseOf(deps.db, run);
  const shared = { number, head, title, summary, asksForAction, pageUrl };
  if (installationId === null) {
    const more = { externalId: run.external_id, hasFindings, facts, remarks, footer: footerOf(run, pageUrl) };
    return reportByAccount(deps, run, { ...shared, ...more, mayAskForAction: run.blocking.length > 0 }, lease, signal);
  }
  const check = { ...shared, repositoryUrl: run.url, externalId: `clew-${number}-${head}`, holds: () => lease.holds() };
  return reportCheck(deps, { companyId, installationId }, check, signal);
}

async function reportByAccount(
  deps: PublishDeps,
  run: LeasedCheckRun,
  report: RequestReport,
  lease: ReportLease,
  signal: AbortSignal,
): Promise<ReportOutcome> {
  const { enabled_by: memberId, project_id: projectId } = run;
  if (memberId === null || !(await mayStillReport(deps.db, memberId, projectId)))
    throw new SourceError("forbidden", message("checks.left_project"));
  const access = await openReportAccess(deps, memberId, run);
  if ("reason" in access) throw new SourceError("unauthorized", access.reason);
  return access.use(async (reporter) => {
    const { id, name } = await reporter.account(signal);
    if (id !== run.account_id)
      throw new SourceError("account_changed", message("checks.other_account", { account: name }));
    return reporter.report(report, lease, signal);
  });
}

const leaseOf = (db: Db, run: LeasedCheckRun): ReportLease => ({
  note: { id: run.note_id, by: run.note_by, number: run.note_number, isRemoved: run.note_removed },
  holds: () => holdsCheckRun(db, run),
  keepNote: ({ id, by, number, isRemoved }) =>
    updateCheckNote(db, run, { note_id: id, note_by: by, note_number: number, note_removed: isRemoved }),
});

/** A note is about one commit, which people see next to newer ones. */
function footerOf(run: LeasedCheckRun, pageUrl: string): string {
  const commit = `\`${shortHash(run.head)}\``;
  return formatMessage(message("checks.footer", { commit, url: pageUrl }), checkLanguage(run));
}
