import type { Db } from "../../db/openDb.ts";
import {
  type CommitLink,
  deleteCommitLinks,
  insertCommitLinks,
  listCommitLinks,
  listCommitMessagesAfter,
  listRequestTextsAfter,
  replaceRequestLinks,
  type RequestLink,
} from "../../db/tables/issueLinks.ts";
import { updateLinksTicket } from "../../db/tables/projectBuilds.ts";
import { IssueFinder } from "./IssueFinder.ts";
import { branchReference, referencesIn, requestNumber } from "../../engines/report/references.ts";

const BATCH_SIZE = 2000;

const STRENGTH = { closes: 3, request: 2, branch: 2, mentions: 1 } as const;

/**
 * Ties commits and requests of a project to its issues: by closing words, keys, addresses and branch names, and through requests that
 * close an issue to the commits that they brought. The stored links are then exactly those of the current texts.
 * @param fencingToken of this build: what a later one has stored is left as it is
 */
export async function linkIssues(db: Db, projectId: string, signal: AbortSignal, fencingToken: number): Promise<void> {
  const finder = await IssueFinder.open(db, projectId);
  const { links: requestLinks, ...requests } = await linkRequests(db, projectId, finder);
  const commitLinks = await linkCommits(db, projectId, finder, requests, signal);
  signal.throwIfAborted();
  await db.transaction().execute(async (tx) => {
    if (!(await updateLinksTicket(tx, projectId, fencingToken))) return;
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
    const rows = await listRequestTextsAfter(db, projectId, after, BATCH_SIZE);
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
    const hashes = [...requests.byHash.keys()];
    const rows = await listCommitMessagesAfter(db, projectId, after, { hashes, limit: BATCH_SIZE });
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
  const stored = await listCommitLinks(tx, projectId);
  const keyOf = (link: { issue_id: string; commit_id: number; how: string }) =>
    `${link.issue_id} ${link.commit_id} ${link.how}`;
  const keep = new Set(wanted.map(keyOf));
  const there = new Set(stored.map(keyOf));
  await deleteCommitLinks(
    tx,
    stored.filter((link) => !keep.has(keyOf(link))),
  );
  await insertCommitLinks(
    tx,
    wanted.filter((link) => !there.has(keyOf(link))),
  );
}
