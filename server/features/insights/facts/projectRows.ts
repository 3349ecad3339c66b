/**
 * The rows of a project from which metrics are computed, cached between requests. After a change only new and changed rows are read; a count
 * and a checksum detect other differences, and then all rows of that kind are read again.
 */
import type { Db } from "../../../db/openDb.ts";
import { listIssueStatuses } from "../../../db/tables/issues/issueStatuses.ts";
import { findFieldsStamp } from "../../../db/tables/sources/sourceFields.ts";
import type { CachedCommits, ProjectRows } from "../../../engines/insights/cachedRows.ts";
import { readCommitsOf } from "./mergeCommits.ts";
import { readIssuesOf } from "./mergeIssues.ts";
import { readPagesOf } from "./mergePages.ts";
import { readReleasesOf } from "./mergeReleases.ts";
import { readRequestsOf } from "./mergeRequests.ts";
import { StringInterner } from "../../../engines/insights/StringInterner.ts";

/** @param before what was read last; null: nothing */
export async function readProjectRows(
  db: Db,
  projectId: string,
  sources: readonly string[],
  before: ProjectRows | null,
): Promise<ProjectRows> {
  // Read first: a change that comes during the reading makes the next one read everything again.
  const fieldsStamp = await findFieldsStamp(db, projectId);
  const earlier = before?.fieldsStamp === fieldsStamp ? before : null;
  const names = earlier ?? {
    accounts: before?.accounts ?? new StringInterner(),
    labels: new StringInterner(),
    types: new StringInterner(),
    priorities: new StringInterner(),
    states: new StringInterner(),
    milestones: new StringInterner(),
    sprints: new StringInterner(),
    fields: new StringInterner(),
  };
  const context = { db, projectId, sources, names };
  const issues = await readIssuesOf(context, earlier);
  const requests = await readRequestsOf(context, before?.requests ?? null);
  const bySource = new Map<string, CachedCommits>();
  const pages = await readPagesOf(context, before?.pages ?? null);
  const releases = await readReleasesOf(context, before?.releases ?? null);
  let read = issues.read + requests.read + pages.read;
  for (const source of sources) {
    const commits = await readCommitsOf(db, source, before?.commits.get(source) ?? null);
    if (commits.commits.rows.length > 0) bySource.set(source, commits.commits);
    read += commits.read;
  }
  const isSame =
    before?.commits.size === bySource.size && [...bySource].every(([id, cached]) => before.commits.get(id) === cached);
  const commits = isSame ? before.commits : bySource;
  const { seen, labels, types, priorities, states, milestones, sprints, fields } = issues;
  return {
    accounts: names.accounts,
    labels,
    types,
    priorities,
    states,
    milestones,
    sprints,
    fields,
    categories: await readCategories(db, sources, states),
    issues: issues.issues,
    requests: requests.requests,
    commits,
    pages: pages.pages,
    releases,
    seen,
    fieldsStamp,
    read,
  };
}

/** The category of each status that the sources know, by its place among the states. */
async function readCategories(
  db: Db,
  sources: readonly string[],
  states: StringInterner,
): Promise<ProjectRows["categories"]> {
  const rows = await listIssueStatuses(db, sources);
  return new Map(
    [...Map.groupBy(rows, ({ source_id }) => source_id)].map(([source, statuses]) => [
      source,
      new Map(statuses.map(({ name, category }) => [states.intern(name), category])),
    ]),
  );
}

/** About how much memory the rows take, in bytes. */
export function weightOf({ issues, requests, commits, pages, releases }: ProjectRows): number {
  let weight = 0;
  for (const { words, closeEvents, stateIntervals, assignees, sprints, fields } of issues.values()) {
    weight += 504 + 40 * (words.length + closeEvents.length + stateIntervals.length);
    weight += 8 * (assignees.length + sprints.length + fields.length);
  }
  for (const { words } of requests.values()) weight += 320 + 40 * words.length;
  for (const { rows } of commits.values()) weight += 90 * rows.length;
  for (const { labels, versions } of pages.rows.values()) weight += 700 + 60 * labels.length + 90 * versions.length;
  return weight + 350 * releases.length;
}
