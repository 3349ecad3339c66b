/** What the language server asks, of a project of a server or of a clone alone. */
import type { CodeSymbol } from "../../../contract/code/code.ts";
import type { PageTarget } from "../../../contract/addresses/pageAddress.ts";
import type { Precision } from "../../../contract/code/references.ts";

/** A file as it was read last: at the synced commit of a server, or at HEAD. */
export interface EditorFile {
  /** The id of its repository. */
  readonly source: string;
  readonly path: string;
  readonly revision: string;
  readonly lines: readonly string[];
  readonly symbols: readonly CodeSymbol[];
}

export interface KeyedItem {
  /** What people write for it, and how its page is addressed. */
  readonly key: string;
  readonly address: string;
  readonly title: string;
  readonly state: string;
}

export interface EditorPerson {
  /** Null where no page is about them. */
  readonly id: string | null;
  readonly name: string;
}

export interface LineCommit {
  readonly hash: string;
  readonly title: string;
  readonly person: EditorPerson;
  /** When it was written, as ISO 8601. */
  readonly at: string;
  readonly issues: readonly KeyedItem[];
}

/** Where the lines of a file come from. */
export interface LineBlame {
  readonly commits: readonly LineCommit[];
  /** `commit`: the place in the list; lines from 1. */
  readonly ranges: readonly { readonly commit: number; readonly line: number; readonly lines: number }[];
}

/** Without a revision: the synced commit. */
export interface BlamedFile {
  readonly source: string;
  readonly path: string;
  readonly revision: string | undefined;
}

export interface FoundDefinition {
  readonly source: string;
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly signature: string;
  readonly doc: string;
}

export interface NamedSymbol {
  /** The likeliest first, not empty. */
  readonly definitions: readonly [FoundDefinition, ...FoundDefinition[]];
  readonly precision: Precision;
  readonly owner: EditorPerson | null;
}

/** What a key in a text means. */
export interface KeyTarget {
  readonly kind: "issue" | "request";
  readonly address: string;
  readonly key: string;
}

export interface KeyCard {
  readonly title: string;
  readonly state: string;
  /** Who is assigned to an issue, or the author of a request. */
  readonly people: readonly EditorPerson[];
}

export interface FoundPlace {
  readonly source: string;
  readonly path: string;
  readonly line: number;
  /** The best matching function, or empty. */
  readonly name: string;
  readonly score: number;
}

export interface EditorSymbol {
  readonly name: string;
  readonly kind: string;
  readonly container: string;
  /** The repository's name. */
  readonly repository: string;
  readonly source: string;
  readonly path: string;
  readonly line: number;
}

export interface OutdatedPage {
  readonly title: string;
  readonly source: string;
  readonly path: string;
  /** Names in it that the code no longer has. */
  readonly names: number;
}

/** A name in a page that the code had once and has no longer. */
export interface StaleName {
  readonly name: string;
  /** Lines of the page, from 1. */
  readonly lines: readonly number[];
  /** The commit that removed it from the code. */
  readonly removedBy: { readonly hash: string; readonly title: string };
  /** The probable replacement, or null. */
  readonly now: string | null;
}

/** Null in an answer: there is no such thing, or no answer now. Each method throws the signal's reason when that is aborted. */
export interface CodeKnowledge {
  /** What its symbols are of: two clones of one project have the same. */
  readonly scope: string;
  /** Whether issues, requests and pages are known. */
  readonly hasIssues: boolean;
  readonly file: (path: string, signal: AbortSignal) => Promise<EditorFile | null>;
  readonly blame: (file: BlamedFile, signal: AbortSignal) => Promise<LineBlame | null>;
  /** @param at line and column from 1, the column in UTF-16 units */
  readonly symbolAt: (
    file: EditorFile,
    at: { readonly line: number; readonly column: number },
    signal: AbortSignal,
  ) => Promise<NamedSymbol | null>;
  /** What keys mean in the texts of the clone; those without a meaning are left out. */
  readonly keys: (names: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, KeyTarget>>;
  readonly card: (target: KeyTarget, signal: AbortSignal) => Promise<KeyCard | null>;
  readonly people: (path: string, signal: AbortSignal) => Promise<readonly EditorPerson[] | null>;
  /** Where in the code an issue (by its key) or a text belongs, best first. */
  readonly places: (
    question: { readonly issue: string } | { readonly text: string },
    signal: AbortSignal,
  ) => Promise<readonly FoundPlace[] | null>;
  readonly symbols: (query: string, signal: AbortSignal) => Promise<readonly EditorSymbol[]>;
  readonly staleNames: (path: string, signal: AbortSignal) => Promise<readonly StaleName[]>;
  readonly outdatedPages: (path: string, signal: AbortSignal) => Promise<readonly OutdatedPage[]>;
  /** The address of a page of the web app; undefined where there is none. */
  readonly pageOf: (target: PageTarget) => string | undefined;
  /** The path of a file of a repository in the clone; null for a file of another repository. */
  readonly pathInClone: (place: { readonly source: string; readonly path: string }) => string | null;
}
