/**
 * The interfaces of a provider. A code host returns how its repositories are fetched with git, and often has requests to read; a tracker reads
 * issues page by page, a wiki its pages; a calendar returns busy times. The sync depends on nothing else of a provider.
 */
import type { LeftOutKind } from "../../contract/leftOut.ts";
import type { GitAddress } from "./git/gitAddress.ts";
import { type Message } from "../messages/messages.ts";

/** Result of the validation of a source. */
export interface SourceFacts {
  readonly name: string;
  readonly visibility: "public" | "private" | "unknown";
  readonly defaultBranch?: string | null;
  /** The number of items to copy, where the host reports it. */
  readonly items?: number | null;
  readonly notes: readonly Message[];
  /** Who the credential belongs to, as the host calls them. */
  readonly account?: string | null;
  /** Scopes by the provider's name without which a part cannot be read. */
  readonly missing?: readonly string[];
  /** Requests that are left in the host's present window. */
  readonly limitLeft?: number | null;
  /** A few titles of what it sees. */
  readonly sample?: readonly string[];
}

export interface CodeHost {
  /** Reads what a user typed. SourceError when it is no repository address of this host. */
  address(url: string): Promise<GitAddress>;
  /** The user name that goes with a token when the user gave none. */
  readonly tokenUser: string;
}

/** An account of the tracker. */
export interface TrackerPerson {
  readonly externalId: string;
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
  readonly avatarUrl: string | null;
  readonly isBot: boolean;
}

export interface TrackerIssue {
  /** The provider's own id: it survives renames and moves. */
  readonly externalId: string;
  readonly number: number | null;
  /** As people write it: `#12`, `ABC-12`. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed";
  readonly url: string;
  readonly author: TrackerPerson | null;
  readonly assignees: readonly TrackerPerson[];
  readonly labels: readonly string[];
  readonly type?: string | null;
  readonly priority?: string | null;
  readonly commentsCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
}

export interface TrackerComment {
  readonly externalId: string;
  /** The key of the issue that it belongs to. */
  readonly issueKey: string;
  readonly author: TrackerPerson | null;
  readonly body: string;
  readonly url: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * An item that its host shows to some people only, or has not published. It is not read: its id is kept so that it can be counted and,
 * if it was read before, removed.
 */
export interface LeftOutItem {
  readonly kind: LeftOutKind;
  readonly externalId: string;
  /** For a comment: `externalId` of its issue, or `request:` and that of its request. */
  readonly parentId?: string;
  /** Of a page. */
  readonly version?: number;
  /** Given only by a source that was opened with `readsRestricted`. */
  readonly text?: RestrictedText;
}

/** The text of a restricted item. `body` is Markdown. */
export interface RestrictedText {
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  readonly author: string | null;
  readonly state: "open" | "closed" | null;
  /** Of a page. */
  readonly version?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Plain data that goes into the database with the rows of its page. Its shape belongs to the provider. */
export type TrackerCursor = Record<string, unknown>;

/** Something that happened to an issue. */
export interface TrackerEvent {
  readonly externalId: string;
  readonly issueKey: string;
  /** In lower case, as the provider calls it: `closed`, `labeled`, `status`. */
  readonly type: string;
  readonly actor: TrackerPerson | null;
  readonly detail: string | null;
  readonly createdAt: Date;
}

/** The progress of a read. Once the rows of a page are stored, a later read resumes at `cursor`, also after a crash. */
export interface ReadPosition {
  readonly cursor: TrackerCursor;
  /** Things read in this step since the reading began, and their total, where the host reports it. */
  readonly done: number;
  readonly total: number | null;
}

export interface TrackerPage extends ReadPosition {
  readonly step: "issues" | "comments" | "events";
  readonly issues?: readonly TrackerIssue[];
  readonly comments?: readonly TrackerComment[];
  /** Keys of issues with all of their comments in this page: other stored comments of them are deleted. */
  readonly wholeThreads?: readonly string[];
  /** Keys of issues whose threads are longer than this server reads: later comments are missing. */
  readonly cutThreads?: readonly string[];
  readonly events?: readonly TrackerEvent[];
  /** Items of this page that are left out. Rows that are stored of them are removed. */
  readonly leftOut?: readonly LeftOutItem[];
}

/** Comments of one issue. */
export interface TrackerThread {
  readonly comments: readonly TrackerComment[];
  /** There are more than this server reads. */
  readonly isCut: boolean;
}

export interface Tracker {
  /** Resolves the address at the host. SourceError, with a message for the user, when there is nothing to read. */
  describe(signal: AbortSignal): Promise<SourceFacts>;
  /**
   * What changed since the cursor (null: everything), oldest change first. Pages may overlap with what is known already: they are
   * stored by id and time of change. Ends when all is read. SourceError `rate_limited` with the wait when the host limits requests.
   */
  changes(cursor: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage>;
  /** Events of issues, where the host has a separate list for them. Read last. */
  events?(cursor: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage>;
  /**
   * All comments of one issue; null when it is gone. For issues whose number of comments differs from the stored one: a list by time
   * omits comments that were deleted, or came with a transferred issue.
   */
  thread?(key: string, signal: AbortSignal): Promise<TrackerThread | null>;
  /** How the host's list is compared with what is stored. */
  readonly inventory: TrackerInventory;
}

/** What finding deleted issues needs. Nothing is deleted on the word of one list alone. */
export interface TrackerInventory {
  /** How many issues (and requests, where `countsRequests`) there are now; null when the host does not report it. */
  count(signal: AbortSignal): Promise<number | null>;
  /** The host counts its pull requests among the issues. */
  readonly countsRequests: boolean;
  /** A few answers list all ids: that is done at each sync, regardless of the host's count. */
  readonly isCheap?: boolean;
  /** Ids of everything that there is, in pages. Ends only when the list is complete. */
  ids(signal: AbortSignal): AsyncGenerator<readonly string[]>;
  /** Issues of the last complete list that are left out; `ids` does not give them. */
  leftOut?(): readonly LeftOutItem[];
  /** The time of change of an issue of the last list, where the list has it: one that is stored in an older state was skipped between two pages. */
  updatedAt?(id: string): Date | null;
  /** Whether this one issue is still there. */
  has(issue: { readonly externalId: string; readonly key: string }, signal: AbortSignal): Promise<boolean>;
  /** Reads issues by their ids, where a list may have skipped some. */
  read?(
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<Pick<TrackerPage, "issues" | "comments" | "wholeThreads" | "cutThreads" | "events" | "leftOut">>;
}

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

/** A wiki page as it is now; `body` is Markdown. */
export interface WikiPage {
  readonly externalId: string;
  readonly spaceKey: string;
  readonly spaceName: string;
  readonly parentId: string | null;
  readonly position: number;
  readonly title: string;
  readonly version: number;
  readonly author: TrackerPerson | null;
  readonly labels: readonly string[];
  readonly attachments: readonly string[];
  readonly versions: readonly {
    readonly number: number;
    readonly author: TrackerPerson | null;
    readonly createdAt: Date;
  }[];
  readonly body: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A page's entry in the list of a wiki, which determines whether the page has to be read. */
export interface WikiEntry {
  readonly externalId: string;
  readonly version: number;
  readonly parentId: string | null;
  readonly position: number;
}

export interface Wiki {
  describe(signal: AbortSignal): Promise<SourceFacts>;
  /** Every page without restrictions, in pages of the list. Ends only when the list is complete: what it did not name is gone. */
  entries(signal: AbortSignal): AsyncGenerator<readonly WikiEntry[]>;
  /** Reads one page whole; null when it is gone meanwhile. */
  page(externalId: string, signal: AbortSignal): Promise<WikiPage | null>;
  /** Pages of the last complete list of `entries` that are left out, which did not give them. */
  leftOut?(): readonly LeftOutItem[];
  /** Reads one of the pages that are left out, where the source was opened with `readsRestricted`; null when it is gone meanwhile. */
  restrictedPage?(externalId: string, signal: AbortSignal): Promise<RestrictedText | null>;
  /** What changes about pages without a new version of them. */
  extras?(signal: AbortSignal): Promise<WikiExtras>;
}

/** Labels and names of attachments by the page's id; a page that has none is left out. Null: unknown, or too many to request. */
export interface WikiExtras {
  readonly labels: ReadonlyMap<string, readonly string[]> | null;
  readonly attachments: ReadonlyMap<string, readonly string[]> | null;
  /** The same as long as nothing of it changed. */
  readonly digest: string;
}

/** A busy time of a user. Nothing else of a calendar is ever read into this server. */
export interface BusySpan {
  readonly start: Date;
  readonly end: Date;
  readonly status: "busy" | "tentative" | "away";
}

export interface Calendar {
  /** Free and busy of these addresses, as far as the account may see them; an address that it may not see is left out. */
  busy(
    emails: readonly string[],
    window: { readonly from: Date; readonly to: Date },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly BusySpan[]>>;
}
