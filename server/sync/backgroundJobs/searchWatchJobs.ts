import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { searchPath } from "../../../contract/addresses/searchAddress.ts";
import type { Db } from "../../db/openDb.ts";
import { SAVED_SEARCH_LIMITS } from "../../../contract/constants.ts";
import { findCompanyOfProject, findProject, lockProjectForReferences } from "../../db/tables/projects/projects.ts";
import { listDueSearches, lockSavedSearch } from "../../db/tables/searches/savedSearches.ts";
import {
  findKnownMatches,
  listWatchedProjects,
  listWatchers,
  storeKnownMatches,
} from "../../db/tables/searches/searchWatches.ts";
import { type SourceRow, listSourcesOfProjects } from "../../db/tables/sources/sources.ts";
import type { FailedSearch, MatchedSearch, WatchPeople, WatchedQuery } from "./watchWorker.ts";
import { matchInThread } from "./watchThread.ts";
import { publishToUsers } from "../../events/publish.ts";
import { writeNotices } from "../../events/writeNotices.ts";
import { writeOutgoing } from "../../events/writeOutgoing.ts";
import { writeRuleEvents } from "../../events/writeRuleEvents.ts";
import { type Manifest, encodeManifest } from "../../index/manifest.ts";
import type { BlobsLocation } from "../../index/blobs/openBlobs.ts";
import {
  MATCH_SEARCHES,
  MATCH_SEARCH_OVER_ALL,
  type MatchSearchOverAllJob,
  type MatchSearchesJob,
} from "../../jobs/jobNames.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { sendOnceMore } from "../../jobs/sendOnceMore.ts";
import { message, verbatim } from "../../messages/messages.ts";
import { compareMatches, completeSources } from "./compareMatches.ts";
import { readNumberedManifest } from "../store/storedManifest.ts";

/** Titles that a notification names. */
const MAX_TITLES = 3;
/** Searches of one thread. */
const BATCH_SIZE = 50;
/** Threads of one job: the rest of a project's searches waits behind the jobs of other companies. */
const BATCHES_PER_JOB = 4;
/** Concurrent jobs, of different companies. */
const CONCURRENCY = 2;

export interface SearchWatchJobs {
  /** Registers the handlers. Before the queue starts. */
  register(): void;
  /** Queues the comparison of a project's watched searches, if one is due. One that is queued is not queued twice. */
  request(projectId: string): Promise<void>;
  /** The same for each project that a watched search over all projects covers. They may be thousands, so a job does it. */
  requestOverAll(searchId: string): Promise<void>;
}

export interface SearchWatchOptions {
  readonly db: Db;
  readonly queue: Queue;
  readonly blobs: BlobsLocation;
  readonly peopleOf: (projectId: string) => Promise<WatchPeople>;
  readonly onError: (error: unknown) => void;
}

/**
 * Compares what watched searches match with what they matched before, in the background and in its own thread, and notifies their watchers
 * of the difference. The first comparison of a search notifies of nothing.
 */
export function createSearchWatchJobs(options: SearchWatchOptions): SearchWatchJobs {
  const { db, queue, onError } = options;
  return {
    register: () => {
      queue.register<MatchSearchesJob>(
        MATCH_SEARCHES,
        ({ projectId }, { signal }) => compareProject(options, projectId, signal),
        { concurrency: CONCURRENCY, concurrencyPerGroup: 1, retryLimit: 2, retryDelaySeconds: 30 },
      );
      queue.register<MatchSearchOverAllJob>(
        MATCH_SEARCH_OVER_ALL,
        async ({ searchId }, { signal }) => {
          for (const projectId of await listWatchedProjects(db, searchId)) {
            signal.throwIfAborted();
            await requestProject(options, projectId);
          }
        },
        { concurrency: 1, retryLimit: 2, retryDelaySeconds: 30 },
      );
    },
    request: (projectId) => requestProject(options, projectId).catch(onError),
    requestOverAll: (searchId) =>
      sendOnceMore(queue, MATCH_SEARCH_OVER_ALL, { searchId } satisfies MatchSearchOverAllJob, {
        singletonKey: searchId,
      }).catch(onError),
  };
}

async function requestProject({ db, queue }: SearchWatchOptions, projectId: string): Promise<void> {
  const index = await readIndex(db, projectId);
  if ((await listDueSearches(db, projectId, index, 1)).length === 0) return;
  const group = await findCompanyOfProject(db, projectId);
  const job: MatchSearchesJob = { projectId };
  await sendOnceMore(queue, MATCH_SEARCHES, job, { singletonKey: projectId, ...(group !== undefined && { group }) });
}

async function compareProject(options: SearchWatchOptions, projectId: string, signal: AbortSignal): Promise<void> {
  for (let batch = 0; batch < BATCHES_PER_JOB; batch++) {
    signal.throwIfAborted();
    if (!(await compareBatch(options, projectId, signal))) return;
  }
  await requestProject(options, projectId);
}

/** Compares the next searches that are due. @returns whether there were any */
async function compareBatch(
  { db, blobs, peopleOf, onError }: SearchWatchOptions,
  projectId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const project = await findProject(db, projectId);
  if (!project) return false;
  // Before the manifest, which then has everything of a source that is complete now.
  const sources = await listSourcesOfProjects(db, [projectId]);
  const index = await readIndex(db, projectId);
  const due = await listDueSearches(db, projectId, index, BATCH_SIZE);
  if (due.length === 0) return false;
  const searches = due.map(watchedQuery);
  const sourceNames = new Map(sources.map(({ id, name }) => [id, name]));
  const task = { blobs, manifest: index.manifest, searches, sourceNames, ...(await peopleOf(projectId)) };
  for (const outcome of await matchInThread(task, signal)) {
    if ("error" in outcome) onError(new Error(`Watched search ${outcome.query.id}: ${outcome.error}`));
    await db.transaction().execute((tx) => storeOutcome(tx, { project, sources, index }, outcome));
  }
  return true;
}

/** The query as it is run in one project. */
function watchedQuery(due: Awaited<ReturnType<typeof listDueSearches>>[number]): WatchedQuery {
  const { project: _, ...facets } = due.facets;
  const { matches, matchesOverAll } = SAVED_SEARCH_LIMITS;
  return { id: due.id, q: due.q, facets, limit: due.company_id === null ? matches : matchesOverAll };
}

/** An index of a project, as a comparison needs it. */
interface ComparedIndex {
  readonly manifest: Manifest;
  readonly generation: number;
  /** Names the content of the index: a sync without changes makes no search due. */
  readonly state: string;
}

async function readIndex(db: Db, projectId: string): Promise<ComparedIndex> {
  const { manifest, generation } = await readNumberedManifest(db, projectId);
  const state = createHash("sha256")
    .update(JSON.stringify(encodeManifest(manifest)))
    .digest("hex");
  return { manifest, generation, state };
}

interface Comparison {
  readonly project: { readonly id: string; readonly slug: string; readonly name: string };
  readonly sources: readonly SourceRow[];
  readonly index: ComparedIndex;
}

/** Stores what a search matches now and notifies of what is new, in one transaction. */
async function storeOutcome(
  tx: Db,
  { project, sources, index }: Comparison,
  outcome: MatchedSearch | FailedSearch,
): Promise<void> {
  const { id, limit } = outcome.query;
  // Before the search: a call that deletes or changes both locks the project first.
  if (!(await lockProjectForReferences(tx, project.id))) return;
  const search = await lockSavedSearch(tx, id);
  // The change of a query has requested another comparison.
  if (!search || !isSameQuery(search, outcome.query)) return;
  const last = await findKnownMatches(tx, id, project.id);
  if (last && last.compared_generation > index.generation) return;
  const compared = {
    search_id: id,
    project_id: project.id,
    compared: index.state,
    compared_generation: index.generation,
  };
  if ("error" in outcome) {
    await storeKnownMatches(tx, { ...compared, is_too_broad: true });
    return;
  }
  const before = last?.seen && last.compared_sources ? { seen: last.seen, sources: last.compared_sources } : null;
  const sourcesOf = completeSources(sources, index.manifest, before?.sources);
  const { stored, titles } = compareMatches(before, outcome, sourcesOf, limit);
  await storeKnownMatches(tx, {
    ...compared,
    is_too_broad: stored === null,
    seen: stored && stored.seen,
    compared_sources: stored && JSON.stringify(stored.sources),
  });
  if (titles.length > 0) {
    // What a user keeps for themselves is not sent to others.
    if (search.is_shared) {
      const event = {
        event: "search.matched",
        key: `search.matched ${id} ${project.id} ${index.generation}`,
        subject: { kind: "search", id },
        data: { count: titles.length },
      } as const;
      await writeOutgoing(tx, { projectId: project.id, companyId: null }, [event]);
      await writeRuleEvents(tx, project.id, [event]);
    }
    await notifyWatchers(tx, { project, index }, { ...outcome.query, name: search.name }, titles);
  }
}

type StoredSearch = NonNullable<Awaited<ReturnType<typeof lockSavedSearch>>>;

function isSameQuery(search: StoredSearch, query: WatchedQuery): boolean {
  const { project: _, ...facets } = search.facets;
  return search.q === query.q && isDeepStrictEqual(facets, query.facets);
}

async function notifyWatchers(
  tx: Db,
  { project, index }: Pick<Comparison, "project" | "index">,
  { id, q, facets, name }: WatchedQuery & { readonly name: string },
  titles: readonly string[],
): Promise<void> {
  const title = message("notification.search_matched", { search: name, project: project.name, count: titles.length });
  const watchers = await listWatchers(tx, id, project.id);
  await writeNotices(
    tx,
    watchers.map((userId) => ({
      userId,
      kind: "search_matched",
      projectId: project.id,
      key: `search_matched ${id} ${project.id} ${index.generation}`,
      bundle: `search_matched ${id} ${project.id}`,
      subject: { kind: "search", id },
      count: titles.length,
    })),
  );
  await publishToUsers(tx, watchers, {
    projectId: project.id,
    project: project.slug,
    type: "search.matched",
    title,
    body: verbatim(titles.slice(0, MAX_TITLES).join(" · ")),
    href: searchPath(project.slug, { q, facets }),
    data: { project: project.slug, search: id, count: titles.length },
  });
}
