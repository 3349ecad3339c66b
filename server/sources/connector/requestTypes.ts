/** The interface of a reader of pull or merge requests, and of releases. */
import type { LeftOutItem, ReadPosition, TrackerCursor, TrackerPerson } from "./connectorTypes.ts";

/** A pull or merge request. */
export interface HostRequest {
  readonly externalId: string;
  readonly number: number;
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed" | "merged";
  readonly isDraft: boolean;
  readonly author: TrackerPerson | null;
  readonly sourceBranch: string | null;
  readonly targetBranch: string | null;
  readonly headHash: string | null;
  readonly mergeHash: string | null;
  readonly url: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly mergedAt: Date | null;
  readonly closedAt: Date | null;
}

export interface RequestReview {
  readonly externalId: string;
  readonly person: TrackerPerson | null;
  readonly state: "approved" | "changes_requested" | "commented" | "dismissed";
  readonly submittedAt: Date;
}

export interface RequestDetails {
  readonly reviews: readonly RequestReview[];
  readonly files: readonly {
    readonly path: string;
    readonly additions: number | null;
    readonly deletions: number | null;
  }[];
  /** Notes on the request that are left out. */
  readonly leftOut?: readonly LeftOutItem[];
}

export interface RequestPage extends ReadPosition {
  readonly requests: readonly HostRequest[];
}

/** What a team has given out. */
export interface HostRelease {
  readonly externalId: string;
  readonly tag: string;
  readonly name: string;
  readonly body: string;
  readonly url: string;
  readonly author: TrackerPerson | null;
  readonly isPrerelease: boolean;
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
}

export interface HostReleases {
  readonly releases: readonly HostRelease[];
  readonly leftOut: readonly LeftOutItem[];
}

/** The pull or merge requests of a repository. */
export interface RequestReader {
  changes(cursor: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage>;
  details(
    request: { readonly number: number; readonly externalId: string },
    signal: AbortSignal,
  ): Promise<RequestDetails>;
  /** All releases, listed apart from the requests; null when the host has none. */
  releases?(signal: AbortSignal): Promise<HostReleases | null>;
}
