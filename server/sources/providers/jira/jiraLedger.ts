import type { CountedKind } from "../../../../contract/sources/ledgerKinds.ts";
import type { HostCount, HostItem, HostLedger, NamedItem } from "../../connector/ledgerTypes.ts";
import { type JiraApi, type JiraOptions, bounded } from "./jiraApi.ts";
import { FIELDS, IssueRow, isSecured, issueOf } from "./jiraRows.ts";
import { customFieldNames } from "./jiraWorkflow.ts";
import { openJira } from "./openJira.ts";

/** Issues that Jira does not show are missing in its answers. */
export class JiraLedger implements HostLedger {
  readonly batchSize = 50;
  readonly #options: JiraOptions;
  #api: JiraApi | undefined;

  constructor(options: JiraOptions) {
    this.#options = options;
  }

  async #open(signal: AbortSignal): Promise<JiraApi> {
    if (this.#api) return this.#api;
    const api = await openJira(this.#options, signal);
    // With a token that has expired a search returns an empty list.
    await api.owner(signal);
    return (this.#api = api);
  }

  async count(kinds: readonly CountedKind[], signal: AbortSignal): Promise<readonly HostCount[]> {
    if (!kinds.includes("issues")) return [];
    const { count, scope, precision } = await this.#open(signal);
    return [{ kind: "issues", count: await count(bounded([await scope(null, signal)]), signal), precision }];
  }

  async read(items: readonly NamedItem[], signal: AbortSignal): Promise<ReadonlyMap<string, HostItem>> {
    const { client, project, readIssues, customFields } = await this.#open(signal);
    const here = await project(null, signal);
    const { site, project: key } = this.#options.url;
    const custom = await customFields(signal);
    const place = { site, isWholeSite: key === null, custom };
    const ids = items.map(({ externalId }) => externalId);
    const fields = [...FIELDS.filter((field) => field !== "comment"), ...customFieldNames(custom)];
    const rows = client.rows(IssueRow, await readIssues(ids, fields, signal));
    return new Map(
      rows.flatMap((row): [string, HostItem][] => {
        const isElsewhere = here !== null && row.fields.project?.id !== here.id;
        return isElsewhere || isSecured(row.fields) ? [] : [[row.id, { kind: "issue", issue: issueOf(row, place, 0) }]];
      }),
    );
  }
}
