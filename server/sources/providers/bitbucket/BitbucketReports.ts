/** Reports on pull requests: https://developer.atlassian.com/cloud/bitbucket/rest/api-group-reports/ and …/api-group-commit-statuses/ */
import { z } from "zod";
import { encodePath } from "../../../../contract/addresses/fileAddress.ts";
import type { ReportLease, ReportOutcome, RequestReport, RequestReporter } from "../../connector/checkTypes.ts";
import type { WriterAccount } from "../../connector/writerTypes.ts";
import { orMissing } from "../../rest/absent.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import { type BitbucketOptions, bitbucketClient } from "./BitbucketRepository.ts";
import { ListPage, Repository, User } from "./bitbucketRows.ts";
import {
  MAX_DETAILS,
  MAX_LINE,
  REPORT_PREFIX,
  TOKEN_ACCOUNT,
  cutText,
  reportData,
  statusToWrite,
} from "./reportTexts.ts";

const PullRequest = z.object({
  state: z.string(),
  source: z.object({
    branch: z.object({ name: z.string() }).nullish(),
    commit: z.object({ hash: z.string() }).nullish(),
    /** Null after the fork was deleted. */
    repository: z.object({ uuid: z.string() }).nullish(),
  }),
});
const Commit = z.object({ hash: z.string().regex(/^[0-9a-f]{40}$/) });
const Annotation = z.object({ external_id: z.string().nullish() });
const BuildStatus = z.object({ state: z.string() });

/** Items of one request, and of one report, that Bitbucket takes. */
const MAX_SENT = 100;
const MAX_ANNOTATIONS = 1000;
const PAGE_SIZE = 100;

/** Reports on the pull requests of a repository at Bitbucket Cloud. */
export class BitbucketReports implements RequestReporter {
  readonly #client: RestClient;
  readonly #root: string;

  constructor(options: BitbucketOptions) {
    const { workspace, slug } = options.url;
    this.#client = bitbucketClient(options);
    this.#root = `/repositories/${encodeURIComponent(workspace)}/${encodeURIComponent(slug)}`;
  }

  async account(signal: AbortSignal): Promise<WriterAccount> {
    await this.#repository(signal);
    try {
      const user = this.#client.read(User, (await this.#client.get("/user", "account", signal)).data);
      const id = user.uuid ?? user.account_id;
      return id ? { id, name: user.nickname ?? user.display_name ?? id } : TOKEN_ACCOUNT;
    } catch (error) {
      if (error instanceof SourceError && (error.code === "forbidden" || error.code === "unauthorized"))
        return TOKEN_ACCOUNT;
      throw error;
    }
  }

  async report(report: RequestReport, lease: ReportLease, signal: AbortSignal): Promise<ReportOutcome> {
    const { uuid, path } = await this.#repository(signal);
    const { data } = await this.#client.get(`${path}/pullrequests/${report.number}`, "item", signal);
    const { state, source } = this.#client.read(PullRequest, data);
    const listed = source.commit?.hash ?? "";
    if (state !== "OPEN" || !isSameHash(listed, report.head)) return "outdated";
    // Reports and statuses belong to the repository of the commit. In that of a fork nothing is read or written.
    if (source.repository?.uuid !== uuid) return "fork";
    const commit = await this.#client.get(`${path}/commit/${listed}`, "item", signal);
    const { hash } = this.#client.read(Commit, commit.data);
    if (!isSameHash(hash, report.head)) return "outdated";
    const place = { path: `${path}/commit/${hash}`, id: `${REPORT_PREFIX}${report.number}` };
    const isDone =
      (await this.#putReport(place, report, lease, signal)) &&
      (await this.#putAnnotations(place, report, lease, signal)) &&
      (await this.#setStatus(place, report, source.branch?.name, lease, signal));
    return isDone ? "reported" : "outdated";
  }

  /** The report has an id of ours, so that a repeated call changes it. @returns false where the lease is lost */
  async #putReport(
    { path, id }: Place,
    { title, facts, asksForAction, pageUrl }: RequestReport,
    lease: ReportLease,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!(await lease.holds())) return false;
    const body = {
      title: "Clew",
      details: cutText(title, MAX_DETAILS),
      reporter: "Clew",
      report_type: "BUG",
      result: asksForAction ? "FAILED" : "PASSED",
      link: pageUrl,
      data: reportData(facts),
    };
    await this.#client.change("PUT", `${path}/reports/${id}`, body, "item", signal);
    return true;
  }

  /** Sends the annotations of the findings, and deletes those of findings that are gone. @returns false where the lease is lost */
  async #putAnnotations(
    { path, id }: Place,
    { remarks, pageUrl }: RequestReport,
    lease: ReportLease,
    signal: AbortSignal,
  ): Promise<boolean> {
    const root = `${path}/reports/${id}/annotations`;
    const annotations = remarks.slice(0, MAX_ANNOTATIONS).map((remark) => ({
      external_id: `${REPORT_PREFIX}${remark.id}`,
      annotation_type: "CODE_SMELL",
      severity: "LOW",
      path: remark.path,
      summary: cutText(remark.summary, MAX_LINE),
      details: cutText(remark.details, MAX_DETAILS),
      link: pageUrl,
    }));
    const ids = new Set(annotations.map((annotation) => annotation.external_id));
    for (const old of await this.#annotations(root, signal)) {
      if (ids.has(old) || !/^clew-[0-9a-f]{32}$/.test(old)) continue;
      if (!(await lease.holds())) return false;
      await orMissing(this.#client.change("DELETE", `${root}/${old}`, undefined, "item", signal));
    }
    for (let at = 0; at < annotations.length; at += MAX_SENT) {
      if (!(await lease.holds())) return false;
      await this.#client.change("POST", root, annotations.slice(at, at + MAX_SENT), "page", signal);
    }
    return true;
  }

  async #annotations(root: string, signal: AbortSignal): Promise<string[]> {
    const result: string[] = [];
    let next: string | null = `${root}${query({ pagelen: PAGE_SIZE })}`;
    for (let page = 0; next !== null && page < MAX_ANNOTATIONS / PAGE_SIZE; page += 1) {
      const answer: Awaited<ReturnType<RestClient["get"]>> = await this.#client.get(next, "page", signal);
      const { values, next: following } = this.#client.read(ListPage, answer.data);
      result.push(...this.#client.rows(Annotation, values).flatMap((row) => row.external_id ?? []));
      next = following ?? null;
    }
    // A page may have more than was asked for.
    return result.slice(0, MAX_ANNOTATIONS);
  }

  /**
   * The rules of a branch look at build statuses alone, not at reports. @returns false where the lease is lost
   */
  async #setStatus(
    { path, id }: Place,
    report: RequestReport,
    branch: string | undefined,
    lease: ReportLease,
    signal: AbortSignal,
  ): Promise<boolean> {
    const answer = await orMissing(this.#client.get(`${path}/statuses/build/${id}`, "item", signal));
    const stored = answer && this.#client.read(BuildStatus, answer.data).state;
    const status = statusToWrite(id, report, stored);
    if (status === null) return true;
    if (!(await lease.holds())) return false;
    const body = { ...status, ...(branch !== undefined && { refname: branch }) };
    await this.#client.change("POST", `${path}/statuses/build`, body, "item", signal);
    return true;
  }

  async #repository(signal: AbortSignal): Promise<{ readonly uuid: string; readonly path: string }> {
    const { data } = await this.#client.get(this.#root, "description", signal);
    const { uuid, full_name: name } = this.#client.read(Repository, data);
    return { uuid, path: `/repositories/${encodePath(name)}` };
  }
}

/** A commit, and the id of the report on it. */
interface Place {
  readonly path: string;
  readonly id: string;
}

/** Bitbucket shortens the hashes of its lists. */
function isSameHash(first: string, second: string): boolean {
  const pattern = /^[0-9a-f]{12,40}$/;
  return pattern.test(first) && pattern.test(second) && (first.startsWith(second) || second.startsWith(first));
}
