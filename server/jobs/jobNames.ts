/** Copies and indexes one source. One job per source at a time: its id is the singleton key. Handled in server/sync. */
export const SYNC_SOURCE = "sync.source";

export interface SyncSourceJob {
  readonly sourceId: string;
  /** Requested by a user: reads that cost a host many requests are not postponed. */
  readonly isFullCheck?: boolean;
  /** Requested by a user: permanent failures are retried. */
  readonly isManual?: boolean;
}

/** Removes what is left of a source whose row was deleted. The source's id is the singleton key. Handled in server/sync. */
export const FORGET_SOURCE = "source.forget";

export interface ForgetSourceJob {
  readonly sourceId: string;
}

/** Looks at the issues of a project for the list. The project's id is the singleton key. Handled in server/sync. */
export const ANALYZE_ISSUES = "issues.analyze";

export interface AnalyzeIssuesJob {
  readonly projectId: string;
}

/** Measures the engines on a project's past. One per project at a time. Handled in server/sync. */
export const RUN_BACKTEST = "backtest.run";

export interface RunBacktestJob {
  readonly backtestId: string;
}

/** Measures the order of a company's model on a project's past. The run's id is the singleton key. Handled in server/features/modelOrder. */
export const RUN_MODEL_ORDER = "model_order.run";

export interface RunModelOrderJob {
  readonly runId: string;
}

/** Compares the matches of a project's watched searches. The project's id is the singleton key. Handled in server/sync. */
export const MATCH_SEARCHES = "searches.match";

export interface MatchSearchesJob {
  readonly projectId: string;
}

/** Compares a watched search over all projects in each of them. The search's id is the singleton key. Handled in server/sync. */
export const MATCH_SEARCH_OVER_ALL = "searches.matchOverAll";

export interface MatchSearchOverAllJob {
  readonly searchId: string;
}

/** Counts the lines that commits changed. The project's id is the singleton key. Handled in server/sync. */
export const COUNT_LINES = "lines.count";

export interface CountLinesJob {
  readonly projectId: string;
}

/** Compares the pages of a project with its code. The project's id is the singleton key. Handled in server/sync. */
export const CHECK_REFERENCES = "references.check";

export interface CheckReferencesJob {
  readonly projectId: string;
}

/** Compares a linked group with its host, and links what is new there. The group's id is the singleton key. Handled in server/sync. */
export const COMPARE_GROUP = "group.compare";

export interface CompareGroupJob {
  readonly groupId: string;
}

/** Asks the hosts of mirrored sources what a member may see. The user's id is the singleton key. Handled in server/features/hostAccess. */
export const CHECK_ACCESS = "access.check";

export interface CheckAccessJob {
  readonly userId: string;
}

/** Compares a source with its host. The source's id is the singleton key. Handled in server/sync. */
export const COMPARE_SOURCE = "source.compare";

export interface CompareSourceJob {
  readonly sourceId: string;
  /**
   * Why it runs where no user requested it. `follow_up`: a sync has read what the comparison before found to be missing or different, and only those items are
   * read again. `daily`: the last one is a day old, and the sample is small.
   */
  readonly reason?: "follow_up" | "daily";
}
