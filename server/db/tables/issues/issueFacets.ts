import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** A value that issues have, and how many have it. */
export interface FacetRow {
  readonly value: string;
  readonly count: number;
}

const MAX_VALUES = 100;

/** The values that a project's issues can be narrowed to, the most frequent first, with how many issues have each. */
export async function countIssueFacets(db: Db, projectId: string) {
  const [state, label, assignee, author, type, ...workflow] = await Promise.all([
    sql<FacetRow>`select state as value, count(*)::int as count from issues where project_id = ${projectId} group by 1 order by 2 desc, 1`.execute(
      db,
    ),
    sql<FacetRow>`select label as value, count(*)::int as count from issues, jsonb_array_elements_text(labels) as label
      where project_id = ${projectId} group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(db),
    sql<FacetRow>`select login as value, count(*)::int as count from issue_assignees a join issues i on i.id = a.issue_id
      join accounts p on p.id = a.account_id where i.project_id = ${projectId} group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(
      db,
    ),
    sql<FacetRow>`select login as value, sum(n)::int as count from
      (select author_id, count(*) as n from issues where project_id = ${projectId} group by 1) c join accounts p on p.id = c.author_id
      group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(db),
    sql<FacetRow>`select type as value, count(*)::int as count from issue_analyses
      where project_id = ${projectId} and type is not null group by 1 order by 2 desc, 1`.execute(db),
    countNames(db, projectId, "status"),
    countNames(db, projectId, "type"),
    countNames(db, projectId, "priority"),
    countListed(db, projectId, "milestones"),
    countListed(db, projectId, "components"),
  ]);
  const [status, trackerType, priority, milestone, component] = workflow;
  return {
    state: state.rows,
    label: label.rows,
    assignee: assignee.rows,
    author: author.rows,
    type: type.rows,
    status,
    tracker_type: trackerType,
    priority,
    milestone,
    component,
  };
}

/** Read from the index `issues_workflow` alone. */
async function countNames(db: Db, projectId: string, column: "status" | "type" | "priority"): Promise<FacetRow[]> {
  const name = sql.ref(column);
  const { rows } = await sql<FacetRow>`select ${name} as value, count(*)::int as count from issues
    where project_id = ${projectId} and ${name} is not null group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(
    db,
  );
  return rows;
}

async function countListed(db: Db, projectId: string, column: "milestones" | "components"): Promise<FacetRow[]> {
  const { rows } = await sql<FacetRow>`select name as value, count(*)::int as count
    from issues, jsonb_array_elements_text(${sql.ref(column)}) as name
    where project_id = ${projectId} group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(db);
  return rows;
}
