import type { SearchResult } from "../../../../contract/search/search.ts";
import type { MultiSegmentReader } from "../../../index/segment/MultiSegmentReader.ts";
import type { StringColumn } from "../../../index/segment/stringColumn.ts";
import type { TextFilterReader } from "../../../index/segment/textFilters.ts";
import type { FacetColumns } from "./facetColumns.ts";
import type { DocumentRef } from "../../ranking/DocumentRef.ts";

/** First and last line, 1-based, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Data shared by all kinds of results that are in files: their paths are read once. */
export interface CollectionFiles {
  /** Its documents are the files. */
  readonly group: MultiSegmentReader;
  readonly path: (member: number, file: number) => string;
  /** Per member, the member that the files are of, and the file of each document; null where the documents are the files themselves. */
  readonly containing: { readonly members: readonly number[]; readonly files: readonly Uint32Array[] } | null;
}

export type Presented = Omit<SearchResult, "line" | "snippet" | "score" | "parts" | "exact" | "context" | "doc">;

/** One kind of thing that is searched: where its documents are, what they can be narrowed by, and how a hit is shown. */
export interface Collection {
  readonly kind: SearchResult["kind"];
  readonly group: MultiSegmentReader;
  /** Which documents of the group are of this kind, one mark for each; null where all are. */
  readonly membership: readonly Uint8Array[] | null;
  /** The weight of a good hit of this kind relative to the other kinds. */
  readonly prior: number;
  /** Names must hold most of the question, texts some of it. */
  readonly isName: boolean;
  /** Made when they are first asked for: most questions over many projects never do. */
  readonly facets: () => FacetColumns;
  readonly path: (documentRef: DocumentRef) => string | null;
  /** The files that the path filter tests; null where there are none. */
  readonly files: CollectionFiles | null;
  /** Per member, which texts can have a phrase or a pattern; null where texts are short. */
  readonly filters: readonly TextFilterReader[] | null;
  /** The whole text, for phrases, patterns and snippets. */
  readonly text: (documentRef: DocumentRef) => string;
  /** A part of the text that needs no decompression: a phrase found in it need not be searched in the rest. Null where there is none. */
  readonly head: ((documentRef: DocumentRef) => string) | null;
  /** The same of all documents, per member. */
  readonly heads: readonly StringColumn[] | null;
  /** Some lines of it. */
  readonly lines: (documentRef: DocumentRef, range: LineRange) => string;
  /** The line at which every hit in it is shown; null if the match decides. */
  readonly line: (documentRef: DocumentRef) => number | null;
  /** A factor for what the document is. */
  readonly boost: (member: number, document: number) => number;
  /** Value for the `is` filter: test, generated, merge …; empty for none. */
  readonly documentClass: (member: number, document: number) => string;
  /** Whether its author's person is a bot. Undefined for kinds of which it cannot be asked. */
  readonly isByBot?: (member: number, document: number) => boolean;
  /** Milliseconds since 1970 of its last change; 0 where it is not known. */
  readonly time: (member: number, document: number) => number;
  /** When a request was merged, in milliseconds since 1970; null for one that is not merged. Undefined for other kinds. */
  readonly mergedAt?: (document: number) => number | null;
  /** What `LiveColumn` calls a document. Undefined for kinds that have no such values. */
  readonly itemKey?: (member: number, document: number) => string;
  /** Per member, a mark for each document of which the index holds only the head of the text; null where there are none. */
  readonly cut: readonly Uint8Array[] | null;
  readonly present: (documentRef: DocumentRef) => Presented;
}

export const iso = (milliseconds: number): string | null =>
  Number.isFinite(milliseconds) && milliseconds > 0 ? new Date(milliseconds).toISOString() : null;

/** Defaults of the properties that most kinds do not have. */
export const COLLECTION_DEFAULTS = {
  membership: null,
  isName: false,
  head: null,
  heads: null,
  path: () => null,
  files: null,
  filters: null,
  lines: () => "",
  line: () => null,
  boost: () => 1,
  documentClass: () => "",
  cut: null,
} as const satisfies Partial<Collection>;

export const EMPTY_FIELDS = {
  path: null,
  url: null,
  source: null,
  language: null,
  state: null,
  author: null,
  author_id: null,
  updated_at: null,
  symbol: null,
  hash: null,
  address: null,
} as const satisfies Partial<Presented>;
