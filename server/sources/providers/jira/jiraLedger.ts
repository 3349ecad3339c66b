import { z } from "zod";
import type { CountedKind } from "../../../../contract/ledgerKinds.ts";
import type { HostCount, HostItem, HostLedger, NamedItem } from "../../connector/ledgerTypes.ts";
import { type JiraApi, type JiraOptions, bounded, createJiraApi } from "./jiraApi.ts";
import { FIELDS, IssueRow, isSecured, issueOf } from "./jiraRows.ts";

const Fetched = z.object({ issues: z.array(z.unknown()) });

/** Jira Cloud counts only approximately. Issues that it does not show are missing in its answer. */
export class JiraLedger implements HostLedger {
  readonly batchSize = 50;
  readonly #site: string;
  readonly #api: JiraApi;

  constructor(options: JiraOptions) {
    this.#site = options.url.site;
    this.#api = createJiraApi(options);
  }

  async count(kinds: readonly CountedKind[], signal: AbortSignal): Promise<readonly HostCount[]> {
    if (!kinds.includes("issues")) return [];
    const { count, scope } = this.#api;
    return [{ kind: "issues", count: await count(bounded([await scope(null, signal)]), signal), precision: "about" }];
  }

  async read(items: readonly NamedItem[], signal: AbortSignal): Promise<ReadonlyMap<string, HostItem>> {
    const { client, project } = this.#api;
    const here = await project(null, signal);
    const body = {
      issueIdsOrKeys: items.map(({ externalId }) => externalId),
      fields: FIELDS.filter((field) => field !== "comment"),
    };
    const answer = await client.post("/issue/bulkfetch", body, "page", signal);
    const rows = client.rows(IssueRow, client.read(Fetched, answer.data).issues);
    return new Map(
      rows.flatMap((row): [string, HostItem][] => {
        const isElsewhere = here !== null && row.fields.project?.id !== here.id;
        return isElsewhere || isSecured(row.fields)
          ? []
          : [[row.id, { kind: "issue", issue: issueOf(row, this.#site, 0) }]];
      }),
    );
  }
}
