/** The interface of a wiki, which reads its pages. */
import type { PageCommentKind, PageKind } from "../../../contract/documents/pageKinds.ts";
import type { LeftOutItem, RestrictedText, SourceFacts, TrackerPerson } from "./connectorTypes.ts";

/** What identifies an item of a wiki. */
export interface WikiItem {
  readonly externalId: string;
  readonly kind: PageKind;
}

/** A wiki page as it is now; `body` is Markdown, and empty for a kind without text. */
export interface WikiPage extends WikiItem {
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
export interface WikiEntry extends WikiItem {
  readonly version: number;
  readonly parentId: string | null;
  readonly position: number;
  /** The title, where a new one makes no new version. */
  readonly title?: string;
}

/** A comment's entry in a list, which determines whether the comment has to be read. */
export interface WikiCommentEntry {
  readonly externalId: string;
  /** `externalId` of the item that it is on. */
  readonly pageId: string;
  readonly version: number;
  readonly updatedAt: Date;
}

/** A comment on a page as it is now; `body` is Markdown. */
export interface WikiComment extends WikiCommentEntry {
  readonly kind: PageCommentKind;
  /** The passage of the text that an inline comment is about. */
  readonly quote: string | null;
  readonly author: TrackerPerson | null;
  readonly body: string;
  readonly url: string | null;
  readonly createdAt: Date;
}

export interface Wiki {
  describe(signal: AbortSignal): Promise<SourceFacts>;
  /** Every page without restrictions, in pages of the list. Ends only when the list is complete: what it did not name is gone. */
  entries(signal: AbortSignal): AsyncGenerator<readonly WikiEntry[]>;
  /** Reads one page whole; null when it is gone meanwhile. */
  page(item: WikiItem, signal: AbortSignal): Promise<WikiPage | null>;
  /** Pages of the last complete list of `entries` that are left out, which did not give them. */
  leftOut?(): readonly LeftOutItem[];
  /** Reads one of the pages that are left out, where the source was opened with `readsRestricted`; null when it is gone meanwhile. */
  restrictedPage?(externalId: string, signal: AbortSignal): Promise<RestrictedText | null>;
  /** Entries of the comments that changed since a time, or of all. A comment on an item that is left out may be among them. */
  comments?(since: Date | null, signal: AbortSignal): AsyncGenerator<readonly WikiCommentEntry[]>;
  /** Reads comments whole; one that is gone meanwhile is missing. */
  readComments?(externalIds: readonly string[], signal: AbortSignal): Promise<readonly WikiComment[]>;
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
