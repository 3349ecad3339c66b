/** The interface of a provider for ledgers: it counts what a host has of a source, and reads single items again. */
import type { CountedKind, CountPrecision } from "../../../contract/sources/ledgerKinds.ts";
import type { HostRequest } from "./requestTypes.ts";
import type { TrackerIssue } from "./trackerTypes.ts";
import type { WikiPage } from "./wikiTypes.ts";

/** How many items of a kind a host has, with those that it restricts and this server leaves out. */
export interface HostCount {
  readonly kind: CountedKind;
  /** Null where the host does not count them. */
  readonly count: number | null;
  readonly precision: CountPrecision;
  /** Numbers of comments by the id of the page that they are on. */
  readonly byPage?: ReadonlyMap<string, number>;
}

/** A stored item by its names at the host. */
export interface NamedItem {
  readonly kind: "issue" | "request" | "page";
  readonly externalId: string;
  /** Key of an issue or a request; "" for a page. */
  readonly key: string;
}

/** What one call returns of a page. */
export type PageText = Pick<
  WikiPage,
  "externalId" | "title" | "body" | "version" | "parentId" | "url" | "createdAt" | "updatedAt"
>;

/** An item as its host has it now. */
export type HostItem =
  | { readonly kind: "issue"; readonly issue: TrackerIssue }
  | { readonly kind: "request"; readonly request: HostRequest }
  | { readonly kind: "page"; readonly page: PageText };

export interface HostLedger {
  /** In a few calls, whatever the size of the source: {@link MAX_COUNT_CALLS}. @throws SourceError */
  count(kinds: readonly CountedKind[], signal: AbortSignal): Promise<readonly HostCount[]>;
  /** Items that one call of `read` reads; more are read by several. */
  readonly batchSize: number;
  /**
   * By the ids at the host. An item that is missing in the result is deleted, moved, or restricted.
   * @throws SourceError
   */
  read(items: readonly NamedItem[], signal: AbortSignal): Promise<ReadonlyMap<string, HostItem>>;
}

/** Calls of one count. */
export const MAX_COUNT_CALLS = 40;
