/** The interface of a tracker, which reads issues page by page. */
import type { CustomField } from "../../../contract/issues/customFields.ts";
import type { IssueCustomField, IssueStatus } from "../../../contract/issues/issueWorkflow.ts";
import type { TrackerLink, TrackerWorkflow } from "./workflowTypes.ts";
import type { LeftOutItem, ReadPosition, SourceFacts, TrackerCursor, TrackerPerson } from "./connectorTypes.ts";

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
  readonly workflow?: TrackerWorkflow;
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
  /** What the text says that its issue is a duplicate of. It counts once the host marks the issue as a duplicate. */
  readonly duplicateOf?: TrackerLink | null;
}

/** Something that happened to an issue. */
export interface TrackerEvent {
  /** The provider's id; `closed:` with the time for a closing that only the row of the issue shows. */
  readonly externalId: string;
  readonly issueKey: string;
  /** In lower case, as the provider calls it: `closed`, `labeled`, `status`. */
  readonly type: string;
  readonly actor: TrackerPerson | null;
  readonly detail: string | null;
  readonly createdAt: Date;
}

/** What names one issue, by its key. */
export interface IssueReferences {
  readonly issueKey: string;
  readonly links: readonly TrackerLink[];
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
  /** Links that the host noted because another issue names one of these. All of each issue. */
  readonly references?: readonly IssueReferences[];
  /** Statuses that the tracker has, also those that no issue of this page has. */
  readonly statuses?: readonly IssueStatus[];
  /** Ids of issues that are deleted. */
  readonly gone?: readonly string[];
  /** Each issue is newer than what is stored of it, whatever its time of change says. */
  readonly supersedes?: boolean;
  /** Items of this page that are left out. Rows that are stored of them are removed. */
  readonly leftOut?: readonly LeftOutItem[];
}

/** Comments of one issue. */
export interface TrackerThread {
  readonly comments: readonly TrackerComment[];
  /** There are more than this server reads. */
  readonly isCut: boolean;
}

/** Custom fields of an issue that its host has apart from it. */
export interface IssueFieldValues {
  readonly issueKey: string;
  readonly fields: readonly IssueCustomField[];
}

export interface Tracker {
  /** Resolves the address at the host. SourceError, with a message for the user, when there is nothing to read. */
  describe(signal: AbortSignal): Promise<SourceFacts>;
  /**
   * What changed since the cursor (null: everything), oldest change first. Pages may overlap with what is known already: they are
   * stored by id and time of change. Ends when all is read. SourceError `rate_limited` with the wait when the host limits requests.
   */
  changes(cursor: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage>;
  /**
   * The issues that changed last, the newest first: a few pages, whose rows `changes` has as well. A first sync stores them before the rest, so
   * that a large tracker can be used before it is read.
   */
  newest?(signal: AbortSignal): AsyncGenerator<Omit<TrackerPage, keyof ReadPosition | "step">>;
  /** Events of issues, where the host has a separate list for them. Read last. */
  events?(cursor: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage>;
  /**
   * All comments of one issue; null when it is gone. For issues whose number of comments differs from the stored one: a list by time
   * omits comments that were deleted, or came with a transferred issue.
   */
  thread?(key: string, signal: AbortSignal): Promise<TrackerThread | null>;
  /**
   * One issue with all of its comments; an empty page when it is gone, moved or left out.
   * @throws SourceError
   */
  issue(
    named: { readonly externalId: string; readonly key: string },
    signal: AbortSignal,
  ): Promise<Partial<TrackerPage>>;
  /** The custom fields that can be chosen; left out: there are none. */
  customFields?(signal: AbortSignal): Promise<readonly CustomField[]>;
  /**
   * The values of the chosen fields of all issues that have any, where the host has them apart from the issues: their changes do not change
   * an issue. `isWhole` is false where there are more than are read.
   * @throws SourceError `forbidden` where the credential may not read them
   */
  fieldValues?(
    signal: AbortSignal,
  ): Promise<{ readonly values: readonly IssueFieldValues[]; readonly isWhole: boolean }>;
  /** How the host's list is compared with what is stored. */
  readonly inventory: TrackerInventory;
}

/** What finding deleted issues needs. No issue is deleted because of one list alone. */
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
