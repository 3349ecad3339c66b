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
  readonly labels: readonly string[];
  readonly assignees: readonly TrackerPerson[];
  /** Asked for a review. */
  readonly reviewers: readonly TrackerPerson[];
  /** The commit of the target branch that the host compares with. */
  readonly baseHash: string | null;
  /** Null where the list does not tell; a `merged` event of the details has the same. */
  readonly mergedBy: TrackerPerson | null;
}

export interface RequestReview {
  readonly externalId: string;
  readonly person: TrackerPerson | null;
  readonly state: "approved" | "changes_requested" | "commented" | "dismissed";
  readonly submittedAt: Date;
  readonly body: string;
  readonly url: string | null;
  readonly commitHash: string | null;
}

/** Where in the code a comment is. */
export interface CommentPlace {
  readonly path: string;
  readonly side: "old" | "new";
  /** From 1, in the file at `commitHash`; null for the whole file. */
  readonly line: number | null;
  readonly startLine: number | null;
  readonly commitHash: string | null;
  readonly hunk: string | null;
  readonly isOutdated: boolean;
}

/** A comment of the conversation (`place` null), or one at a line. */
export interface RequestComment {
  readonly externalId: string;
  /** Equal for the comments of one discussion. */
  readonly thread: string | null;
  readonly review: string | null;
  readonly replyTo: string | null;
  readonly author: TrackerPerson | null;
  readonly body: string;
  readonly url: string | null;
  readonly place: CommentPlace | null;
  readonly isResolved: boolean | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface RequestCommit {
  readonly hash: string;
  readonly title: string;
  readonly author: string;
  readonly authoredAt: Date | null;
}

/** `closed`, `reopened`, `merged`, `labeled`, `review_requested`, … the same names for all hosts. */
export interface RequestEvent {
  readonly externalId: string;
  readonly type: string;
  readonly actor: TrackerPerson | null;
  readonly detail: string | null;
  readonly createdAt: Date;
}

export interface RequestCheck {
  readonly name: string;
  readonly state: "success" | "failure" | "pending" | "neutral";
  readonly url: string | null;
  readonly at: Date | null;
}

/** What a reader of details knows of a request. */
export interface KnownRequest {
  readonly number: number;
  readonly externalId: string;
  readonly url: string;
  readonly headHash: string | null;
  readonly isOpen: boolean;
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
  readonly comments: readonly RequestComment[];
  /** The first one first. */
  readonly commits: readonly RequestCommit[];
  readonly events: readonly RequestEvent[];
  /** Null where they were not read: what is stored stays. */
  readonly checks: readonly RequestCheck[] | null;
  /** In place of those of the list, where only the details tell. */
  readonly reviewers?: readonly TrackerPerson[];
  readonly baseHash?: string | null;
  /** The discussion is longer than this server reads. */
  readonly isCut: boolean;
}

export interface RequestPage extends ReadPosition {
  readonly requests: readonly HostRequest[];
  /** Ids of requests that are deleted. */
  readonly gone?: readonly string[];
  /** Each request is newer than what is stored of it, whatever its time of change says. */
  readonly supersedes?: boolean;
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

export interface RequestGroups {
  /** Requests of one call. */
  readonly size: number;
  /** The host turned out not to have this API: each request is read by itself. */
  readonly isAbsent: boolean;
  /** By the id of the request; what is missing has to be read by itself. */
  read(requests: readonly KnownRequest[], signal: AbortSignal): Promise<ReadonlyMap<string, RequestDetails>>;
}

/** The pull or merge requests of a repository. */
export interface RequestReader {
  /** Details cost no request of a host: a sync reads those of all changed requests. */
  readonly readsLocally?: boolean;
  changes(cursor: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage>;
  details(request: KnownRequest, signal: AbortSignal): Promise<RequestDetails>;
  /** Reads the details of many requests in few calls, where the host has an API for it. */
  readonly groups?: RequestGroups;
  /** All releases, listed apart from the requests; null when the host has none. */
  releases?(signal: AbortSignal): Promise<HostReleases | null>;
}
