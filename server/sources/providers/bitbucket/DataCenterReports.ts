/** Reports on pull requests at Bitbucket Data Center: https://developer.atlassian.com/server/bitbucket/rest/ (Builds and Deployments). */
import { z } from "zod";
import type { ReportLease, ReportOutcome, RequestReport, RequestReporter } from "../../connector/checkTypes.ts";
import type { WriterAccount } from "../../connector/writerTypes.ts";
import { orMissing } from "../../rest/absent.ts";
import type { RestClient } from "../../rest/restClient.ts";
import { type DataCenterRepositoryOptions, openRepository } from "./DataCenterRepository.ts";
import { DataCenterRequestRow } from "./dataCenterRequestRows.ts";
import { MAX_DETAILS, REPORT_PREFIX, TOKEN_ACCOUNT, cutText, reportData, statusToWrite } from "./reportTexts.ts";

const BuildStatus = z.object({ state: z.string() });
/** Items that the host takes by default. */
const MAX_FACTS = 6;
const MAX_ANNOTATIONS = 1000;
const INSIGHTS = "../../insights/1.0";

/** A commit, below the root of the API. */
interface Place {
  readonly client: RestClient;
  readonly commit: string;
  /** The report on it. */
  readonly report: string;
  readonly id: string;
}

/** Reports on the pull requests of a repository. */
export class DataCenterReports implements RequestReporter {
  readonly #options: DataCenterRepositoryOptions;

  constructor(options: DataCenterRepositoryOptions) {
    this.#options = options;
  }

  async account(signal: AbortSignal): Promise<WriterAccount> {
    const { account } = await openRepository(this.#options, signal);
    return account ? { id: account, name: account } : TOKEN_ACCOUNT;
  }

  async report(report: RequestReport, lease: ReportLease, signal: AbortSignal): Promise<ReportOutcome> {
    const { client, row, path } = await openRepository(this.#options, signal);
    const { data } = await client.get(`${path}/pull-requests/${report.number}`, "item", signal);
    const { state, fromRef } = client.read(DataCenterRequestRow, data);
    if (state !== "OPEN" || fromRef?.latestCommit !== report.head) return "outdated";
    // Reports belong to the repository of the commit. In that of a fork nothing is written.
    if (fromRef.repository?.id !== row.id) return "fork";
    const id = `${REPORT_PREFIX}${report.number}`;
    const commit = `${path}/commits/${report.head}`;
    const place = { client, commit, report: `${INSIGHTS}${commit}/reports/${id}`, id };
    const isDone =
      (await putReport(place, report, lease, signal)) &&
      (await putAnnotations(place, report, lease, signal)) &&
      (await setStatus(place, report, fromRef.id ?? undefined, lease, signal));
    return isDone ? "reported" : "outdated";
  }
}

/** The report has a key of ours, so that a repeated call replaces it. @returns false where the lease is lost */
async function putReport(
  { client, report: path }: Place,
  { title, facts, asksForAction, pageUrl }: RequestReport,
  lease: ReportLease,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await lease.holds())) return false;
  const body = {
    title: "Clew",
    details: cutText(title, MAX_DETAILS),
    reporter: "Clew",
    result: asksForAction ? "FAIL" : "PASS",
    link: pageUrl,
    data: reportData(facts.slice(0, MAX_FACTS)),
  };
  await client.change("PUT", path, body, "item", signal);
  return true;
}

/** The host does not recognise an annotation that it has, so all of the report are deleted first. @returns false where the lease is lost */
async function putAnnotations(
  { client, report }: Place,
  { remarks, pageUrl }: RequestReport,
  lease: ReportLease,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await lease.holds())) return false;
  await orMissing(client.change("DELETE", `${report}/annotations`, undefined, "item", signal));
  if (remarks.length === 0) return true;
  const annotations = remarks.slice(0, MAX_ANNOTATIONS).map((remark) => ({
    externalId: `${REPORT_PREFIX}${remark.id}`,
    type: "CODE_SMELL",
    severity: "LOW",
    path: remark.path,
    message: cutText(`${remark.summary}\n${remark.details}`, MAX_DETAILS),
    link: pageUrl,
  }));
  if (!(await lease.holds())) return false;
  await client.change("POST", `${report}/annotations`, { annotations }, "item", signal);
  return true;
}

/**
 * @param ref the branch of the request @returns false where the lease is lost
 */
async function setStatus(
  { client, commit, id }: Place,
  report: RequestReport,
  ref: string | undefined,
  lease: ReportLease,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await orMissing(client.get(`${commit}/builds?key=${id}`, "item", signal));
  const stored = answer && client.read(BuildStatus, answer.data).state;
  const status = statusToWrite(id, report, stored);
  if (status === null) return true;
  if (!(await lease.holds())) return false;
  const body = { ...status, ...(ref && { ref }) };
  await client.change("POST", `${commit}/builds`, body, "item", signal);
  return true;
}
