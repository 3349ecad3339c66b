import { parentPort, workerData } from "node:worker_threads";
import { SAVED_SEARCH_LIMITS } from "../../../contract/constants.ts";
import type { SavedFacets } from "../../../contract/savedSearches.ts";
import { errorMessage } from "../../errors.ts";
import { type BlobsLocation, openBlobs } from "../../index/blobs/openBlobs.ts";
import { createIndexCache } from "../../index/indexCache.ts";
import type { Manifest } from "../../index/manifest.ts";
import { lowerThreadPriority } from "../../jobs/lowerThreadPriority.ts";
import type { KnownPerson } from "../experts/knownPersons.ts";
import { makeTable } from "../experts/peopleTable.ts";
import { type Writers, searchPeopleOf } from "./searchPeople.ts";
import { type Matches, allMatches } from "./allMatches.ts";

export interface WatchedQuery {
  readonly id: string;
  readonly q: string;
  readonly facets: SavedFacets;
}

export interface WatchTask extends WatchPeople {
  readonly blobs: BlobsLocation;
  readonly manifest: Manifest;
  readonly searches: readonly WatchedQuery[];
}

/** Who is who in the project, for filters and facets by author. */
export interface WatchPeople {
  readonly persons: readonly KnownPerson[];
  readonly writers: Writers;
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
  const { blobs, manifest, searches, persons, writers } = workerData as WatchTask;
  createIndexCache(openBlobs(blobs))
    .open(manifest)
    .then((index) => {
      const people = searchPeopleOf(index, makeTable(index, null, persons), writers);
      return searches.map((query) => ({
        query,
        ...allMatches(index, { q: query.q, ...query.facets, people }, SAVED_SEARCH_LIMITS.matches),
      }));
    })
    .then(
      (matched) => port.postMessage({ searches: matched } satisfies WatchReply),
      (error: unknown) => port.postMessage({ error: errorMessage(error) } satisfies WatchReply),
    );
}
