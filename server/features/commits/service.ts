import type { CommitAnswer, FoundCommit } from "../../../contract/code/commits.ts";
import { ABBREVIATED_HASH } from "../../../contract/code/shortHash.ts";
import { type DocumentSourceRow, listDocumentSources } from "../../db/tables/sources/sources.ts";
import type { Db } from "../../db/openDb.ts";
import { MAX_CANDIDATES, findOnlyCommit, findCommits } from "../../engines/commits/findCommits.ts";
import { commitUrl } from "../../sources/hostLinks.ts";
import { hasGitFailed } from "../../git/gitErrors.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import { search } from "../../engines/search/search.ts";
import { commitsOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import { resolveRevision } from "../../project/revisions.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { MAX_COMMIT_ENTRIES, presentCommit } from "./present.ts";
import { commitSummary } from "../../project/commitRefs.ts";
import { type OpenedOutsideCommit, readOutsideCommit, summarizeOutside } from "./outsideCommit.ts";
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
  const repositories = sources.map((repository) => ({
    id: repository.id,
    name: repository.name,
    url: hashUrl(repository, hash),
  }));
  const [place, ...others] = places;
  const commits = place && index.commits[place.member];
  const row = sources.find(({ id }) => id === commits?.part.source);
  if (!place || !commits || !row) {
    const searched = sources.filter(({ id }) => source === undefined || id === source);
    const outside = await findOutside(deps, { projectId, index, sources: searched }, hash, signal);
    if (outside) return { ...outside, repositories };
    const candidates = await commitsMentioningHash(deps.db, index, projectId, hash);
    return { status: "missing", commit: null, candidates, repositories };
  }
  const people = await projectPeople(deps.db, projectId, index);
  const summaries = (of: ReturnType<typeof findCommits>): CommitAnswer["candidates"] =>
    of.flatMap((commitPlace) => {
      const history = index.commits[commitPlace.member];
      return history ? [commitSummary(people, history, commitPlace.commit)] : [];
    });
  const commitSummaries = summaries(places);
  if (new Set(commitSummaries.map((summary) => summary.hash)).size > 1)
    return { status: "ambiguous", commit: null, candidates: commitSummaries.slice(0, MAX_CANDIDATES), repositories };
  const at = { source: row, commits, ...place };
  const commit = presentCommit(index, at, await readCommit(deps, index, projectId, at, signal));
  return { status: "found", commit, candidates: summaries(others), repositories };
}

interface Where {
  readonly projectId: string;
  readonly index: OpenedIndex;
  readonly sources: readonly DocumentSourceRow[];
}

/** The commit of a hash in the history of refs that were read, but are not indexed; null where no repository has one. */
async function findOutside(
  { db, openMirror }: CommitDeps,
  { projectId, index, sources }: Where,
  hash: string,
  signal: AbortSignal,
): Promise<Omit<CommitAnswer, "repositories"> | null> {
  if (!ABBREVIATED_HASH.test(hash)) return null;
  const outsideCommits: OpenedOutsideCommit[] = [];
  for (const source of sources.slice(0, MAX_COMMIT_ENTRIES)) {
    const mirror = await openMirror(source.id);
    const place = { projectId, index, source, mirror };
    const { revision } = await resolveRevision(db, place, hash.toLowerCase(), signal);
    if (revision === null || mirror === null) continue;
    if (await touches(mirror, revision.hash, signal)) outsideCommits.push({ ...place, mirror, hash: revision.hash });
  }
  const [first, ...others] = outsideCommits;
  if (!first) return null;
  const isSame = others.every((other) => other.hash === first.hash);
  const candidates = await summarizeOutside(db, isSame ? others : outsideCommits, signal);
  if (!isSame) return { status: "ambiguous", commit: null, candidates };
  return { status: "found", commit: await readOutsideCommit(db, first, signal), candidates };
}

/** Whether a commit changes something in the folders of a mirror; false also where git cannot tell. */
async function touches(mirror: Mirror, hash: string, signal: AbortSignal): Promise<boolean> {
  try {
    return await mirror.touchesFolders(hash, mirror.folders, signal);
  } catch (error) {
    if (hasGitFailed(error)) return false;
    throw error;
  }
}

/** Those of the hashes, or their beginnings, that name one commit. */
export async function findCommitsByHashes(
  db: Db,
  index: OpenedIndex,
  projectId: string,
  hashes: readonly string[],
): Promise<FoundCommit[]> {
  const matches = [...new Set(hashes)].flatMap((named) => {
    const place = findOnlyCommit(index, named);
    const commits = place && index.commits[place.member];
    return place && commits ? [{ named, commits, commit: place.commit }] : [];
  });
  if (matches.length === 0) return [];
  const people = await projectPeople(db, projectId, index);
  return matches.map(({ named, commits, commit }) => ({ named, commit: commitSummary(people, commits, commit) }));
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
  const { results } = search(index, {
    q: `"${hash.toLowerCase()}"`,
    kind: ["commit"],
    limit: MAX_COMMIT_ENTRIES,
    path: [],
  });
  if (results.length === 0) return [];
  const people = await projectPeople(db, projectId, index);
  return results.flatMap((result) => {
    const commits = commitsOf(index, result.source);
    const commit = commits?.table.withHash(result.hash ?? "", 1)[0];
    return commits && commit !== undefined ? [commitSummary(people, commits, commit)] : [];
  });
}
