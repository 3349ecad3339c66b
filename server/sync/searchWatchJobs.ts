import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { searchPath } from "../../contract/searchAddress.ts";
import type { Db } from "../db/openDb.ts";
import { findCompanyOfProject, findProject } from "../db/tables/projects.ts";
import { listDueSearches, listWatchers, lockSavedSearch, updateSavedSearch } from "../db/tables/savedSearches.ts";
import { type SourceRow, listSourcesOfProjects } from "../db/tables/sources.ts";
import type { FailedSearch, MatchedSearch, WatchPeople } from "../engines/search/watch/watchWorker.ts";
import { matchInThread } from "../engines/search/watch/watchThread.ts";
import { publish } from "../events/publish.ts";
import { type Manifest, encodeManifest } from "../index/manifest.ts";
import type { BlobsLocation } from "../index/blobs/openBlobs.ts";
import { MATCH_SEARCHES, type MatchSearchesJob } from "../jobs/jobNames.ts";
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
    const searches = await listDueSearches(db, projectId, index, BATCH_SIZE);
    if (searches.length === 0) return false;
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
    },
    request: (projectId) => request(projectId).catch(onError),
  };
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
  readonly project: { readonly slug: string; readonly name: string };
  readonly sources: readonly SourceRow[];
  readonly index: ComparedIndex;
}

/** Stores what a search matches now and notifies of what is new, both or neither. */
async function storeOutcome(
  db: Db,
  { project, sources, index }: Comparison,
  outcome: MatchedSearch | FailedSearch,
): Promise<void> {
  const { id, q, facets } = outcome.query;
  await db.transaction().execute(async (tx) => {
    const search = await lockSavedSearch(tx, id);
    // Another query needs another comparison, which its change has requested.
    if (!search || search.q !== q || !isDeepStrictEqual(search.facets, facets)) return;
    if (search.compared_generation > index.generation) return;
    const compared = { compared: index.state, compared_generation: index.generation };
    if ("error" in outcome) {
      await updateSavedSearch(tx, id, { ...compared, is_too_broad: true });
      return;
    }
    const before =
      search.seen && search.compared_sources ? { seen: search.seen, sources: search.compared_sources } : null;
    const { known, titles } = compareMatches(
      before,
      outcome,
      completeSources(sources, index.manifest, before?.sources),
    );
    await updateSavedSearch(tx, id, {
      ...compared,
      is_too_broad: known === null,
      seen: known && known.seen,
      compared_sources: known && JSON.stringify(known.sources),
    });
    if (titles.length === 0) return;
    for (const userId of await listWatchers(tx, id)) {
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
