import type { CommitAnswer, FoundCommit } from "../../../contract/commits.ts";
import { ABBREVIATED_HASH } from "../../../contract/shortHash.ts";
import { type DocumentSourceRow, listDocumentSources } from "../../db/tables/sources.ts";
import type { Db } from "../../db/openDb.ts";
import { MAX_CANDIDATES, findCommit, findCommits } from "../../engines/commits/findCommits.ts";
import { commitUrl } from "../../engines/documents/hostLinks.ts";
import { search } from "../../engines/search/search.ts";
import { commitsOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import { projectPeople } from "../persons/projectPeople.ts";
import type { CommitDeps } from "./commitDeps.ts";
import { MAX_LISTED, presentCommit } from "./present.ts";
import { commitSummary } from "./commitRefs.ts";
import { readCommit } from "./readCommit.ts";

/** The commit that a hash, or the beginning of one, names in a project. @throws the signal's reason */
export async function findCommitByHash(
  deps: CommitDeps,
  index: OpenedIndex,
  projectId: string,
  { hash, source }: { readonly hash: string; readonly source: string | undefined },
  signal: AbortSignal,
): Promise<CommitAnswer> {
  const sources = (await listDocumentSources(deps.db, projectId)).filter(({ kind }) => kind === "repository");
  const linked = new Set(sources.map(({ id }) => id));
  const places = findCommits(index, hash, source).filter(({ member }) =>
    linked.has(index.commits[member]?.part.source ?? ""),
  );
  const repositories = sources.map((one) => ({ id: one.id, name: one.name, url: hashUrl(one, hash) }));
  const [place, ...others] = places;
  const commits = place && index.commits[place.member];
  const row = sources.find(({ id }) => id === commits?.part.source);
  if (!place || !commits || !row) {
    const candidates = await commitsMentioningHash(deps.db, index, projectId, hash);
    return { status: "missing", commit: null, candidates, repositories };
  }
  const people = await projectPeople(deps.db, projectId, index);
  const summaries = (of: ReturnType<typeof findCommits>): CommitAnswer["candidates"] =>
    of.flatMap((one) => {
      const history = index.commits[one.member];
      return history ? [commitSummary(people, history, one.commit)] : [];
    });
  const found = summaries(places);
  if (new Set(found.map((one) => one.hash)).size > 1)
    return { status: "ambiguous", commit: null, candidates: found.slice(0, MAX_CANDIDATES), repositories };
  const at = { source: row, commits, ...place };
  const commit = presentCommit(index, at, await readCommit(deps, index, projectId, at, signal));
  return { status: "found", commit, candidates: summaries(others), repositories };
}

/** Those of the hashes, or their beginnings, that name one commit. */
export async function findCommitsByHashes(
  db: Db,
  index: OpenedIndex,
  projectId: string,
  hashes: readonly string[],
): Promise<FoundCommit[]> {
  const found = [...new Set(hashes)].flatMap((named) => {
    const place = findCommit(index, named);
    const commits = place && index.commits[place.member];
    return place && commits ? [{ named, commits, commit: place.commit }] : [];
  });
  if (found.length === 0) return [];
  const people = await projectPeople(db, projectId, index);
  return found.map(({ named, commits, commit }) => ({ named, commit: commitSummary(people, commits, commit) }));
}

/** A host has no page for a beginning that its own rules call too short. */
const hashUrl = (source: DocumentSourceRow, hash: string): string | null =>
  ABBREVIATED_HASH.test(hash) ? commitUrl(source, hash.toLowerCase()) : null;

/** Commits whose message mentions a hash that the index lacks, such as the one that reverts it. */
async function commitsMentioningHash(
  db: Db,
  index: OpenedIndex,
  projectId: string,
  hash: string,
): Promise<CommitAnswer["candidates"]> {
  if (!ABBREVIATED_HASH.test(hash)) return [];
  const { results } = search(index, { q: `"${hash.toLowerCase()}"`, kind: ["commit"], limit: MAX_LISTED, path: [] });
  if (results.length === 0) return [];
  const people = await projectPeople(db, projectId, index);
  return results.flatMap((result) => {
    const commits = commitsOf(index, result.source);
    const commit = commits?.table.withHash(result.hash ?? "", 1)[0];
    return commits && commit !== undefined ? [commitSummary(people, commits, commit)] : [];
  });
}
