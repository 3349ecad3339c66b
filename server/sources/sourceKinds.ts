/**
 * What a provider has to offer, in two small interfaces. A code host knows how its repositories are fetched with git; a tracker reads
 * its issues page by page. The sync knows nothing else about providers.
 */
import type { GitAddress } from "./git/gitAddress.ts";

/** A credential ready for use: decrypted, with the user name that the provider wants beside a token. */
export interface Credential {
  readonly username: string;
  readonly token: string;
}

/** What validating a source found out. */
export interface SourceFacts {
  readonly name: string;
  readonly visibility: "public" | "private" | "unknown";
  readonly defaultBranch?: string | null;
  /** How many things there are to copy, where the host says so. */
  readonly items?: number | null;
  readonly notes: readonly string[];
}

export interface CodeHost {
  /** Reads what a user typed. SourceError when it is no repository address of this host. */
  address(url: string): Promise<GitAddress>;
  /** The user name that goes with a token when the user gave none. */
  readonly tokenUser: string;
}

/** A person as the tracker knows them. */
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

/** Plain data that goes into the database with the rows of its page. Its shape belongs to the provider. */
export type TrackerCursor = Record<string, unknown>;

/** One page. Once its rows are stored, `cursor` is where a later reading goes on, also after a crash. */
export type TrackerPage = {
  readonly cursor: TrackerCursor;
  /** Things read in this step since the reading began, and how many there are, where the host says so. */
  readonly done: number;
  readonly total: number | null;
} & (
  | { readonly step: "issues"; readonly issues: readonly TrackerIssue[] }
  | { readonly step: "comments"; readonly comments: readonly TrackerComment[] }
);

export interface Tracker {
  /** Asks the host what stands behind the address. SourceError when there is nothing to read, in words for the user. */
  describe(signal: AbortSignal): Promise<SourceFacts>;
  /**
   * What changed since the cursor (null: everything), oldest change first. Pages may overlap with what is known already: they are
   * stored by id and time of change. Ends when all is read. SourceError `rate_limited` with the wait when the host wants patience.
   */
  changes(cursor: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage>;
}
