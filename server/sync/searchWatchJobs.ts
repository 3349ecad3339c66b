import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { searchPath } from "../../contract/searchAddress.ts";
import type { Db } from "../db/openDb.ts";
import { findProject } from "../db/tables/projects.ts";
import { listDueSearches, listWatchers, lockSavedSearch, updateSavedSearch } from "../db/tables/savedSearches.ts";
import type { MatchedSearch, WatchPeople, WatchedQuery } from "../engines/search/watchWorker.ts";
import { matchInThread } from "../engines/search/watchThread.ts";
import { publish } from "../events/publish.ts";
import { type Manifest, encodeManifest } from "../index/manifest.ts";
import type { BlobsLocation } from "../index/blobs/openBlobs.ts";
import { MATCH_SEARCHES, type MatchSearchesJob } from "../jobs/jobNames.ts";
import type { Queue } from "../jobs/Queue.ts";
import { message, verbatim } from "../messages/messages.ts";
import { readManifest } from "./storedManifest.ts";

/** Titles that a notification names. */
const MAX_TITLES = 3;
const HASH_BYTES = 8;
/** Searches of one thread. */
const BATCH_SIZE = 50;

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
}): SearchWatchJobs {
  const { db, queue, blobs } = options;

  const handle = async (
    { projectId }: MatchSearchesJob,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<void> => {
    // A request during the comparison starts no second job: what has become due meanwhile is compared here.
    for (;;) {
      signal.throwIfAborted();
      const project = await findProject(db, projectId);
      const manifest = await readManifest(db, projectId);
      const state = stateOf(manifest);
      const due = await listDueSearches(db, projectId, state, BATCH_SIZE);
      if (!project || due.length === 0) return;
      const task = { blobs, manifest, searches: due.map(queryOf), ...(await options.peopleOf(projectId)) };
      for (const matched of await matchInThread(task, signal)) await compare(db, project, state, matched);
    }
  };

  return {
    register: () => {
      queue.register<MatchSearchesJob>(MATCH_SEARCHES, handle, {
        concurrency: 1,
        retryLimit: 2,
        retryDelaySeconds: 30,
      });
    },
    request: async (projectId) => {
      const state = stateOf(await readManifest(db, projectId));
      if ((await listDueSearches(db, projectId, state, 1)).length === 0) return;
      await queue.send(MATCH_SEARCHES, { projectId } satisfies MatchSearchesJob, { singletonKey: projectId });
    },
  };
}

const queryOf = ({ id, q, facets }: Awaited<ReturnType<typeof listDueSearches>>[number]): WatchedQuery => ({
  id,
  q,
  facets,
});

/** Names the state of an index: a sync without changes makes no search due. */
const stateOf = (manifest: Manifest): string =>
  createHash("sha256")
    .update(JSON.stringify(encodeManifest(manifest)))
    .digest("hex");

interface WatchedProject {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** Stores what a search matches now and notifies of what is new, both or neither. */
async function compare(db: Db, project: WatchedProject, state: string, matched: MatchedSearch): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const search = await lockSavedSearch(tx, matched.query.id);
    // Another query needs another comparison, which its change has requested.
    if (!search || search.q !== matched.query.q || !isDeepStrictEqual(search.facets, matched.query.facets)) return;
    if (matched.matches === null) {
      await updateSavedSearch(tx, matched.query.id, { is_too_broad: true, seen: null, compared: state });
      return;
    }
    const hashes = new Map(matched.matches.map(({ key, title }) => [hashOf(key), title]));
    const known = search.seen && hashesIn(search.seen);
    const titles = known ? [...hashes].flatMap(([hash, title]) => (known.has(hash) ? [] : [title])) : [];
    // Where texts were left out for lack of time, what was known may still match.
    const seen = matched.isPartial && known ? known.union(hashes) : new Set(hashes.keys());
    await updateSavedSearch(tx, matched.query.id, { is_too_broad: false, seen: bytesOf(seen), compared: state });
    if (titles.length === 0) return;
    for (const userId of await listWatchers(tx, matched.query.id)) {
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
        href: searchPath(project.slug, matched.query),
        data: { project: project.slug, search: matched.query.id, count: titles.length },
      });
    }
  });
}

const hashOf = (key: string): string =>
  createHash("sha256")
    .update(key)
    .digest("hex")
    .slice(0, 2 * HASH_BYTES);

/** @param stored a plain Uint8Array where the embedded database made it */
function hashesIn(stored: Uint8Array): Set<string> {
  const digits = Buffer.from(stored).toString("hex");
  return new Set(digits.match(new RegExp(`.{${2 * HASH_BYTES}}`, "g")));
}

const bytesOf = (hashes: Iterable<string>): Buffer => Buffer.from([...hashes].sort().join(""), "hex");
