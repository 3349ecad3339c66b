import type { CodePart, CommitsPart, IssuesPart, Manifest, PagesPart, RequestsPart } from "./manifest.ts";
import type { ContentPack } from "./segment/contentPack.ts";
import type { MultiSegmentReader } from "./segment/MultiSegmentReader.ts";
import type { SegmentReader } from "./segment/segment.ts";
import type { TextFilterReader } from "./segment/textFilters.ts";
import type { CommitTable } from "./tables/commitTable.ts";
import type { FileTable } from "./tables/fileTable.ts";
import type { HunkTable } from "./tables/hunkTable.ts";
import type { IssueTable } from "./tables/issueTable.ts";
import type { PageTable } from "./tables/pageTable.ts";
import type { RequestTable } from "./tables/requestTable.ts";
import type { ScopesReader } from "./tables/scopesPack.ts";
import type { SymbolTable } from "./tables/symbolTable.ts";
import type { ChunkTable } from "./tables/chunkTable.ts";

/** One repository's files, opened. */
export interface OpenedCode {
  readonly part: CodePart;
  readonly files: FileTable;
  readonly segment: SegmentReader;
  readonly content: readonly ContentPack[];
  readonly filters: TextFilterReader;
  /** Null until the second phase was built. */
  readonly symbols: {
    readonly table: SymbolTable;
    readonly chunks: ChunkTable;
    /** Over the chunks. */
    readonly segment: SegmentReader;
    /** Over the symbols' names. */
    readonly names: SegmentReader;
    /** The names that each file defines. */
    readonly scopes: ScopesReader;
  } | null;
}

/** The documents of one part, opened. */
export interface OpenedDocuments<Part, Table> {
  readonly part: Part;
  readonly table: Table;
  readonly segment: SegmentReader;
  readonly content: readonly ContentPack[];
  readonly filters: TextFilterReader;
}

export interface OpenedCommits extends OpenedDocuments<CommitsPart, CommitTable> {
  /** Null where git could not compute the changed lines. */
  readonly hunks: HunkTable | null;
}

export type OpenedIssues = OpenedDocuments<IssuesPart, IssueTable>;
export type OpenedRequests = OpenedDocuments<RequestsPart, RequestTable>;
export type OpenedPages = OpenedDocuments<PagesPart, PageTable>;

/**
 * A project's index, ready for the engines. Member `i` of `codeGroup` is `code[i]`, of `commitGroup` it is `commits[i]`; `chunkGroup` and
 * `symbolGroup` have one member per entry of `codeWithSymbols`. It stays valid while it is referenced, even after the cache has evicted it.
 */
export interface OpenedIndex {
  readonly manifest: Manifest;
  readonly code: readonly OpenedCode[];
  readonly codeGroup: MultiSegmentReader;
  readonly codeWithSymbols: readonly OpenedCode[];
  readonly chunkGroup: MultiSegmentReader;
  /** Over the names of symbols; its members are those of `codeWithSymbols`. */
  readonly symbolGroup: MultiSegmentReader;
  readonly commits: readonly OpenedCommits[];
  readonly commitGroup: MultiSegmentReader;
  readonly issues: OpenedIssues | null;
  readonly issueGroup: MultiSegmentReader;
  readonly requests: OpenedRequests | null;
  readonly requestGroup: MultiSegmentReader;
  readonly pages: OpenedPages | null;
  readonly pageGroup: MultiSegmentReader;
}

/** The id of a source; none where nothing names one. */
type SourceId = string | null | undefined;

/** The files of a repository; undefined where they are not indexed. */
export const codeOf = ({ code }: Pick<OpenedIndex, "code">, sourceId: SourceId): OpenedCode | undefined =>
  code.find(({ part }) => part.source === sourceId);

/** The history of a repository; undefined where it is not indexed. */
export const commitsOf = ({ commits }: Pick<OpenedIndex, "commits">, sourceId: SourceId): OpenedCommits | undefined =>
  commits.find(({ part }) => part.source === sourceId);

/** The text of one file. */
export function textOfFile(code: OpenedCode, file: number): string {
  return code.content[code.files.packs[file] ?? 0]?.text(code.files.items[file] ?? 0) ?? "";
}

/** Lines `start` to `end` (1-based, both included) of one file, without decoding the rest of it. */
export function linesOfFile(code: OpenedCode, file: number, start: number, end: number): string {
  const bytes = code.content[code.files.packs[file] ?? 0]?.bytes(code.files.items[file] ?? 0);
  if (!bytes) return "";
  let from = 0;
  for (let line = 1; line < start; line++) {
    const newline = bytes.indexOf(10, from);
    if (newline < 0) return "";
    from = newline + 1;
  }
  let to = from - 1;
  for (let line = start; line <= end; line++) {
    to = bytes.indexOf(10, to + 1);
    if (to < 0) return bytes.toString("utf8", from);
  }
  return bytes.toString("utf8", from, to);
}

/** The whole message of one commit. */
export function messageOf({ table, content }: OpenedCommits, commit: number): string {
  return content[table.packs[commit] ?? 0]?.text(table.items[commit] ?? 0) ?? "";
}

/** Body and comments of one issue. */
export function textOfIssue({ content }: OpenedIssues, issue: number): string {
  return content[0]?.text(issue) ?? "";
}

/** Body and discussion of one request. */
export function textOfRequest({ content }: OpenedRequests, request: number): string {
  return content[0]?.text(request) ?? "";
}

/** The Markdown of one wiki page. */
export function textOfPage({ content, table }: OpenedPages, page: number): string {
  return (content[0]?.text(page) ?? "").slice(0, table.bodyLength(page));
}

/** The same, followed by the comments on it. */
export function searchedTextOfPage({ content }: OpenedPages, page: number): string {
  return content[0]?.text(page) ?? "";
}
