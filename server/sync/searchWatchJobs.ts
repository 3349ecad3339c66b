import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { searchPath } from "../../contract/searchAddress.ts";
import type { Db } from "../db/openDb.ts";
import { SAVED_SEARCH_LIMITS } from "../../contract/constants.ts";
import { findCompanyOfProject, findProject, lockProjectForReferences } from "../db/tables/projects.ts";
import { listDueSearches, lockSavedSearch } from "../db/tables/savedSearches.ts";
import { findKnownMatches, listWatchedProjects, listWatchers, storeKnownMatches } from "../db/tables/searchWatches.ts";
import { type SourceRow, listSourcesOfProjects } from "../db/tables/sources.ts";
import type { FailedSearch, MatchedSearch, WatchPeople, WatchedQuery } from "../engines/search/watch/watchWorker.ts";
import { matchInThread } from "../engines/search/watch/watchThread.ts";
import { publish } from "../events/publish.ts";
import { writeNotices } from "../events/writeNotices.ts";
import { type Manifest, encodeManifest } from "../index/manifest.ts";
import type { BlobsLocation } from "../index/blobs/openBlobs.ts";
import {
  MATCH_SEARCHES,
  MATCH_SEARCH_OVER_ALL,
  type MatchSearchOverAllJob,
  type MatchSearchesJob,
} from "../jobs/jobNames.ts";
import type { Queue } from "../jobs/Queue.ts";
import { message, verbatim } from "../messages/messages.ts";
import { compareMatches, completeSources } from "./compareMatches.ts";
import { readNumberedManifest } from "./storedManifest.ts";

/** Titles that a notification names. */
const MAX_TITLES = 3;
/** Searches of one thread. */
const BATCH_SIZE = 50;
/** Threads of one job: the rest of a project's searches waits behind the jobs of other companies. */
const BATCHES_PER_JOB = 4;
/** Jobs at once, of different companies. */
const CONCURRENCY = 2;

export interface SearchWatchJobs {
  /** Names the handler. Before the queue starts. */
  register(): void;
  /** Queues the comparison of a project's watched searches, if one is due. One that is queued is not queued twice. */
  request(projectId: string): Promise<void>;
  /** The same for each project that a watched search over all projects covers. They may be thousands, so a job does it. */
  requestOverAll(searchId: string): Promise<void>;
}

/**
 * Compares what watched searches match with what they matched before, in the background and in its own thread, and notifies their watchers
 * of the difference. The first comparison of a search notifies of nothing.
 */
export function createSearchWatchJobs(options: {
  readonly db: Db;
  readonly queue: Queue;
  readonly blobs: BlobsLocation;
  readonly peopleOf: (projectId: string) => Promise<WatchPeople>;
  readonly onError: (error: unknown) => void;
}): SearchWatchJobs {
  const { db, queue, blobs, onError } = options;

  /** Compares the next searches that are due. @returns whether there were any */
  const compareBatch = async (projectId: string, signal: AbortSignal): Promise<boolean> => {
    const project = await findProject(db, projectId);
    if (!project) return false;
    // Sources first: of one that is complete now the manifest has everything.
    const sources = await listSourcesOfProjects(db, [projectId]);
    const index = await readIndex(db, projectId);
    const due = await listDueSearches(db, projectId, index, BATCH_SIZE);
    if (due.length === 0) return false;
    const searches = due.map(watchedQuery);
    const sourceNames = new Map(sources.map(({ id, name }) => [id, name]));
    const people = await options.peopleOf(projectId);
    const task = { blobs, manifest: index.manifest, searches, sourceNames, ...people };
    for (const outcome of await matchInThread(task, signal)) {
      if ("error" in outcome) onError(new Error(`Watched search ${outcome.query.id}: ${outcome.error}`));
      await storeOutcome(db, { project, sources, index }, outcome);
    }
    return true;
  };

  const request = async (projectId: string): Promise<void> => {
    const index = await readIndex(db, projectId);
    if ((await listDueSearches(db, projectId, index, 1)).length === 0) return;
    const group = await findCompanyOfProject(db, projectId);
    // A job that is about to end does not see this request: a second one is queued behind it.
    for (const singletonKey of [projectId, `${projectId} next`]) {
      const job: MatchSearchesJob = { projectId };
      if ((await queue.send(MATCH_SEARCHES, job, { singletonKey, ...(group !== undefined && { group }) })) !== null)
        return;
    }
  };

  const requestOverAll = async (searchId: string): Promise<void> => {
    // As above: one that runs may have passed a project that has become due.
    for (const singletonKey of [searchId, `${searchId} next`]) {
      const job: MatchSearchOverAllJob = { searchId };
      if ((await queue.send(MATCH_SEARCH_OVER_ALL, job, { singletonKey })) !== null) return;
    }
  };

  return {
    register: () => {
      queue.register<MatchSearchesJob>(
        MATCH_SEARCHES,
        async ({ projectId }, { signal }) => {
          for (let batch = 0; batch < BATCHES_PER_JOB; batch++) {
            signal.throwIfAborted();
            if (!(await compareBatch(projectId, signal))) return;
          }
          await request(projectId);
        },
        { concurrency: CONCURRENCY, concurrencyPerGroup: 1, retryLimit: 2, retryDelaySeconds: 30 },
      );
      queue.register<MatchSearchOverAllJob>(
        MATCH_SEARCH_OVER_ALL,
        async ({ searchId }, { signal }) => {
          for (const projectId of await listWatchedProjects(db, searchId)) {
            signal.throwIfAborted();
            await request(projectId);
          }
        },
        { concurrency: 1, retryLimit: 2, retryDelaySeconds: 30 },
      );
    },
    request: (projectId) => request(projectId).catch(onError),
    requestOverAll: (searchId) => requestOverAll(searchId).catch(onError),
  };
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

/** Stores what a search matches now and notifies of what is new, both or neither. */
async function storeOutcome(
  db: Db,
  { project, sources, index }: Comparison,
  outcome: MatchedSearch | FailedSearch,
): Promise<void> {
  const { id, q, facets, limit } = outcome.query;
  await db.transaction().execute(async (tx) => {
    // Before the search: a call that deletes or changes both locks the project first.
    if (!(await lockProjectForReferences(tx, project.id))) return;
    const search = await lockSavedSearch(tx, id);
    // Another query needs another comparison, which its change has requested.
    if (!search || search.q !== q) return;
    const { project: _, ...stored } = search.facets;
    if (!isDeepStrictEqual(stored, facets)) return;
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
    const { known, titles } = compareMatches(before, outcome, sourcesOf, limit);
    await storeKnownMatches(tx, {
      ...compared,
      is_too_broad: known === null,
      seen: known && known.seen,
      compared_sources: known && JSON.stringify(known.sources),
    });
    if (titles.length === 0) return;
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
    for (const userId of watchers) {
      await publish(tx, {
        userId,
        project: project.slug,
        type: "search.matched",
        title: message("notification.search_matched", {
          search: search.name,
          project: project.name,
          count: titles.length,
        }),
        body: verbatim(titles.slice(0, MAX_TITLES).join(" · ")),
        href: searchPath(project.slug, { q, facets }),
        data: { project: project.slug, search: id, count: titles.length },
      });
    }
  });
}
