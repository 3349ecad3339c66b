import { sql } from "kysely";
import type { Facet, IssueFacets } from "../../../contract/issues.ts";
import type { z } from "zod";
import type { Db } from "../../db/openDb.ts";

type Facets = z.infer<typeof IssueFacets>;

const MAX_VALUES = 100;
/** While a sync runs every page changes the numbers a little; counting all issues again for each of them is not worth it. */
const CACHE_TTL_MS = 5000;

/**
 * The values that a project's issues can be narrowed to. They belong to the project, not to the filter, so they are counted once for
 * each state of its trackers and kept: counting the labels of 100,000 issues takes a third of a second.
 */
export class FacetCounter {
  readonly #db: Db;
  readonly #kept = new Map<string, { print: string; at: number; facets: Promise<Facets> }>();

  constructor(db: Db) {
    this.#db = db;
  }

  async of(projectId: string): Promise<Facets> {
    const { print, isSyncing } = await this.#state(projectId);
    const kept = this.#kept.get(projectId);
    if (kept && (kept.print === print || (isSyncing && Date.now() - kept.at < CACHE_TTL_MS))) return kept.facets;
    const facets = countFacets(this.#db, projectId);
    this.#kept.delete(projectId);
    this.#kept.set(projectId, { print, at: Date.now(), facets });
    facets.catch(() => this.#kept.delete(projectId));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_VALUES && oldest !== undefined) this.#kept.delete(oldest);
    return facets;
  }

  /** `print` changes whenever the issues of the project may have. A label that a sync took away is shown no more once it has ended. */
  async #state(projectId: string): Promise<{ readonly print: string; readonly isSyncing: boolean }> {
    const rows = await this.#db
      .selectFrom("sources")
      .select(["id", "sync_state", "sync_done", "sync_finished_at"])
      .where("project_id", "=", projectId)
      .where("kind", "=", "tracker")
      .orderBy("id")
      .execute();
    return { print: JSON.stringify(rows), isSyncing: rows.some(({ sync_state }) => sync_state === "running") };
  }
}

async function countFacets(db: Db, projectId: string): Promise<Facets> {
  const [state, label, assignee, author, type] = await Promise.all([
    sql<Facet>`select state as value, count(*)::int as count from issues where project_id = ${projectId} group by 1 order by 2 desc, 1`.execute(
      db,
    ),
    sql<Facet>`select label as value, count(*)::int as count from issues, jsonb_array_elements_text(labels) as label
      where project_id = ${projectId} group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(db),
    sql<Facet>`select login as value, count(*)::int as count from issue_assignees a join issues i on i.id = a.issue_id
      join people p on p.id = a.person_id where i.project_id = ${projectId} group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(
      db,
    ),
    sql<Facet>`select login as value, sum(n)::int as count from
      (select author_id, count(*) as n from issues where project_id = ${projectId} group by 1) c join people p on p.id = c.author_id
      group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(db),
    sql<Facet>`select type as value, count(*)::int as count from issue_analyses
      where project_id = ${projectId} and type is not null group by 1 order by 2 desc, 1`.execute(db),
  ]);
  return { state: state.rows, label: label.rows, assignee: assignee.rows, author: author.rows, type: type.rows };
}
