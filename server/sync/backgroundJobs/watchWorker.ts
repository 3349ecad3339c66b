import { parentPort, workerData } from "node:worker_threads";
import type { SavedFacets } from "../../../contract/search/savedSearches.ts";
import { errorMessage } from "../../errors.ts";
import { type BlobsLocation, openBlobs } from "../../index/blobs/openBlobs.ts";
import { IndexCache } from "../../index/IndexCache.ts";
import type { Manifest } from "../../index/manifest.ts";
import { lowerThreadPriority } from "../../threads/lowerThreadPriority.ts";
import type { KnownPerson } from "../../engines/identities/knownPersons.ts";
import { makeTable } from "../../engines/identities/peopleTable.ts";
import { type Writers, searchPeopleOf } from "../../engines/search/collections/searchPeople.ts";
import { type Matches, matchingDocuments } from "../../engines/search/watch/matchingDocuments.ts";

export interface WatchedQuery {
  readonly id: string;
  readonly q: string;
  /** Without that of projects. */
  readonly facets: Omit<SavedFacets, "project">;
  /** Matches that are compared. */
  readonly limit: number;
}

export interface WatchTask extends WatchPeople {
  /** Names of the project's sources by id, for the filter by repository. */
  readonly sourceNames: ReadonlyMap<string, string>;
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

/** A search whose matches are unknown: it threw, ended the thread, or took too long. */
export interface FailedSearch {
  readonly query: WatchedQuery;
  readonly error: string;
}

/** An index that was opened, the outcome of each search in order, and the end of the task. */
export type WatchReply =
  | { readonly type: "opened" }
  | { readonly type: "done" }
  | { readonly type: "outcome"; readonly outcome: MatchedSearch | FailedSearch }
  | { readonly type: "failed"; readonly error: string };

/** Entry of the thread that runs watched searches, so that no request waits for them. */
const port = parentPort;
if (port) {
  lowerThreadPriority();
  // Only `matchInThread` starts this thread, and it types what it hands over.
  const { blobs, manifest, searches, persons, writers, sourceNames } = workerData as WatchTask;
  const reply = (message: WatchReply): void => port.postMessage(message);
  new IndexCache(openBlobs(blobs))
    .open(manifest)
    .then((index) => {
      const people = searchPeopleOf(index, makeTable(index, null, persons), writers);
      reply({ type: "opened" });
      for (const query of searches) {
        const request = { q: query.q, ...query.facets, people, sourceNames };
        reply({ type: "outcome", outcome: outcomeOf(query, () => matchingDocuments(index, request, query.limit)) });
      }
      reply({ type: "done" });
    })
    .catch((error: unknown) => reply({ type: "failed", error: errorMessage(error) }));
}

/** One search that throws must not lose the others. */
function outcomeOf(query: WatchedQuery, match: () => Matches): MatchedSearch | FailedSearch {
  try {
    return { query, ...match() };
  } catch (error) {
    return { query, error: errorMessage(error) };
  }
}
