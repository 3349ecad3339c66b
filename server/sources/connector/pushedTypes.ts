/** The interface of a source whose items were sent to this server: they are read from the database, and no host is asked. */
import type { ImportItem } from "../../../contract/sources/imports.ts";
import type { ImportKindName } from "../../../contract/sources/importRules.ts";

export interface PushedItem {
  readonly externalId: string;
  /** Null: deleted. */
  readonly item: ImportItem | null;
  /** The number of the change. */
  readonly sequence: number;
  /** Counts the changes of this item. */
  readonly version: number;
}

export interface PushedPlace {
  readonly externalId: string;
  readonly version: number;
  readonly parentId: string | null;
  readonly position: number;
}

export interface PushedFacts {
  readonly name: string;
  readonly linkTemplate: string;
  /** The number of the last change. */
  readonly sequence: number;
}

/** One source of which items are sent. */
export interface PushedSource {
  /** Undefined: it is deleted. */
  facts(): Promise<PushedFacts | undefined>;
  /** Changes of one kind after a position, in their order. */
  changes(
    kind: ImportKindName,
    after: { readonly sequence: number; readonly id: string },
    limit: number,
  ): Promise<readonly PushedItem[]>;
  items(kind: ImportKindName, ids: readonly string[]): Promise<readonly PushedItem[]>;
  ids(kind: ImportKindName): AsyncGenerator<readonly string[]>;
  places(): AsyncGenerator<readonly PushedPlace[]>;
  counts(): Promise<Readonly<Record<ImportKindName, number>>>;
  /** A sync reads all changes up to this one. */
  markRead(sequence: number): Promise<void>;
}
