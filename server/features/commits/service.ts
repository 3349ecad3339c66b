import type { CommitAnswer, FoundCommit } from "../../../contract/commits.ts";
import { ABBREVIATED_HASH } from "../../../contract/shortHash.ts";
import { type DocumentSourceRow, listDocumentSources } from "../../db/tables/sources.ts";
import { MAX_CANDIDATES, findCommit, findCommits } from "../../engines/commits/findCommits.ts";
import { commitUrl } from "../../engines/documents/hostLinks.ts";
import { search } from "../../engines/search/search.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
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
    return { status: "missing", commit: null, candidates: commitsMentioningHash(index, hash), repositories };
  const found = summaries(places);
  if (new Set(found.map((one) => one.hash)).size > 1)
    return { status: "ambiguous", commit: null, candidates: found.slice(0, MAX_CANDIDATES), repositories };
  const at = { source: row, commits, ...place };
  const commit = presentCommit(index, at, await readCommit(deps, index, projectId, at, signal));
  return { status: "found", commit, candidates: summaries(others), repositories };
}

/** Those of the hashes, or their beginnings, that name one commit. */
export function findCommitsByHashes(index: OpenedIndex, hashes: readonly string[]): FoundCommit[] {
  return [...new Set(hashes)].flatMap((named) => {
    const place = findCommit(index, named);
    const commits = place && index.commits[place.member];
    return place && commits ? [{ named, commit: commitSummary(commits, place.commit) }] : [];
  });
}

/** A host has no page for a beginning that its own rules call too short. */
const hashUrl = (source: DocumentSourceRow, hash: string): string | null =>
  ABBREVIATED_HASH.test(hash) ? commitUrl(source, hash.toLowerCase()) : null;

/** Commits whose message mentions a hash that the index lacks, such as the one that reverts it. */
function commitsMentioningHash(index: OpenedIndex, hash: string): CommitAnswer["candidates"] {
  if (!ABBREVIATED_HASH.test(hash)) return [];
  const { results } = search(index, { q: `"${hash.toLowerCase()}"`, kind: ["commit"], limit: MAX_LISTED, path: [] });
  return results.flatMap((result) => {
    const commits = index.commits.find(({ part }) => part.source === result.source);
    const commit = commits?.table.withHash(result.hash ?? "", 1)[0];
    return commits && commit !== undefined ? [commitSummary(commits, commit)] : [];
  });
}
