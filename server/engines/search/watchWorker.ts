import { parentPort, workerData } from "node:worker_threads";
import { SAVED_SEARCH_LIMITS } from "../../../contract/constants.ts";
import type { SavedFacets } from "../../../contract/savedSearches.ts";
import { errorMessage } from "../../errors.ts";
import { type BlobsLocation, openBlobs } from "../../index/blobs/openBlobs.ts";
import { createIndexCache } from "../../index/indexCache.ts";
import type { Manifest } from "../../index/manifest.ts";
import { lowerThreadPriority } from "../../jobs/lowerThreadPriority.ts";
import { type Matches, allMatches } from "./allMatches.ts";

export interface WatchedQuery {
  readonly id: string;
  readonly q: string;
  readonly facets: SavedFacets;
}

export interface WatchTask {
  readonly blobs: BlobsLocation;
  readonly manifest: Manifest;
  readonly searches: readonly WatchedQuery[];
}

export interface MatchedSearch extends Matches {
  readonly query: WatchedQuery;
}

export type WatchReply = { readonly searches: readonly MatchedSearch[] } | { readonly error: string };

/** Entry of the thread that runs watched searches, so that no request waits for them. */
const port = parentPort;
if (port) {
  lowerThreadPriority();
  // Only `matchInThread` starts this thread, and it types what it hands over.
  const { blobs, manifest, searches } = workerData as WatchTask;
  createIndexCache(openBlobs(blobs))
    .open(manifest)
    .then((index) =>
      searches.map((query) => ({
        query,
        ...allMatches(index, { q: query.q, ...query.facets }, SAVED_SEARCH_LIMITS.matches),
      })),
    )
    .then(
      (matched) => port.postMessage({ searches: matched } satisfies WatchReply),
      (error: unknown) => port.postMessage({ error: errorMessage(error) } satisfies WatchReply),
    );
}
