/**
 * The facts of one project as columns: what the metrics read instead of rows. Times are milliseconds since 1970, NaN where something has not
 * happened; people, labels and sources are indices in their lists, -1 for none.
 */

/** One human being or bot of a project. */
export interface FactPerson {
  /** The id in `persons`, or of the account or author when it has not been assigned to a person yet. */
  readonly id: string;
  /** Key of their first identity, which identifies them in every other part of the project. */
  readonly key: string;
  readonly name: string;
  readonly isBot: boolean;
}

export interface IssueFacts {
  readonly ids: readonly string[];
  readonly source: Int32Array;
  readonly author: Int32Array;
  readonly createdAt: Float64Array;
  readonly closedAt: Float64Array;
  /** The first comment by a human being who is not the author. */
  readonly answeredAt: Float64Array;
  /** 0 where the host reports comments and none has been read yet, so that it is unknown whether there was an answer. */
  readonly isRead: Uint8Array;
  /** Index in `types`; -1: none. */
  readonly type: Int16Array;
  /** The present status, a position in `states`, and the priority, a position in `priorities`; -1: none. */
  readonly status: Int32Array;
  readonly priority: Int32Array;
  /** Labels of issue i: `labels[labelStart[i]]` up to and without `labels[labelStart[i + 1]]`. */
  readonly labelStart: Int32Array;
  readonly labels: Int32Array;
  readonly assigneeStart: Int32Array;
  readonly assignees: Int32Array;
  /** Positions in `milestones`, `sprints` and `fields` of the facts, as labels are. */
  readonly milestoneStart: Int32Array;
  readonly milestones: Int32Array;
  readonly sprintStart: Int32Array;
  readonly sprints: Int32Array;
  readonly fieldStart: Int32Array;
  readonly fields: Int32Array;
}

/** One closing of an issue, where the tracker has events. */
export interface CloseEventFacts {
  readonly issue: Int32Array;
  readonly closedAt: Float64Array;
  /** Opened again at any time after this closing. */
  readonly isReopened: Uint8Array;
}

/** One stay of an issue in a state that it has left. */
export interface StateIntervalFacts {
  readonly issue: Int32Array;
  /** Position in `states`. */
  readonly state: Int32Array;
  readonly enteredAt: Float64Array;
  readonly leftAt: Float64Array;
}

/** Every stay of an issue in a status, the present one included. Those of an issue follow one another, the oldest first. */
export interface StatusStayFacts {
  /** Stays of issue i: from `start[i]` up to and without `start[i + 1]`. Of a tracker without statuses there are none. */
  readonly start: Int32Array;
  /** Position in `STATUS_CATEGORIES`; -1 where it is not known. */
  readonly category: Int8Array;
  readonly enteredAt: Float64Array;
  /** NaN of the present one. */
  readonly leftAt: Float64Array;
}

export interface RequestFacts {
  readonly ids: readonly string[];
  readonly source: Int32Array;
  readonly author: Int32Array;
  readonly createdAt: Float64Array;
  readonly mergedAt: Float64Array;
  /** The first review by a human being who is not the author. */
  readonly reviewedAt: Float64Array;
  /** 0 until its reviews and files have been read, so that it is unknown whether it was reviewed. */
  readonly isRead: Uint8Array;
  /** Lines added and deleted; NaN where its files have not been read. */
  readonly size: Float64Array;
  /** Reviews of request i: `reviewers[reviewStart[i]]` up to and without `reviewers[reviewStart[i + 1]]`. */
  readonly reviewStart: Int32Array;
  /** Each human being who reviewed a request of another person, once. */
  readonly reviewers: Int32Array;
  /** When each of them first did. */
  readonly reviewTimes: Float64Array;
}

/** Commits without merges. */
export interface CommitFacts {
  readonly ids: Float64Array;
  readonly source: Int32Array;
  readonly author: Int32Array;
  readonly committedAt: Float64Array;
  /** Lines added and deleted; NaN while they have not been counted. */
  readonly lines: Float64Array;
}

/** A Markdown file or the like that is there now. */
export interface DocumentFacts {
  readonly source: number;
  readonly path: string;
  /** When it was changed, ascending. */
  readonly changedAt: Float64Array;
}

/** Pages that are in the wikis now, the oldest first. Those that a host restricts are not stored as pages, and so are none of them. */
export interface PageFacts {
  readonly ids: readonly string[];
  readonly titles: readonly string[];
  readonly source: Int32Array;
  /** Who created it; -1 where the wiki does not report the first version. */
  readonly author: Int32Array;
  readonly createdAt: Float64Array;
  /** Position in `spaceNames`. */
  readonly space: Int32Array;
  readonly spaceNames: readonly string[];
  /** The key of the space of each page. */
  readonly spaceKeys: readonly string[];
  /** Position of the page above; -1: none. */
  readonly parent: Int32Array;
  readonly labelStart: Int32Array;
  readonly labels: Int32Array;
  readonly labelNames: readonly string[];
  /** The known versions after the first, by page. */
  readonly changes: {
    /** Position of the page. */
    readonly page: Int32Array;
    readonly author: Int32Array;
    readonly at: Float64Array;
  };
}

/** Published releases and tags that count as releases, the oldest first. Those of bots are among them. */
export interface ReleaseFacts {
  /** The id of the release; of a tag, the hash of its commit. */
  readonly ids: readonly string[];
  readonly isTag: Uint8Array;
  readonly tags: readonly string[];
  readonly source: Int32Array;
  /** Who published it; -1 of a tag. */
  readonly author: Int32Array;
  /** For a tag, the time of its commit. */
  readonly publishedAt: Float64Array;
}

export interface Facts {
  readonly projectId: string;
  readonly slug: string;
  /** Ids of the project's sources. */
  readonly sources: readonly string[];
  readonly people: readonly FactPerson[];
  /** The index of a signature's person; -1 when the rows do not have it. */
  readonly personOf: (signature: { readonly name: string; readonly email: string }) => number;
  readonly labels: readonly string[];
  readonly types: readonly string[];
  readonly priorities: readonly string[];
  readonly states: readonly string[];
  readonly milestones: readonly string[];
  readonly sprints: readonly string[];
  /** Values of custom fields, as `fieldText` writes them. */
  readonly fields: readonly string[];
  readonly issues: IssueFacts;
  readonly closeEvents: CloseEventFacts;
  /** Sources whose trackers report events of issues. */
  readonly sourcesWithEvents: ReadonlySet<number>;
  readonly stateIntervals: StateIntervalFacts;
  readonly statusStays: StatusStayFacts;
  readonly requests: RequestFacts;
  readonly commits: CommitFacts;
  readonly documents: readonly DocumentFacts[];
  readonly pages: PageFacts;
  readonly releases: ReleaseFacts;
}
