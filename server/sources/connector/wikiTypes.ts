/** The interface of a wiki, which reads its pages. */
import type { LeftOutItem, RestrictedText, SourceFacts, TrackerPerson } from "./connectorTypes.ts";

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
