/** The service of the search in one project: each function checks that the caller may search it. */
import type { FastifyBaseLogger } from "fastify";
import { MAX_EXPORTED_RESULTS } from "../../../contract/constants.ts";
import type { QueryOf } from "../../../contract/endpoints.ts";
import type { CommitChanges } from "../../../contract/code/commitChanges.ts";
import type { FilterValues } from "../../../contract/search/filterValues.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import type { FileMatches, MatchCounts, SearchAnswer } from "../../../contract/search/search.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { commitChanges } from "../../engines/search/results/commitChanges.ts";
import { countFileMatches, fileMatches } from "../../engines/search/results/fileMatches.ts";
import { filterValues } from "../../engines/search/filters/filterValues.ts";
import { search } from "../../engines/search/search.ts";
import type { SearchPeople } from "../../engines/search/collections/searchPeople.ts";
import type { OpenMirror } from "../../git/MirrorReads.ts";
import { warmIndex } from "../../engines/search/warm.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { searchCsv } from "./searchCsv.ts";
import { indexedSources } from "./indexedSources.ts";
import { type Searchable, openState } from "./openForSearch.ts";
import { hasPattern, unsearchedFiles } from "../../project/unsearchedFiles.ts";
import { projectStateFor } from "../../project/projectState.ts";
import { withPagesOf } from "./withCommitPages.ts";

export interface ProjectSearchDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly openMirror: OpenMirror;
}

/** @throws NotFound, Forbidden */
export async function searchProject(
  deps: ProjectSearchDeps,
  user: Principal,
  slug: string,
  query: QueryOf<"searchProject">,
  log: FastifyBaseLogger,
): Promise<SearchAnswer> {
  const { index, people, live, ...opened } = await openProject(deps, user, slug, log, query.q);
  const sources = indexedSources(opened.sources, index, user.language);
  await warmFirst(index, people);
  const hits = search(index, { ...query, sourceNames: namesOf(sources), people, live });
  const unsearched = hasPattern(parseQuery(query.q)) ? unsearchedFiles(index) : [];
  return { ...hits, results: withPagesOf(opened.sources, hits.results), unsearched, sources };
}

/** The best results as CSV. @throws NotFound, Forbidden */
export async function exportSearch(
  deps: ProjectSearchDeps,
  user: Principal,
  slug: string,
  query: QueryOf<"exportSearch">,
  log: FastifyBaseLogger,
): Promise<{ readonly csv: string; readonly projectId: string }> {
  const { projectId, index, people, live, ...opened } = await openProject(deps, user, slug, log, query.q);
  const sourceNames = namesOf(opened.sources);
  await warmFirst(index, people);
  const { results } = search(index, { ...query, limit: MAX_EXPORTED_RESULTS, sourceNames, people, live });
  return { csv: searchCsv(withPagesOf(opened.sources, results), sourceNames), projectId };
}

/** The matches of one file; none for a file that the last sync removed: a 404 would be read as a missing project. @throws NotFound, Forbidden */
export async function matchesOfFile(
  deps: ProjectSearchDeps,
  user: Principal,
  slug: string,
  query: QueryOf<"fileMatches">,
  log: FastifyBaseLogger,
): Promise<FileMatches> {
  const { index, people, live, sources } = await openProject(deps, user, slug, log, query.q);
  const matches = fileMatches(index, { ...query, people, live, sourceNames: namesOf(sources) });
  return matches ?? { total: 0, truncated: false, lines: [] };
}

/** How many lines of some files match. @throws NotFound, Forbidden */
export async function countMatches(
  deps: ProjectSearchDeps,
  user: Principal,
  { project, q, source, path }: QueryOf<"matchCounts">,
  log: FastifyBaseLogger,
): Promise<MatchCounts> {
  const { index, people, sources } = await openProject(deps, user, project, log);
  const files = path.map((file, at) => ({ source: source[at] ?? "", path: file }));
  return { counts: countFileMatches(index, { q, files, people, sourceNames: namesOf(sources) }) };
}

/** The changed lines of a commit; none for a commit of a repository that was unlinked. @throws NotFound, Forbidden */
export async function changesOfCommit(
  deps: ProjectSearchDeps,
  user: Principal,
  { project, source, ...query }: QueryOf<"commitChanges">,
  { log, signal }: { readonly log: FastifyBaseLogger; readonly signal: AbortSignal },
): Promise<CommitChanges> {
  const { index, sources } = await openProject(deps, user, project, log);
  // A mirror is named by the source's id, so that of another project must not be one.
  const isOfProject = sources.some(({ id, kind }) => id === source && kind === "repository");
  const mirror = isOfProject ? await deps.openMirror(source) : null;
  return commitChanges(index, { ...query, source, mirror }, signal);
}

/** The values that a filter may have. @throws NotFound, Forbidden */
export async function valuesOfFilter(
  deps: ProjectSearchDeps,
  user: Principal,
  query: QueryOf<"filterValues">,
  log: FastifyBaseLogger,
): Promise<FilterValues> {
  const q = `${query.filter}:*`;
  const { index, people, live, sources } = await openProject(deps, user, query.project, log, q);
  const sourceNames = namesOf(indexedSources(sources, index, user.language));
  return { filter: query.filter, values: filterValues(index, { ...query, people, live, sourceNames }) };
}

/**
 * Prepares an index before its first search. One that a push has changed is searched at once: a search computes a part of what is prepared
 * for all, and the user may wait for the push. It is prepared after the sync.
 */
async function warmFirst(index: OpenedIndex, people: SearchPeople): Promise<void> {
  if (index.code.every(({ part }) => part.view === null)) await warmIndex(index, people);
}

async function openProject(
  { db, indexes }: ProjectSearchDeps,
  user: Principal,
  slug: string,
  log: FastifyBaseLogger,
  q = "",
): Promise<Searchable & { readonly projectId: string }> {
  const { project, state } = await projectStateFor(db, user, slug, "project.search");
  return { projectId: project.id, ...(await openState(db, indexes, project.id, state, { log, q })) };
}

const namesOf = (sources: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> =>
  new Map(sources.map(({ id, name }) => [id, name]));
