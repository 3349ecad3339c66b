import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import { type FoundPage, type JiraApi, bounded } from "./jiraApi.ts";
import { jqlTime } from "./jqlTime.ts";

/** A search that was cut short: the query with the token of its next page, and how far it was. */
export const InterruptedSearch = z.object({
  jql: z.string(),
  token: z.string(),
  done: z.number().int(),
  total: z.number().int().nullable(),
});
type InterruptedSearch = z.infer<typeof InterruptedSearch>;

export interface ChangeRange {
  /** The JQL condition of the project; null for a whole site. */
  readonly condition: string | null;
  /** In which queries write times. */
  readonly timeZone: string | null;
  /** Latest change that was read. */
  readonly until: string | null;
  readonly interrupted: InterruptedSearch | null;
}

type ChangePage = FoundPage & { readonly jql: string };

/** Issues by their time of change, the oldest first, continued where an earlier sync stopped. */
export class ChangeSearch {
  readonly #api: JiraApi;
  readonly #range: ChangeRange;
  #until: string | null;
  #done: number;
  #total: number | null;

  constructor(api: JiraApi, range: ChangeRange) {
    this.#api = api;
    this.#range = range;
    this.#until = range.until;
    this.#done = range.interrupted?.done ?? 0;
    this.#total = range.interrupted?.total ?? null;
  }

  /** The caller confirms each page with `advance` before it asks for the next one. */
  async *pages(signal: AbortSignal): AsyncGenerator<ChangePage> {
    const { interrupted } = this.#range;
    if (!interrupted) this.#total = await this.#api.count(this.#where(), signal);
    const wholeIssues = await this.#api.wholeIssues(signal);
    let token = interrupted?.token;
    let jql = interrupted?.jql ?? this.#jql();
    for (;;) {
      const before = this.#until;
      let isBegun = false;
      try {
        for await (const page of this.#api.search(jql, wholeIssues, signal, token)) {
          isBegun = true;
          yield { ...page, jql };
        }
        return;
      } catch (error) {
        // Page tokens expire after a week or less. The read then continues from the time of the last page, as long as that makes
        // progress.
        const isExpired = isBegun ? this.#until !== before : token !== undefined;
        if (!isExpired || !(error instanceof SourceError) || error.code !== "bad_answer") throw error;
        if (!isBegun) this.#done = 0;
        token = undefined;
        jql = this.#jql();
      }
    }
  }

  /** @returns the position after a page, with the issues that it has */
  advance({ jql, next }: ChangePage, issues: readonly { readonly updatedAt: Date }[]) {
    for (const { updatedAt } of issues) {
      if (this.#until === null || updatedAt.getTime() > Date.parse(this.#until)) this.#until = updatedAt.toISOString();
    }
    this.#done += issues.length;
    const done = this.#done;
    const total = next === null ? done : this.#total === null ? null : Math.max(this.#total, done);
    return { done, total, until: this.#until, interrupted: next === null ? null : { jql, token: next, done, total } };
  }

  #where(): string {
    const { condition, timeZone } = this.#range;
    const since = this.#until === null ? null : `updated >= ${jqlTime(Date.parse(this.#until), timeZone)}`;
    return bounded([condition, since]);
  }

  #jql(): string {
    return `${this.#where()} ORDER BY updated ASC, key ASC`;
  }
}
