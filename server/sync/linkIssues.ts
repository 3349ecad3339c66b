import { sql } from "kysely";
import { insertRows } from "../db/insertRows.ts";
import type { Db } from "../db/openDb.ts";
import { IssueFinder } from "./IssueFinder.ts";
import { branchReference, referencesIn, requestNumber } from "./references.ts";

const BATCH_SIZE = 2000;

type CommitLink = { issue_id: string; commit_id: number; how: "closes" | "mentions" | "request" };
type RequestLink = { issue_id: string; request_id: string; how: "closes" | "mentions" | "branch" };
const STRENGTH = { closes: 3, request: 2, branch: 2, mentions: 1 } as const;

/**
 * Ties commits and requests of a project to its issues: by closing words, keys, addresses and branch names, and through requests that
 * close an issue to the commits that they brought. What is stored afterwards is exactly what the texts say now.
 * @param fencingToken of this build: what a later one has stored is left as it is
 */
export async function linkIssues(db: Db, projectId: string, signal: AbortSignal, fencingToken: number): Promise<void> {
  const finder = await IssueFinder.open(db, projectId);
  const { links: requestLinks, ...requests } = await linkRequests(db, projectId, finder);
  const commitLinks = await linkCommits(db, projectId, finder, requests, signal);
  signal.throwIfAborted();
  await db.transaction().execute(async (tx) => {
    const newest = await tx
      .updateTable("projects")
      .set({ links_ticket: fencingToken })
      .where("id", "=", projectId)
      .where("links_ticket", "<=", fencingToken)
      .executeTakeFirst();
    if (newest.numUpdatedRows === 0n) return;
    await replaceRequestLinks(tx, projectId, requestLinks);
    await replaceCommitLinks(tx, projectId, commitLinks);
  });
}

interface RequestIndex {
  /** Sources through which requests were read. */
  readonly sources: readonly string[];
  /** `source number` to the issues that the request closes. */
  readonly byNumber: ReadonlyMap<string, readonly string[]>;
  /** Merge and head commits to the same. */
  readonly byHash: ReadonlyMap<string, readonly string[]>;
}

async function linkRequests(
  db: Db,
  projectId: string,
  finder: IssueFinder,
): Promise<RequestIndex & { readonly links: readonly RequestLink[] }> {
  const links = new Map<string, RequestLink>();
  const sources = new Set<string>();
  const byNumber = new Map<string, string[]>();
  const byHash = new Map<string, string[]>();
  const add = (link: RequestLink): void => {
    const key = `${link.issue_id} ${link.request_id}`;
    const other = links.get(key);
    if (!other || STRENGTH[other.how] < STRENGTH[link.how]) links.set(key, link);
  };
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("change_requests")
      .select(["id", "source_id", "number", "title", "body", "source_branch", "merge_hash", "head_hash", "state"])
      .where("project_id", "=", projectId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH_SIZE)
      .execute();
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    for (const row of rows) {
      sources.add(row.source_id);
      const closed: string[] = [];
      for (const reference of referencesIn(`${row.title}\n${row.body}`)) {
        for (const issue_id of finder.find(reference, row.source_id)) {
          add({ issue_id, request_id: row.id, how: reference.closes ? "closes" : "mentions" });
          if (reference.closes) closed.push(issue_id);
        }
      }
      const branch = row.source_branch === null ? null : branchReference(row.source_branch);
      for (const issue_id of branch ? finder.find({ ...branch, within: null }, row.source_id) : []) {
        add({ issue_id, request_id: row.id, how: "branch" });
        closed.push(issue_id);
      }
      if (closed.length === 0 || row.state !== "merged") continue;
      byNumber.set(numberKey(row.source_id, row.number), closed);
      for (const hash of [row.merge_hash, row.head_hash]) if (hash) byHash.set(hash, closed);
    }
  }
  return { links: [...links.values()], sources: [...sources], byNumber, byHash };
}

const numberKey = (sourceId: string, number: number): string => `${sourceId} ${number}`;

async function linkCommits(
  db: Db,
  projectId: string,
  finder: IssueFinder,
  requests: RequestIndex,
  signal: AbortSignal,
): Promise<readonly CommitLink[]> {
  const links = new Map<string, CommitLink>();
  const add = (link: CommitLink): void => {
    const key = `${link.issue_id} ${link.commit_id}`;
    const other = links.get(key);
    if (!other || STRENGTH[other.how] < STRENGTH[link.how]) links.set(key, link);
  };
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ id: number; source_id: string; hash: string; message: string }>`
      select c.id, c.source_id, c.hash, left(c.message, 20000) as message
      from git_commits c join sources s on s.id = c.source_id
      where s.project_id = ${projectId} and c.id > ${after}
        and (c.message ~ ${"#[0-9]|![0-9]|[A-Z][A-Z0-9_]+-[0-9]|[gG][hH]-[0-9]|/issues/|/work_items/|/browse/|selectedIssue="} or c.hash = any(${[...requests.byHash.keys()]}::text[]))
      order by c.id limit ${BATCH_SIZE}`.execute(db);
    const last = rows.at(-1);
    if (!last) return [...links.values()];
    after = Number(last.id);
    for (const { id, source_id, hash, message } of rows) {
      const commit_id = Number(id);
      for (const reference of referencesIn(message)) {
        for (const issue_id of finder.find(reference, source_id)) {
          add({ issue_id, commit_id, how: reference.closes ? "closes" : "mentions" });
        }
      }
      const number = requestNumber(message);
      // Every repository counts its requests from 1.
      const numbered = number === null ? [] : finder.resolver.atSameLocation(source_id, requests.sources);
      const brought =
        requests.byHash.get(hash) ?? numbered.flatMap((id) => requests.byNumber.get(numberKey(id, number ?? 0)) ?? []);
      for (const issue_id of brought) add({ issue_id, commit_id, how: "request" });
    }
  }
}

async function replaceCommitLinks(tx: Db, projectId: string, wanted: readonly CommitLink[]): Promise<void> {
  const stored = await tx
    .selectFrom("issue_commits")
    .innerJoin("issues", "issues.id", "issue_commits.issue_id")
    .select(["issue_commits.issue_id", "issue_commits.commit_id", "issue_commits.how"])
    .where("issues.project_id", "=", projectId)
    .execute();
  const keyOf = (link: { issue_id: string; commit_id: number; how: string }) =>
    `${link.issue_id} ${link.commit_id} ${link.how}`;
  const keep = new Set(wanted.map(keyOf));
  const there = new Set(stored.map(keyOf));
  const gone = stored.filter((link) => !keep.has(keyOf(link)));
  if (gone.length > 0) {
    await sql`delete from issue_commits l using unnest(
      ${gone.map(({ issue_id }) => issue_id)}::text[], ${gone.map(({ commit_id }) => commit_id)}::bigint[]
    ) as g (issue_id, commit_id) where l.issue_id = g.issue_id and l.commit_id = g.commit_id`.execute(tx);
  }
  await insertRows(
    tx,
    "issue_commits",
    wanted.filter((link) => !there.has(keyOf(link))),
    { onConflict: "ignore" },
  );
}

async function replaceRequestLinks(tx: Db, projectId: string, wanted: readonly RequestLink[]): Promise<void> {
  await tx
    .deleteFrom("issue_requests")
    .where("request_id", "in", (query) =>
      query.selectFrom("change_requests").select("id").where("project_id", "=", projectId),
    )
    .execute();
  await insertRows(tx, "issue_requests", wanted, { onConflict: "ignore" });
}
