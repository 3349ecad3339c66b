import { fieldValueText } from "../../../contract/issues/customFields.ts";
import type { Db } from "../../db/openDb.ts";
import { listCommentTexts, listFixes, listIssuesAfter } from "../../db/tables/issues/issueIndexing.ts";
import type { IndexedIssue } from "../../index/tables/issueTable.ts";

const BATCH_SIZE = 500;
/** Text of the comments of one issue that the index takes in. */
const MAX_COMMENTS_LENGTH = 60_000;

/** All issues of a project for the index, with the text of their comments and the commits that fix them. */
export async function* issueBatches(db: Db, projectId: string): AsyncGenerator<IndexedIssue[], void, undefined> {
  const fixes = await findFixes(db, projectId);
  for (let after = ""; ;) {
    const rows = await listIssuesAfter(db, projectId, after, BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const comments = await commentsOf(
      db,
      rows.filter((row) => row.comments_count > 0).map(({ id }) => id),
    );
    yield rows.map((row) => ({
      id: row.id,
      key: row.key,
      source: row.source_id,
      title: row.title,
      body: row.body,
      comments: comments.get(row.id) ?? "",
      state: row.state,
      labels: row.labels,
      workflow: {
        status: row.status,
        type: row.type,
        priority: row.priority,
        resolution: row.resolution,
        components: row.components,
        milestones: row.milestones,
        versions: row.facts?.affected_versions ?? [],
        sprints: row.facts?.sprints ?? [],
        fields: (row.facts?.custom_fields ?? []).flatMap(({ name, values }) =>
          values.map((value) => fieldValueText(name, value)),
        ),
      },
      author: row.login,
      url: row.url,
      createdAt: row.created_at.getTime(),
      updatedAt: row.updated_at.getTime(),
      closedAt: row.closed_at?.getTime() ?? null,
      fixCommits: fixes.get(row.id) ?? [],
    }));
  }
}

async function commentsOf(db: Db, issueIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await listCommentTexts(db, issueIds, MAX_COMMENTS_LENGTH);
  return new Map(rows.map(({ issue_id, text }) => [issue_id, text]));
}

const MAX_FIXES = 20;

/** The commits that fixed each issue: by their message or by a request that closes it, newest first. */
async function findFixes(db: Db, projectId: string): Promise<Map<string, string[]>> {
  const rows = await listFixes(db, projectId);
  const fixes = new Map<string, string[]>();
  for (const { issue_id, hash } of rows) {
    const hashes = fixes.get(issue_id) ?? [];
    if (hashes.length < MAX_FIXES && !hashes.includes(hash)) hashes.push(hash);
    fixes.set(issue_id, hashes);
  }
  return fixes;
}
