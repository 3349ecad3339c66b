import { z } from "zod";
import type { CountedKind } from "../../../../contract/sources/ledgerKinds.ts";
import type { HostCount, HostItem, HostLedger, NamedItem } from "../../connector/ledgerTypes.ts";
import { orAbsent } from "../../rest/absent.ts";
import { query } from "../../rest/restClient.ts";
import { type FoundProject, type GitlabOptions, findGitlabProject, parseCount } from "./gitlabProject.ts";
import { issueOf, readIssueRows, readRequestRows } from "./gitlabRows.ts";

const LISTS = { issues: "issues", requests: "merge_requests" } as const;
/** Rows of a list beyond which GitLab does not count them. */
const MAX_COUNTED = 10_000;
const Statistics = z.object({ statistics: z.object({ counts: z.object({ all: z.number().int() }) }) });

/** Counts by the header `X-Total`, which GitLab leaves out for lists of more than 10,000 rows. */
export class GitlabLedger implements HostLedger {
  readonly batchSize = 50;
  readonly #options: GitlabOptions;
  #foundProject: FoundProject | undefined;

  constructor(options: GitlabOptions) {
    this.#options = options;
  }

  async count(kinds: readonly CountedKind[], signal: AbortSignal): Promise<readonly HostCount[]> {
    const counts: HostCount[] = [];
    for (const kind of ["issues", "requests"] as const)
      if (kinds.includes(kind)) counts.push(await this.#count(kind, signal));
    return counts;
  }

  async read(items: readonly NamedItem[], signal: AbortSignal): Promise<ReadonlyMap<string, HostItem>> {
    const result = new Map<string, HostItem>();
    const numbers = (kind: NamedItem["kind"]) =>
      items.flatMap((item) => (item.kind === kind ? [item.key.replace(/^[#!]/, "")] : []));
    const { client } = await this.#project(signal);
    const issues = await this.#list("issues", numbers("issue"), signal);
    for (const { id, value } of readIssueRows(client, issues))
      if (!value.confidential) result.set(id, { kind: "issue", issue: issueOf(value) });
    const requests = await this.#list("requests", numbers("request"), signal);
    for (const { id, value } of readRequestRows(client, requests)) result.set(id, { kind: "request", request: value });
    return result;
  }

  async #count(kind: "issues" | "requests", signal: AbortSignal): Promise<HostCount> {
    const { client, path, project } = await this.#project(signal);
    if (kind === "requests" && project.merge_requests_enabled === false) return { kind, count: 0, precision: "exact" };
    const list = `${path}/${LISTS[kind]}${query({ scope: "all", state: "all", per_page: 1 })}`;
    const total = parseCount((await client.get(list, "item", signal)).headers.get("x-total"));
    if (total !== null) return { kind, count: total, precision: "exact" };
    const counted = kind === "issues" ? await this.#statistics(signal) : null;
    return counted === null
      ? { kind, count: MAX_COUNTED, precision: "at_least" }
      : { kind, count: counted, precision: "exact" };
  }

  /** Null at a version that has none. */
  async #statistics(signal: AbortSignal): Promise<number | null> {
    const { client, path } = await this.#project(signal);
    const answer = await orAbsent(
      client.get(`${path}/issues_statistics${query({ scope: "all" })}`, "account", signal),
      null,
    );
    const counted = Statistics.safeParse(answer?.data);
    return counted.success ? counted.data.statistics.counts.all : null;
  }

  async #list(kind: "issues" | "requests", numbers: readonly string[], signal: AbortSignal): Promise<unknown> {
    if (numbers.length === 0) return [];
    const { client, path } = await this.#project(signal);
    const named = numbers.map((number) => `&iids[]=${encodeURIComponent(number)}`).join("");
    const parameters = query({ scope: "all", state: "all", per_page: 100 });
    return (await client.get(`${path}/${LISTS[kind]}${parameters}${named}`, "page", signal)).data;
  }

  async #project(signal: AbortSignal): Promise<FoundProject> {
    return (this.#foundProject ??= await findGitlabProject(this.#options, null, signal));
  }
}
