/** Reads the facts of a project from the database, once for each state of its data. */
import { sql } from "kysely";
import type { Db } from "../../db/openDb.ts";
import type { OpenedIndex } from "../../index/indexStore.ts";
import { documentFacts } from "./documentFacts.ts";
import type { ClosingFacts, CommitFacts, Facts, IssueFacts, RequestFacts, StayFacts } from "./facts.ts";
import { loadPeople, type People } from "./loadPeople.ts";
import { Names } from "./Names.ts";

export interface FactsOptions {
  readonly db: Db;
  readonly project: { readonly id: string; readonly slug: string };
  readonly index: OpenedIndex;
}

/** Everything that the metrics of a project need. 100,000 issues and 60,000 commits take some 25 MB. */
export async function loadFacts({ db, project, index }: FactsOptions): Promise<Facts> {
  const sources = (
    await db.selectFrom("sources").select("id").where("project_id", "=", project.id).orderBy("id").execute()
  ).map(({ id }) => id);
  const sourceOf = new Map(sources.map((id, place) => [id, place]));
  const people = await loadPeople(db, project.id, sources);
  const labels = new Names();
  const types = new Names();
  const states = new Names();
  const { issues, placeOf } = await loadIssues({ db, projectId: project.id, sourceOf, people, labels, types });
  const { closings, stays, sourcesWithEvents } = await loadHistory(db, project.id, issues, placeOf, states);
  return {
    projectId: project.id,
    slug: project.slug,
    sources,
    people: people.list,
    labels: labels.list,
    types: types.list,
    states: states.list,
    issues,
    closings,
    stays,
    sourcesWithEvents,
    requests: await loadRequests(db, project.id, sourceOf, people),
    commits: await loadCommits(db, sources, people),
    documents: documentFacts(index, sourceOf),
  };
}

interface IssuesContext {
  readonly db: Db;
  readonly projectId: string;
  readonly sourceOf: ReadonlyMap<string, number>;
  readonly people: People;
  readonly labels: Names;
  readonly types: Names;
}

async function loadIssues({ db, projectId, sourceOf, people, labels, types }: IssuesContext): Promise<{
  issues: IssueFacts;
  placeOf: ReadonlyMap<string, number>;
}> {
  const rows = await db
    .selectFrom("issues")
    .leftJoin("issue_analyses", "issue_analyses.issue_id", "issues.id")
    .select([
      "issues.id",
      "issues.source_id",
      "issues.author_id",
      "issues.labels",
      "issues.created_at",
      "issues.closed_at",
      "issue_analyses.type",
    ])
    .where("issues.project_id", "=", projectId)
    .orderBy("issues.created_at")
    .orderBy("issues.id")
    .execute();
  const placeOf = new Map(rows.map(({ id }, place) => [id, place]));
  const answeredAt = new Float64Array(rows.length).fill(Number.NaN);
  for (const { issue_id, at } of await firstAnswers(db, projectId, people)) {
    const place = placeOf.get(issue_id);
    if (place !== undefined) answeredAt[place] = at;
  }
  const assigned = await db
    .selectFrom("issue_assignees")
    .innerJoin("issues", "issues.id", "issue_assignees.issue_id")
    .select(["issue_assignees.issue_id", "issue_assignees.person_id"])
    .where("issues.project_id", "=", projectId)
    .execute();
  const assigneesOf = Map.groupBy(assigned, ({ issue_id }) => issue_id);
  const labelColumn = lists(rows.map((row) => row.labels.map((label) => labels.place(label))));
  const assigneeColumn = lists(
    rows.map(({ id }) => (assigneesOf.get(id) ?? []).map(({ person_id }) => people.ofAccount(person_id))),
  );
  const issues: IssueFacts = {
    ids: rows.map(({ id }) => id),
    source: Int32Array.from(rows, ({ source_id }) => sourceOf.get(source_id) ?? -1),
    author: Int32Array.from(rows, ({ author_id }) => people.ofAccount(author_id)),
    createdAt: Float64Array.from(rows, ({ created_at }) => created_at.getTime()),
    closedAt: Float64Array.from(rows, ({ closed_at }) => closed_at?.getTime() ?? Number.NaN),
    answeredAt,
    type: Int16Array.from(rows, ({ type }) => (type === null ? -1 : types.place(type))),
    labelStart: labelColumn.start,
    labels: labelColumn.items,
    assigneeStart: assigneeColumn.start,
    assignees: assigneeColumn.items,
  };
  return { issues, placeOf };
}

/** The first comment on each issue by a human being who did not open it. */
async function firstAnswers(db: Db, projectId: string, people: People): Promise<{ issue_id: string; at: number }[]> {
  const { rows } = await sql<{ issue_id: string; at: Date }>`
    select c.issue_id, min(c.created_at) as at
    from issue_comments c join issues i on i.id = c.issue_id
    where i.project_id = ${projectId} and c.author_id is not null
      and c.author_id is distinct from i.author_id and not (c.author_id = any(${people.botAccounts}::text[]))
    group by c.issue_id`.execute(db);
  return rows.map(({ issue_id, at }) => ({ issue_id, at: at.getTime() }));
}

/** What the trackers tell about closing, reopening and changing state. */
async function loadHistory(
  db: Db,
  projectId: string,
  issues: IssueFacts,
  placeOf: ReadonlyMap<string, number>,
  states: Names,
): Promise<{ closings: ClosingFacts; stays: StayFacts; sourcesWithEvents: Set<number> }> {
  const rows = await db
    .selectFrom("issue_events")
    .innerJoin("issues", "issues.id", "issue_events.issue_id")
    .select(["issue_events.issue_id", "issue_events.type", "issue_events.detail", "issue_events.created_at"])
    .where("issues.project_id", "=", projectId)
    .where("issue_events.type", "in", ["closed", "reopened", "status"])
    .orderBy("issue_events.issue_id")
    .orderBy("issue_events.created_at")
    .orderBy("issue_events.external_id")
    .execute();
  const closings: { issue: number; at: number; isReopened: boolean }[] = [];
  const stays: { issue: number; state: number; from: number; to: number }[] = [];
  const sourcesWithEvents = new Set<number>();
  let entered = 0;
  let before = -1;
  for (const { issue_id, type, detail, created_at } of rows) {
    const issue = placeOf.get(issue_id);
    if (issue === undefined) continue;
    const at = created_at.getTime();
    if (issue !== before) entered = issues.createdAt[issue] ?? at;
    const isSame = issue === before;
    before = issue;
    if (type === "status") {
      const left = detail?.split(" → ")[0]?.trim();
      if (left) stays.push({ issue, state: states.place(left), from: entered, to: at });
      entered = at;
      continue;
    }
    sourcesWithEvents.add(issues.source[issue] ?? -1);
    const last = closings.at(-1);
    if (type === "closed") closings.push({ issue, at, isReopened: false });
    else if (isSame && last?.issue === issue) last.isReopened = true;
  }
  return {
    closings: {
      issue: Int32Array.from(closings, ({ issue }) => issue),
      closedAt: Float64Array.from(closings, ({ at }) => at),
      isReopened: Uint8Array.from(closings, ({ isReopened }) => (isReopened ? 1 : 0)),
    },
    stays: {
      issue: Int32Array.from(stays, ({ issue }) => issue),
      state: Int32Array.from(stays, ({ state }) => state),
      enteredAt: Float64Array.from(stays, ({ from }) => from),
      leftAt: Float64Array.from(stays, ({ to }) => to),
    },
    sourcesWithEvents,
  };
}

async function loadRequests(
  db: Db,
  projectId: string,
  sourceOf: ReadonlyMap<string, number>,
  people: People,
): Promise<RequestFacts> {
  const { rows } = await sql<{
    id: string;
    source_id: string;
    author_id: string | null;
    created_at: Date;
    merged_at: Date | null;
    reviewed_at: Date | null;
    size: number | null;
  }>`
    select r.id, r.source_id, r.author_id, r.created_at, r.merged_at,
      (select min(v.submitted_at) from request_reviews v where v.request_id = r.id and v.person_id is not null
        and v.person_id is distinct from r.author_id and not (v.person_id = any(${people.botAccounts}::text[]))) as reviewed_at,
      (select sum(f.additions + f.deletions)::float8 from request_files f where f.request_id = r.id) as size
    from change_requests r where r.project_id = ${projectId} order by r.created_at, r.id`.execute(db);
  return {
    ids: rows.map(({ id }) => id),
    source: Int32Array.from(rows, ({ source_id }) => sourceOf.get(source_id) ?? -1),
    author: Int32Array.from(rows, ({ author_id }) => people.ofAccount(author_id)),
    createdAt: Float64Array.from(rows, ({ created_at }) => created_at.getTime()),
    mergedAt: Float64Array.from(rows, ({ merged_at }) => merged_at?.getTime() ?? Number.NaN),
    reviewedAt: Float64Array.from(rows, ({ reviewed_at }) => reviewed_at?.getTime() ?? Number.NaN),
    size: Float64Array.from(rows, ({ size }) => size ?? Number.NaN),
  };
}

async function loadCommits(db: Db, sources: readonly string[], people: People): Promise<CommitFacts> {
  const columns: Record<keyof CommitFacts, number[]> = { ids: [], source: [], author: [], committedAt: [], lines: [] };
  for (const [source, id] of sources.entries()) {
    const rows = await db
      .selectFrom("git_commits")
      .select(["id", "author_id", "committed_at", "added", "deleted"])
      .where("source_id", "=", id)
      .where("parents", "<", 2)
      .orderBy("committed_at")
      .orderBy("id")
      .execute();
    for (const row of rows) {
      columns.ids.push(row.id);
      columns.source.push(source);
      columns.author.push(people.ofAuthor(row.author_id));
      columns.committedAt.push(row.committed_at.getTime());
      columns.lines.push(row.added === null ? Number.NaN : row.added + (row.deleted ?? 0));
    }
  }
  return {
    ids: Float64Array.from(columns.ids),
    source: Int32Array.from(columns.source),
    author: Int32Array.from(columns.author),
    committedAt: Float64Array.from(columns.committedAt),
    lines: Float64Array.from(columns.lines),
  };
}

/** Lists of numbers one after the other, and where each begins. */
function lists(rows: readonly (readonly number[])[]): { start: Int32Array; items: Int32Array } {
  const start = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => (start[i + 1] = (start[i] ?? 0) + row.length));
  return { start, items: Int32Array.from(rows.flat()) };
}
