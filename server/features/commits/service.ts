import type { Commit, CommitAnswer, FoundCommit } from "../../../contract/commits.ts";
import { requestAddress } from "../../../contract/requestAddress.ts";
import { ABBREVIATED_HASH } from "../../../contract/shortHash.ts";
import type { Db } from "../../db/openDb.ts";
import { listRequestSources, listRequestsOfCommits } from "../../db/tables/changeRequests.ts";
import { findCommitFacts } from "../../db/tables/gitCommits.ts";
import { listTags } from "../../db/tables/gitTags.ts";
import { listIssuesOfCommit } from "../../db/tables/issueCommits.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues.ts";
import { listRequestsWithSharedNumber } from "../../db/tables/requestDetails.ts";
import { listReleasesByTags } from "../../db/tables/releases.ts";
import { type DocumentSourceRow, listDocumentSources, listSourceAddresses } from "../../db/tables/sources.ts";
import { childrenOf, tagsWith } from "../../engines/commits/commitGraph.ts";
import { MAX_CANDIDATES, findCommit, findCommits } from "../../engines/commits/findCommits.ts";
import { otherFixes } from "../../engines/commits/otherFixes.ts";
import { commitUrl } from "../../engines/documents/hostLinks.ts";
import { mergeOf } from "../../engines/experts/peopleTable.ts";
import { referenceSpans, requestNumber } from "../../engines/report/references.ts";
import { search } from "../../engines/search/search.ts";
import { existingFolder } from "../../git/existingFolder.ts";
import { hasGitFailed } from "../../git/gitErrors.ts";
import { readParents } from "../../git/readDiff.ts";
import { type OpenedCommits, type OpenedIndex, messageOf } from "../../index/OpenedIndex.ts";
import { SourceResolver } from "../../sources/SourceResolver.ts";
import { issueAddress } from "../issues/present.ts";
import { projectPeople } from "../persons/projectPeople.ts";
import { requestRef } from "../requests/requestRef.ts";
import { messageReferences } from "./messageReferences.ts";
import { commitSummary, issueRefs, presentCredits, presentSignature } from "./present.ts";
import type { CommitDeps } from "./commitDeps.ts";

/** Entries of each list of a commit; the answer also has the totals. */
const MAX_LISTED = 10;

/** What a hash, or the beginning of one, names in a project. @throws the signal's reason */
export async function answerHash(
  deps: CommitDeps,
  index: OpenedIndex,
  projectId: string,
  { hash, source }: { readonly hash: string; readonly source: string | undefined },
  signal: AbortSignal,
): Promise<CommitAnswer> {
  const sources = (await listDocumentSources(deps.db, projectId)).filter(({ kind }) => kind === "repository");
  const linked = new Set(sources.map(({ id }) => id));
  const summaries = (places: ReturnType<typeof findCommits>): CommitAnswer["candidates"] =>
    places.flatMap(({ member, commit }) => {
      const commits = index.commits[member];
      return commits ? [commitSummary(commits, commit)] : [];
    });
  const places = findCommits(index, hash, source).filter(({ member }) =>
    linked.has(index.commits[member]?.part.source ?? ""),
  );
  const repositories = sources.map((one) => ({ id: one.id, name: one.name, url: hashUrl(one, hash) }));
  const [place, ...others] = places;
  const commits = place && index.commits[place.member];
  const row = sources.find(({ id }) => id === commits?.part.source);
  if (!place || !commits || !row)
    return { status: "missing", commit: null, candidates: naming(index, hash), repositories };
  const found = summaries(places);
  if (new Set(found.map((one) => one.hash)).size > 1)
    return { status: "ambiguous", commit: null, candidates: found.slice(0, MAX_CANDIDATES), repositories };
  const commit = await presentCommit(deps, index, projectId, { source: row, commits, ...place }, signal);
  return { status: "found", commit, candidates: summaries(others), repositories };
}

/** Those of the hashes, or their beginnings, that name one commit. */
export function knownCommits(index: OpenedIndex, hashes: readonly string[]): FoundCommit[] {
  return [...new Set(hashes)].flatMap((named) => {
    const place = findCommit(index, named);
    const commits = place && index.commits[place.member];
    return place && commits ? [{ named, commit: commitSummary(commits, place.commit) }] : [];
  });
}

/** A host has no page for a beginning that its own rules call too short. */
const hashUrl = (source: DocumentSourceRow, hash: string): string | null =>
  ABBREVIATED_HASH.test(hash) ? commitUrl(source, hash.toLowerCase()) : null;

/** Commits whose message names a hash that the index lacks, such as the one that reverts it. */
function naming(index: OpenedIndex, hash: string): CommitAnswer["candidates"] {
  if (!ABBREVIATED_HASH.test(hash)) return [];
  const { results } = search(index, { q: `"${hash.toLowerCase()}"`, kind: ["commit"], limit: MAX_LISTED, path: [] });
  return results.flatMap((result) => {
    const commits = index.commits.find(({ part }) => part.source === result.source);
    const commit = commits?.table.withHash(result.hash ?? "", 1)[0];
    return commits && commit !== undefined ? [commitSummary(commits, commit)] : [];
  });
}

interface CommitInIndex {
  readonly source: DocumentSourceRow;
  readonly commits: OpenedCommits;
  readonly member: number;
  readonly commit: number;
}

async function presentCommit(
  { db, mirrorFolder }: CommitDeps,
  index: OpenedIndex,
  projectId: string,
  place: CommitInIndex,
  signal: AbortSignal,
): Promise<Commit> {
  const { source, commits, member, commit } = place;
  const { table } = commits;
  const hash = table.hash(commit);
  const merge = mergeOf(table, commit);
  const message = messageOf(commits, commit).replaceAll(/\r\n?/g, "\n").trimEnd();
  const [title = "", ...rest] = message.trimStart().split("\n");
  const body = rest.join("\n").replace(/^\n+/, "");
  const [facts, people, parents, releases] = await Promise.all([
    findCommitFacts(db, source.id, hash),
    projectPeople(db, projectId, index),
    parentsOf(mirrorFolder(source.id), place, signal),
    releasesWith(db, projectId, place),
  ]);
  const text = `${title}\n${body}`;
  const [issues, requests] = await Promise.all([
    facts ? issuesOf(db, Number(facts.id)) : [],
    requestsNamed(db, projectId, { source: source.id, hash, text, merge: merge < 0 ? null : { commits, merge } }),
  ]);
  const committedAt = (table.times[commit] ?? 0) * 1000;
  const children = [...childrenOf(table, commit)];
  const fixes = otherFixes(index, member, commit);
  return {
    source: source.id,
    repository: source.name,
    hash,
    url: commitUrl(source, hash),
    title,
    body,
    references: messageReferences(index, text, { issues, requests: requests.named }),
    author: presentSignature(people, table.author(commit), facts?.authored_at.getTime() ?? committedAt),
    committer: presentSignature(people, table.person(table.committers[commit] ?? 0), committedAt),
    credits: presentCredits(people, commits, commit),
    is_merge: table.isMerge(commit),
    parents: parents.map((parent) => {
      const at = table.withHash(parent, 1)[0];
      return { hash: parent, commit: at === undefined ? null : commitSummary(commits, at) };
    }),
    children: children.slice(0, MAX_LISTED).map((child) => commitSummary(commits, child)),
    children_total: children.length,
    merged_by: merge < 0 ? null : commitSummary(commits, merge),
    issues: issues.map(({ id, key, address, title: name, state, how }) => ({
      issue: { id, key, address, title: name, state },
      how,
    })),
    requests: requests.own.map(requestRef),
    ...releases,
    files: table.changes(commit).length,
    added: facts?.added ?? null,
    removed: facts?.deleted ?? null,
    fixes: fixes.slice(0, MAX_LISTED).map((fix) => ({
      commit: commitSummary(commits, fix.commit),
      issues: issueRefs(index.issues, fix.issues),
      paths: fix.paths.slice(0, MAX_LISTED).map((path) => table.paths.at(path)),
    })),
    fixes_total: fixes.length,
  };
}

/** Issues that the commit is tied to, with their addresses. */
async function issuesOf(db: Db, commitId: number) {
  const rows = await listIssuesOfCommit(db, commitId);
  const shared = await listIssuesWithSharedKey(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, address: issueAddress(row, shared) }));
}

/** The index keeps two parents of a merge: the mirror has all of them. */
async function parentsOf(
  folder: string,
  { commits: { table }, commit }: CommitInIndex,
  signal: AbortSignal,
): Promise<string[]> {
  const gitDir = await existingFolder(folder);
  const known = ([0, 1] as const).map((which) => table.parent(commit, which)).filter((at) => at >= 0);
  const indexed = known.map((at) => table.hash(at));
  if (gitDir === null) return indexed;
  try {
    return await readParents(gitDir, table.hash(commit), signal);
  } catch (error) {
    if (hasGitFailed(error)) return indexed;
    throw error;
  }
}

async function releasesWith(
  db: Db,
  projectId: string,
  { source, commits: { table }, commit }: CommitInIndex,
): Promise<Pick<Commit, "releases" | "releases_total">> {
  const found = tagsWith(table, commit, await listTags(db, source.id));
  const shown = found.slice(0, MAX_LISTED);
  const rows = await listReleasesByTags(
    db,
    projectId,
    shown.map(({ tag }) => tag.name),
  );
  const resolver = rows.length > 0 ? new SourceResolver(await listSourceAddresses(db, projectId)) : null;
  const near = new Set(resolver?.atSameLocation(source.id, [...new Set(rows.map((row) => row.source_id))]));
  const named = new Map(rows.filter((row) => near.has(row.source_id)).map((row) => [row.tag, row]));
  return {
    releases: shown.map(({ tag, commit: tagged }) => ({
      tag: tag.name,
      name: named.get(tag.name)?.name || null,
      url: named.get(tag.name)?.url ?? null,
      at: new Date((table.times[tagged] ?? 0) * 1000).toISOString(),
    })),
    releases_total: found.length,
  };
}

interface RequestQuestion {
  readonly source: string;
  readonly hash: string;
  readonly text: string;
  readonly merge: { readonly commits: OpenedCommits; readonly merge: number } | null;
}

/** The requests that brought a commit, and those that its message names. */
async function requestsNamed(db: Db, projectId: string, { source, hash, text, merge }: RequestQuestion) {
  const among = await listRequestSources(db, projectId);
  if (among.length === 0) return { own: [], named: [] };
  const resolver = new SourceResolver(await listSourceAddresses(db, projectId));
  const sources = resolver.atSameLocation(source, among);
  const mergeHash = merge?.commits.table.hash(merge.merge);
  const brought = [requestNumber(text), merge ? requestNumber(messageOf(merge.commits, merge.merge)) : null];
  const mentioned = referenceSpans(text).flatMap(({ reference: { kind, value, within } }) =>
    kind === "number" && within === null ? [Number(value)] : [],
  );
  const found = await listRequestsOfCommits(db, projectId, {
    hashes: [hash, ...(mergeHash === undefined ? [] : [mergeHash])],
    sources,
    numbers: [...new Set([...mentioned, ...brought.filter((number) => number !== null)])],
  });
  const shared = await listRequestsWithSharedNumber(
    db,
    found.map(({ id }) => id),
  );
  const rows = found.map((row) => ({ ...row, address: requestAddress(row, shared.has(row.id)) }));
  const isNear = (row: (typeof rows)[number]) => sources.includes(row.source_id);
  return {
    own: rows.filter(
      (row) =>
        row.has_commit ||
        [row.merge_hash, row.head_hash].some((one) => one !== null && (one === hash || one === mergeHash)) ||
        (isNear(row) && brought.includes(row.number)),
    ),
    named: rows.filter(isNear),
  };
}
