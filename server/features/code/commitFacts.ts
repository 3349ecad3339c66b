import type { BlameCommit } from "../../../contract/code/code.ts";
import type { Db } from "../../db/openDb.ts";
import { listRequestSources, listRequestsOfCommits } from "../../db/tables/requests/changeRequests.ts";
import { listIssuesOfHashes } from "../../db/tables/issues/issueCommits.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import { listSourceAddresses } from "../../db/tables/sources/sources.ts";
import { commitsOf, type OpenedCommits } from "../../index/OpenedIndex.ts";
import { SourceResolver } from "../../sources/SourceResolver.ts";
import { personOfSignature } from "../../project/commitRefs.ts";
import { type CommitOrigin, originOfCommit } from "../../project/commitOrigin.ts";
import { requestRef, withRequestAddresses } from "../../project/requestRef.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import type { CodeSource } from "../../project/codeDeps.ts";

/** Hashes of one statement: the statement about requests returns 200 rows at most. */
const CHUNK = 100;
/** Issues and requests that are named for one commit. */
const MAX_NAMED = 5;

interface Signed {
  readonly hash: string;
  readonly author: string;
  readonly email: string;
}

/** What the project knows about a commit: its author as a person, the issues it belongs to, and the requests that brought it. */
export type KnownFacts = Pick<BlameCommit, "person" | "issues" | "requests">;

/** The facts about commits of one repository, in the order of the list. */
export async function factsOfCommits(db: Db, code: CodeSource, commits: readonly Signed[]): Promise<KnownFacts[]> {
  const hashes = [...new Set(commits.map(({ hash }) => hash))];
  const [people, issues, requests] = await Promise.all([
    projectPeople(db, code.projectId, code.index),
    issuesByHash(db, code.source.id, hashes),
    requestsByHash(db, code, hashes),
  ]);
  return commits.map(({ hash, author, email }) => ({
    person: personOfSignature(people, { name: author, email }),
    issues: (issues.get(hash) ?? []).slice(0, MAX_NAMED),
    requests: (requests.get(hash) ?? []).slice(0, MAX_NAMED),
  }));
}

const historyOf = ({ index, source }: CodeSource) => commitsOf(index, source.id);

const chunksOf = (hashes: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(hashes.length / CHUNK) }, (_, at) => hashes.slice(at * CHUNK, (at + 1) * CHUNK));

async function issuesByHash(
  db: Db,
  sourceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, BlameCommit["issues"]>> {
  const rows: Awaited<ReturnType<typeof listIssuesOfHashes>> = [];
  for (const chunk of chunksOf(hashes)) rows.push(...(await listIssuesOfHashes(db, sourceId, chunk)));
  const ids = [...new Set(rows.map(({ id }) => id))];
  const shared = ids.length === 0 ? new Set<string>() : await listIssuesWithSharedKey(db, ids);
  const result = new Map<string, BlameCommit["issues"]>();
  for (const { hash, ...row } of rows) {
    const { id, key, title, state } = row;
    const list = result.get(hash) ?? [];
    result.set(hash, [...list, { id, key, address: issueAddress(row, shared.has(row.id)), title, state }]);
  }
  return result;
}

/** Requests whose merge or head a commit is, or whose number its message or that of the merge around it has. */
async function requestsByHash(
  db: Db,
  code: CodeSource,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, BlameCommit["requests"]>> {
  const result = new Map<string, BlameCommit["requests"]>();
  const commits = historyOf(code);
  const among = await listRequestSources(db, code.projectId);
  if (among.length === 0) return result;
  const resolver = new SourceResolver(await listSourceAddresses(db, code.projectId));
  const sources = resolver.atSameLocation(code.source.id, among);
  for (const chunk of chunksOf(hashes)) {
    const origins = chunk.map((hash) => ({ hash, ...originIn(commits, hash) }));
    const all = [...new Set(origins.flatMap((origin) => origin.hashes))];
    const numbers = [...new Set(origins.flatMap((origin) => origin.numbers))];
    const named = { hashes: all, sources, numbers };
    const rows = await withRequestAddresses(db, await listRequestsOfCommits(db, code.projectId, named));
    for (const origin of origins) {
      const requests = rows.filter(
        (row) =>
          [row.merge_hash, row.head_hash].some(
            (requestHash) => requestHash !== null && origin.hashes.includes(requestHash),
          ) ||
          (sources.includes(row.source_id) && origin.numbers.includes(row.number)),
      );
      if (requests.length > 0) result.set(origin.hash, requests.map(requestRef));
    }
  }
  return result;
}

const originIn = (commits: OpenedCommits | undefined, hash: string): CommitOrigin => {
  const at = commits?.table.withHash(hash, 1)[0];
  return commits && at !== undefined ? originOfCommit(commits, at) : { hashes: [hash], numbers: [] };
};
