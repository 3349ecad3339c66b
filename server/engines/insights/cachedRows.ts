/** What is kept of a project's rows between two questions. Times are milliseconds since 1970. */
import type { StatusCategory } from "../../../contract/issues/issueWorkflow.ts";
import type { StringInterner } from "./StringInterner.ts";
import type { StoredCommitRow } from "../../db/tables/commits/commitChanges.ts";
import type { ChangedIssueRow } from "../../db/tables/issues/issueChanges.ts";
import type { PageFactRow, PageTally } from "../../db/tables/pages/pageChanges.ts";
import type { ChangedRequestRow } from "../../db/tables/requests/requestChanges.ts";
import type { ReleaseFactRow } from "../../db/tables/commits/releases.ts";
import type { Micros } from "../../db/tables/pages/textPages.ts";

export interface CloseEvent {
  readonly at: number;
  /** Opened again at any time after it. */
  readonly isReopened: boolean;
}
export interface StateInterval {
  readonly state: number;
  readonly from: number;
  readonly to: number;
}
/** Time of the first comment of an account. */
export interface FirstResponse {
  readonly account: number;
  readonly at: number;
}

type Named = "author" | "labels" | "type" | "status" | "priority" | "milestones" | "sprints" | "fields";
export interface CachedIssue extends Omit<ChangedIssueRow, Named> {
  /** Positions of names, as in all of these; -1: none. */
  readonly author: number;
  readonly labels: readonly number[];
  readonly milestones: readonly number[];
  readonly sprints: readonly number[];
  readonly fields: readonly number[];
  type: number;
  /** Its present status, and since when it has it. */
  readonly status: number;
  readonly priority: number;
  statusSince: number;
  assignees: readonly number[];
  words: readonly FirstResponse[];
  closeEvents: readonly CloseEvent[];
  stateIntervals: readonly StateInterval[];
  hasEvents: boolean;
}

export interface CachedRequest extends Omit<ChangedRequestRow, "author"> {
  readonly author: number;
  words: readonly FirstResponse[];
  /** Lines; NaN where its files have not been read, or have none that are counted. */
  size: number;
}

/** Commits of one repository. */
export interface CachedCommits {
  readonly rows: readonly StoredCommitRow[];
  readonly uncounted: readonly number[];
}

export interface CachedPageVersion {
  readonly number: number;
  /** Place of an account; -1: unknown. */
  readonly author: number;
  readonly at: number;
}
export interface CachedPage extends Omit<PageFactRow, "author" | "labels"> {
  readonly author: number;
  readonly labels: readonly string[];
  /** Those that the wiki reports, by number. */
  readonly versions: readonly CachedPageVersion[];
}
export interface CachedPages {
  readonly rows: ReadonlyMap<string, CachedPage>;
  /** As it was before the reading. */
  readonly tally: PageTally;
}

/** The author of a release is a position of accounts; -1: unknown. */
export interface CachedRelease extends Omit<ReleaseFactRow, "author"> {
  readonly author: number;
}

export interface ProjectRows {
  readonly accounts: StringInterner;
  readonly labels: StringInterner;
  readonly types: StringInterner;
  readonly priorities: StringInterner;
  readonly states: StringInterner;
  readonly milestones: StringInterner;
  readonly sprints: StringInterner;
  readonly fields: StringInterner;
  /** The category of each status, by source and by its position among the states. */
  readonly categories: ReadonlyMap<string, ReadonlyMap<number, StatusCategory>>;
  readonly issues: ReadonlyMap<string, CachedIssue>;
  readonly requests: ReadonlyMap<string, CachedRequest>;
  readonly commits: ReadonlyMap<string, CachedCommits>;
  readonly pages: CachedPages;
  /** The oldest first. */
  readonly releases: readonly CachedRelease[];
  /** Newest comment and event that have been processed, and newest type. */
  readonly seen: {
    readonly comment: string;
    readonly event: string;
    readonly type: Micros;
    /** Ids of the rows of the last minute, which are read again. */
    readonly recent: ReadonlySet<string>;
  };
  /** `findFieldsStamp` before the reading: with another one, cached issues have other custom fields than the stored ones. */
  readonly fieldsStamp: string;
  /** How many issues, requests, commits and pages this reading took from the database. */
  readonly read: number;
}
