import type { PartReader } from "./PartCache.ts";
import { COMMIT_SCHEME } from "./build/buildCommits.ts";
import { DISCUSSION_SCHEME } from "./build/buildDiscussions.ts";
import { PAGE_SCHEME } from "./build/buildPages.ts";
import { CHUNK_SCHEME, SYMBOL_SCHEME } from "./build/buildSymbols.ts";
import { CODE_SCHEME } from "./build/codeDocument.ts";
import { openCode } from "./layers/openLayers.ts";
import type { CommitsPart, Manifest } from "./manifest.ts";
import type { OpenedCommits, OpenedDocuments, OpenedIndex } from "./OpenedIndex.ts";
import { type FieldScheme, MultiSegmentReader } from "./segment/MultiSegmentReader.ts";
import type { GroupMember } from "./segment/PostingCache.ts";
import { CommitTable } from "./tables/commitTable.ts";
import { HunkTable } from "./tables/hunkTable.ts";
import { IssueTable } from "./tables/issueTable.ts";
import { PageTable } from "./tables/pageTable.ts";
import { RequestTable } from "./tables/requestTable.ts";

/**
 * Opens the index that a manifest names.
 * @throws DamagedIndexError when a blob is gone or broken, IndexFormatError for another version
 */
export async function openIndex(manifest: Manifest, parts: PartReader): Promise<OpenedIndex> {
  const code = await Promise.all(manifest.code.map((part) => openCode(parts, part)));
  const commits = await Promise.all(manifest.commits.map((part) => openCommits(parts, part)));
  const issues = manifest.issues && (await openDocuments(parts, manifest.issues, "issue", IssueTable));
  const requests = manifest.requests && (await openDocuments(parts, manifest.requests, "request", RequestTable));
  const pages = manifest.pages && (await openDocuments(parts, manifest.pages, "page", PageTable));
  const codeWithSymbols = code.filter(({ symbols }) => symbols !== null);
  const symbols = code.flatMap((opened) => opened.symbols ?? []);
  return {
    manifest,
    code,
    codeGroup: groupOf(code, CODE_SCHEME),
    codeWithSymbols,
    chunkGroup: groupOf(symbols, CHUNK_SCHEME),
    symbolGroup: new MultiSegmentReader(
      symbols.map(({ names }) => ({ segment: names })),
      SYMBOL_SCHEME,
    ),
    commits,
    commitGroup: groupOf(commits, COMMIT_SCHEME),
    issues,
    issueGroup: groupOf(issues ? [issues] : [], DISCUSSION_SCHEME),
    requests,
    requestGroup: groupOf(requests ? [requests] : [], DISCUSSION_SCHEME),
    pages,
    pageGroup: groupOf(pages ? [pages] : [], PAGE_SCHEME),
  };
}

async function openCommits(parts: PartReader, commits: CommitsPart): Promise<OpenedCommits> {
  const { hunks } = commits;
  return {
    ...(await openDocuments(parts, commits, "commit", CommitTable)),
    hunks:
      hunks === null
        ? null
        : await parts.part(hunks, "table of changed lines", (bytes) => new HunkTable(bytes), HunkTable),
  };
}

interface DocumentsPart {
  readonly table: string;
  readonly segment: string;
  readonly content: readonly string[];
  readonly filters: string;
}

type DocumentTable = CommitTable | IssueTable | RequestTable | PageTable;

/** @param kind of the documents, which names their parts in errors */
async function openDocuments<Part extends DocumentsPart, Table extends DocumentTable>(
  { part, segment, packs, filters }: PartReader,
  documents: Part,
  kind: string,
  Table: new (bytes: Buffer) => Table,
): Promise<OpenedDocuments<Part, Table>> {
  return {
    part: documents,
    table: await part(documents.table, `${kind} table`, (bytes) => new Table(bytes), Table),
    segment: await segment(documents.segment, `${kind} segment`),
    content: await packs(documents.content),
    filters: await filters(documents.filters),
  };
}

const groupOf = (members: readonly GroupMember[], scheme: FieldScheme): MultiSegmentReader =>
  new MultiSegmentReader(
    members.map(({ segment }) => ({ segment })),
    scheme,
  );
