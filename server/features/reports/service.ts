import { type ArchiveFormat, REPORT_LIMITS } from "../../../contract/insights/reportRules.ts";
import type {
  Report,
  ReportBody as NewReport,
  ReportInsightFilters,
  ReportRun,
  Reports,
} from "../../../contract/insights/reports.ts";
import { mayInCompany } from "../../../contract/access/policy.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompanyForReferences } from "../../db/tables/companies/companies.ts";
import {
  findRun,
  insertRuns,
  listNewestRuns,
  listRuns,
  type ReportRunEntry,
} from "../../db/tables/insights/reportRuns.ts";
import {
  countReports,
  deleteReport,
  findReport,
  findTimeZoneOfUser,
  insertReport,
  listPossibleReceivers,
  listReceivers,
  listReports,
  replaceReceivers,
  type ReportRow,
  updateReceiverLeft,
  updateReport,
} from "../../db/tables/insights/reports.ts";
import { listProjectsOfMember } from "../../db/tables/projects/projectLists.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { formatStored, message } from "../../messages/messages.ts";
import { unpackContent } from "./archive.ts";
import type { Browser } from "../../printing/Browser.ts";
import { checkBody, isSamePage, listPages } from "./reportPages.ts";
import { seesProjectsOf } from "./reportProjects.ts";
import { reportHeight } from "./reportHeight.ts";
import { reportCsv } from "./reportCsv.ts";
import { reportHtml } from "./reportDocument.ts";
import { nextDue } from "../../jobs/localSchedule.ts";

/** Users whom a form offers as receivers. */
const MAX_PEOPLE = 1000;

export interface ReportDeps {
  readonly db: Db;
  readonly browser: Browser | undefined;
  readonly sendsMail: boolean;
  readonly link: (path: string) => string;
  readonly now: () => Date;
}

const seesAll = ({ companyRole }: Principal): boolean => mayInCompany(companyRole, "dashboards.manageAll");

const mayManage = ({ owner_id }: ReportRow, caller: Principal): boolean => owner_id === caller.id || seesAll(caller);

/** The reports that the caller owns or receives, for an Admin those of the company, and what a new one can be of. */
export async function readReports(deps: ReportDeps, caller: Principal): Promise<Reports> {
  const { db, browser, sendsMail } = deps;
  const { companyId } = caller;
  if (companyId === null) throw new Forbidden(message("report.no_company"));
  const [rows, pages, people] = await Promise.all([
    listReports(db, caller, seesAll(caller)),
    listPages(db, caller),
    listPossibleReceivers(db, companyId, MAX_PEOPLE),
  ]);
  return {
    reports: await presentReports(deps, caller, rows, pages),
    has_browser: browser !== undefined,
    sends_mail: sendsMail,
    people,
    pages,
  };
}

/** @throws Forbidden, Invalid, Conflict when there are too many */
export async function addReport(deps: ReportDeps, caller: Principal, body: NewReport, by: Actor): Promise<Report> {
  const { db } = deps;
  const { companyId } = caller;
  if (companyId === null) throw new Forbidden(message("report.no_company"));
  await checkBody(db, caller, companyId, body);
  const id = newId();
  await db.transaction().execute(async (tx) => {
    // Two concurrent requests must not both count one report less than a limit.
    await lockCompanyForReferences(tx, companyId);
    const { all, own: ownCount } = await countReports(tx, companyId, caller.id);
    if (ownCount >= REPORT_LIMITS.ofOwner)
      throw new Conflict(message("report.too_many_own", { max: REPORT_LIMITS.ofOwner }));
    if (all >= REPORT_LIMITS.ofCompany)
      throw new Conflict(message("report.too_many", { max: REPORT_LIMITS.ofCompany }));
    await insertReport(tx, { id, company_id: companyId, owner_id: caller.id, ...columnsOf(body, deps.now()) });
    await replaceReceivers(tx, id, body.receivers);
    await recordAuditEvent(tx, by, {
      action: "report.created",
      subject: { kind: "report", id, name: body.name },
      after: { receivers: body.receivers.length },
    });
  });
  return readReport(deps, caller, id);
}

/** Replaces a report; its next time is by the new schedule. @throws NotFound, Forbidden, Invalid */
export async function changeReport(
  deps: ReportDeps,
  caller: Principal,
  { id, body, by }: { readonly id: string; readonly body: NewReport; readonly by: Actor },
): Promise<Report> {
  const { db } = deps;
  const report = await managedReport(db, caller, id);
  await checkBody(db, caller, report.company_id, body, report);
  await db.transaction().execute(async (tx) => {
    await updateReport(tx, id, columnsOf(body, deps.now()));
    await replaceReceivers(tx, id, body.receivers);
    await recordAuditEvent(tx, by, {
      action: "report.updated",
      subject: { kind: "report", id, name: body.name },
      before: { is_enabled: report.is_enabled },
      after: { is_enabled: body.is_enabled, receivers: body.receivers.length },
    });
  });
  return readReport(deps, caller, id);
}

/** @throws NotFound, Forbidden */
export async function removeReport(db: Db, caller: Principal, id: string, by: Actor): Promise<void> {
  const report = await managedReport(db, caller, id);
  await db.transaction().execute(async (tx) => {
    await deleteReport(tx, id);
    await recordAuditEvent(tx, by, {
      action: "report.deleted",
      subject: { kind: "report", id, name: report.name },
    });
  });
}

/** The caller gets no more mails of it. @throws NotFound for who is no receiver */
export async function leaveReport(db: Db, caller: Principal, id: string, now: Date): Promise<void> {
  const report = await findReport(db, caller.companyId, id);
  if (!report || !(await updateReceiverLeft(db, id, caller.id, now))) throw new NotFound(message("report.not_found"));
}

/** Makes the report for the caller now; other receivers get none. @throws NotFound */
export async function orderReport(deps: ReportDeps, caller: Principal, id: string): Promise<ReportRun> {
  const { db } = deps;
  const report = await readableReport(db, caller, id);
  if (report.owner_id !== caller.id && !(await isReceiver(db, id, caller.id)))
    throw new Forbidden(message("report.not_yours"));
  const now = deps.now();
  const [newest] = await listNewestRuns(db, [id], caller.id);
  // One that has failed may wait for an hour, and is not what the caller wants.
  if (newest?.state === "waiting" && newest.attempts <= 1) return presentRun(newest, caller);
  const run = {
    id: newId(),
    report_id: id,
    user_id: caller.id,
    due_at: now,
    state: "waiting" as const,
    next_attempt_at: now,
  };
  await insertRuns(db, [run]);
  return presentRun({ ...run, detail: null }, caller);
}

/** What the caller was sent, the newest first. @throws NotFound */
export async function readReportRuns(db: Db, caller: Principal, id: string): Promise<ReportRun[]> {
  await readableReport(db, caller, id);
  return (await listRuns(db, id, caller.id, REPORT_LIMITS.kept)).map((run) => presentRun(run, caller));
}

/** What the caller was sent once. @throws NotFound; Forbidden where it is of a project that they do not see any more; Invalid for a format that needs a browser where there is none */
export async function readRun(
  { db, browser, link }: ReportDeps,
  caller: Principal,
  { reportId, runId, format }: { readonly reportId: string; readonly runId: string; readonly format: ArchiveFormat },
  signal?: AbortSignal,
): Promise<Uint8Array> {
  await readableReport(db, caller, reportId);
  const run = await findRun(db, { reportId, userId: caller.id, id: runId });
  if (!run?.content) throw new NotFound(message("report.no_run"));
  const content = await unpackContent(run.content);
  if (!seesProjectsOf(await listProjectsOfMember(db, caller.id), content))
    throw new Forbidden(message("report.left_project"));
  const { language } = caller;
  if (format === "json") return Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
  if (format === "csv") return Buffer.from(reportCsv(content, language));
  const html = reportHtml(content, { language, link, charts: true, footer: [] });
  if (format === "html") return Buffer.from(html);
  if (browser === undefined) throw new Invalid({ format: [message("report.no_browser")] });
  return browser.print(html, format, reportHeight(content), signal);
}

async function readReport(deps: ReportDeps, caller: Principal, id: string): Promise<Report> {
  const row = await readableReport(deps.db, caller, id);
  const [report] = await presentReports(deps, caller, [row], await listPages(deps.db, caller));
  if (!report) throw new NotFound(message("report.not_found"));
  return report;
}

/** A report that the caller owns or receives, or any of the company for an Admin. */
async function readableReport(db: Db, caller: Principal, id: string): Promise<ReportRow> {
  const report = await findReport(db, caller.companyId, id);
  if (!report || !(mayManage(report, caller) || (await isReceiver(db, id, caller.id))))
    throw new NotFound(message("report.not_found"));
  return report;
}

async function managedReport(db: Db, caller: Principal, id: string): Promise<ReportRow> {
  const report = await readableReport(db, caller, id);
  if (!mayManage(report, caller)) throw new Forbidden(message("report.not_owner"));
  return report;
}

const isReceiver = async (db: Db, id: string, userId: string): Promise<boolean> =>
  (await listReceivers(db, [id])).some((receiver) => receiver.id === userId);

/** Each value once; empty where nothing is filtered. */
const insightFilters = ({
  tracker = [],
  person = [],
  label = [],
  type = [],
}: Partial<ReportInsightFilters>): ReportInsightFilters => ({
  tracker: [...new Set(tracker)],
  person: [...new Set(person)],
  label: [...new Set(label)],
  type: [...new Set(type)],
});

const columnsOf = (
  { name, page, period, granularity, project, repository, schedule, files, is_enabled, ...filters }: NewReport,
  now: Date,
) => ({
  name,
  page: JSON.stringify(page),
  period,
  granularity,
  // A page of Insights is of its project alone.
  project: JSON.stringify(page.kind === "dashboard" ? [...new Set(project)] : []),
  repository: JSON.stringify([...new Set(repository)]),
  insight_filters: JSON.stringify(page.kind === "insights" ? insightFilters(filters) : {}),
  schedule: JSON.stringify(schedule),
  files: JSON.stringify([...new Set(files)]),
  is_enabled,
  scheduled_from: now,
});

async function presentReports(
  { db, now }: ReportDeps,
  caller: Principal,
  rows: readonly ReportRow[],
  pages: Reports["pages"],
): Promise<Report[]> {
  const ids = rows.map(({ id }) => id);
  const managed = rows.filter((row) => mayManage(row, caller)).map(({ id }) => id);
  const [receivers, runs, newest, timeZone] = await Promise.all([
    listReceivers(db, ids),
    listNewestRuns(db, ids, caller.id),
    listNewestRuns(db, managed, null),
    findTimeZoneOfUser(db, caller.id),
  ]);
  return rows.map((row) => {
    const mine = receivers.filter(({ report_id }) => report_id === row.id);
    const last = runs.find((run) => run.report_id === row.id) ?? newest.find((run) => run.report_id === row.id);
    return {
      id: row.id,
      name: row.name,
      page: row.page,
      page_name: pages.find(({ page }) => isSamePage(page, row.page))?.name ?? null,
      period: row.period,
      granularity: row.granularity,
      project: mayManage(row, caller) ? [...row.project] : [],
      repository: mayManage(row, caller) ? [...row.repository] : [],
      ...insightFilters(mayManage(row, caller) ? row.insight_filters : {}),
      schedule: row.schedule,
      files: [...row.files],
      is_enabled: row.is_enabled,
      receivers: mine.map(({ id, name, left_at }) => ({ id, name, has_left: left_at !== null })),
      owner: row.owner,
      is_mine: row.owner_id === caller.id,
      can_manage: mayManage(row, caller),
      is_receiver: mine.some(({ id, left_at }) => id === caller.id && left_at === null),
      next_at: row.is_enabled && row.owner !== null ? nextDue(row.schedule, now(), timeZone).toISOString() : null,
      last: last ? presentRun(last, caller) : null,
    };
  });
}

const presentRun = (
  { id, due_at, state, detail }: Pick<ReportRunEntry, "id" | "state" | "detail"> & { readonly due_at: Date },
  { language }: Principal,
): ReportRun => ({
  id,
  due_at: due_at.toISOString(),
  state,
  detail: detail === null ? null : formatStored(detail, language),
});
