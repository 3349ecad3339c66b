import { sql } from "kysely";
import type { Db } from "../../db/openDb.ts";
import type { OpenedIndex } from "../../index/indexStore.ts";
import type { Facts } from "./facts.ts";
import { loadFacts } from "./loadFacts.ts";

interface Kept {
  readonly stamp: string;
  readonly facts: Promise<Facts>;
}

/** Projects whose facts stay in memory; of 100,000 issues and 60,000 commits some 25 MB. */
const MOST_KEPT = 20;

/** Keeps the facts of the projects asked about last, and reads them anew when something of a project has changed. */
export class FactsStore {
  readonly #db: Db;
  readonly #kept = new Map<string, Kept>();

  constructor(db: Db) {
    this.#db = db;
  }

  async of(project: { readonly id: string; readonly slug: string }, index: OpenedIndex): Promise<Facts> {
    const stamp = await this.#stampOf(project.id);
    const kept = this.#kept.get(project.id);
    this.#kept.delete(project.id);
    const facts = kept?.stamp === stamp ? kept.facts : loadFacts({ db: this.#db, project, index });
    this.#kept.set(project.id, { stamp, facts });
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(id);
    }
    // What could not be read is asked for again.
    facts.catch(() => this.#kept.delete(project.id));
    return facts;
  }

  /** Changes with every sync, with every correction of people, and with the counting of lines and the judging of issues by steps. */
  async #stampOf(projectId: string): Promise<string> {
    const { rows } = await sql<{ stamp: string }>`
      select concat_ws(':',
        (select string_agg(concat_ws('/', s.id, s.sync_items, extract(epoch from s.sync_finished_at)), ',' order by s.id)
          from sources s where s.project_id = ${projectId}),
        (select a.generation from artifacts a where a.project_id = ${projectId}),
        (select concat_ws('/', count(*), count(undone_at)) from person_merges m where m.project_id = ${projectId}),
        (select count(*) / 500 from issue_analyses i where i.project_id = ${projectId}),
        (select count(*) / 5000 from git_commits c join sources s on s.id = c.source_id
          where s.project_id = ${projectId} and c.added is null)) as stamp`.execute(this.#db);
    return rows[0]?.stamp ?? "";
  }
}
