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
} from "../../db/tables/issues/issueLinks.ts";
import { updateLinksToken } from "../../db/tables/projects/projectBuilds.ts";
import { IssueFinder } from "./IssueFinder.ts";
import { branchReference, issueReferencesIn, requestNumber } from "../../engines/question/references.ts";

const BATCH_SIZE = 2000;

const STRENGTH = { closes: 3, request: 2, branch: 2, mentions: 1 } as const;

/**
 * Links commits and requests of a project to its issues: by closing words, keys, addresses and branch names, and through requests that
 * close an issue to the commits that they brought. The stored links are then exactly those of the current texts.
 * @param fencingToken of this build: what a later one has stored is left as it is
 */
export async function linkIssues(db: Db, projectId: string, signal: AbortSignal, fencingToken: number): Promise<void> {
  const linker = new IssueLinker(await IssueFinder.open(db, projectId));
  await linker.linkRequests(db, projectId);
  await linker.linkCommits(db, projectId, signal);
  signal.throwIfAborted();
  await db.transaction().execute(async (tx) => {
    if (!(await updateLinksToken(tx, projectId, fencingToken))) return;
    await replaceRequestLinks(tx, projectId, linker.requestLinks.all());
    await replaceCommitLinks(tx, projectId, linker.commitLinks.all());
  });
}

type Strength = keyof typeof STRENGTH;

/** Keeps the strongest link between an issue and another item. */
class LinkSet<Link extends { readonly issue_id: string; readonly how: Strength }> {
  readonly #links = new Map<string, Link>();
  readonly #itemOf: (link: Link) => string | number;

  constructor(itemOf: (link: Link) => string | number) {
    this.#itemOf = itemOf;
  }

  add(link: Link): void {
    const key = `${link.issue_id} ${this.#itemOf(link)}`;
    const other = this.#links.get(key);
    if (!other || STRENGTH[other.how] < STRENGTH[link.how]) this.#links.set(key, link);
  }

  all(): readonly Link[] {
    return [...this.#links.values()];
  }
}

type RequestRow = Awaited<ReturnType<typeof listRequestTextsAfter>>[number];
type CommitRow = Awaited<ReturnType<typeof listCommitMessagesAfter>>[number];

/** Finds the links of a project's requests and commits. Requests come first: commits are linked through them too. */
class IssueLinker {
  readonly requestLinks = new LinkSet<RequestLink>((link) => link.request_id);
  readonly commitLinks = new LinkSet<CommitLink>((link) => link.commit_id);
  readonly #finder: IssueFinder;
  /** Sources through which requests were read. */
  readonly #requestSources = new Set<string>();
  /** Issues that a merged request closes, by `source number`. */
  readonly #closedByNumber = new Map<string, readonly string[]>();
  /** The same by its merge and head commits. */
  readonly #closedByHash = new Map<string, readonly string[]>();

  constructor(finder: IssueFinder) {
    this.#finder = finder;
  }

  async linkRequests(db: Db, projectId: string): Promise<void> {
    for (let after = ""; ;) {
      const rows = await listRequestTextsAfter(db, projectId, after, BATCH_SIZE);
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      for (const row of rows) this.#linkRequest(row);
    }
  }

  #linkRequest(row: RequestRow): void {
    this.#requestSources.add(row.source_id);
    const closed: string[] = [];
    for (const reference of issueReferencesIn(`${row.title}\n${row.body}`)) {
      for (const issue_id of this.#finder.find(reference, row.source_id)) {
        this.requestLinks.add({ issue_id, request_id: row.id, how: reference.closes ? "closes" : "mentions" });
        if (reference.closes) closed.push(issue_id);
      }
    }
    const branch = row.source_branch === null ? null : branchReference(row.source_branch);
    for (const issue_id of branch ? this.#finder.find({ ...branch, within: null }, row.source_id) : []) {
      this.requestLinks.add({ issue_id, request_id: row.id, how: "branch" });
      closed.push(issue_id);
    }
    if (closed.length === 0 || row.state !== "merged") return;
    this.#closedByNumber.set(numberKey(row.source_id, row.number), closed);
    for (const hash of [row.merge_hash, row.head_hash]) if (hash) this.#closedByHash.set(hash, closed);
  }

  async linkCommits(db: Db, projectId: string, signal: AbortSignal): Promise<void> {
    const hashes = [...this.#closedByHash.keys()];
    for (let after = 0; ;) {
      signal.throwIfAborted();
      const rows = await listCommitMessagesAfter(db, projectId, after, { hashes, limit: BATCH_SIZE });
      const last = rows.at(-1);
      if (!last) return;
      after = Number(last.id);
      for (const row of rows) this.#linkCommit(row);
    }
  }

  #linkCommit({ id, source_id, hash, message }: CommitRow): void {
    const commit_id = Number(id);
    for (const reference of issueReferencesIn(message)) {
      for (const issue_id of this.#finder.find(reference, source_id)) {
        this.commitLinks.add({ issue_id, commit_id, how: reference.closes ? "closes" : "mentions" });
      }
    }
    const closed = this.#closedByHash.get(hash) ?? this.#closedByRequestIn(message, source_id);
    for (const issue_id of closed) this.commitLinks.add({ issue_id, commit_id, how: "request" });
  }

  /** Issues closed by the request whose number a merge commit names. Every repository counts its requests from 1. */
  #closedByRequestIn(message: string, sourceId: string): readonly string[] {
    const number = requestNumber(message);
    if (number === null) return [];
    const sources = this.#finder.resolver.atSameLocation(sourceId, [...this.#requestSources]);
    return sources.flatMap((id) => this.#closedByNumber.get(numberKey(id, number)) ?? []);
  }
}

const numberKey = (sourceId: string, number: number): string => `${sourceId} ${number}`;

async function replaceCommitLinks(tx: Db, projectId: string, links: readonly CommitLink[]): Promise<void> {
  const stored = await listCommitLinks(tx, projectId);
  const keyOf = (link: { issue_id: string; commit_id: number; how: string }) =>
    `${link.issue_id} ${link.commit_id} ${link.how}`;
  const keep = new Set(links.map(keyOf));
  const there = new Set(stored.map(keyOf));
  await deleteCommitLinks(
    tx,
    stored.filter((link) => !keep.has(keyOf(link))),
  );
  await insertCommitLinks(
    tx,
    links.filter((link) => !there.has(keyOf(link))),
  );
}
