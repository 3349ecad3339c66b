import type { PartReader } from "./PartCache.ts";
import { COMMIT_SCHEME } from "./build/buildCommits.ts";
import { ISSUE_SCHEME } from "./build/buildIssues.ts";
import { REQUEST_SCHEME } from "./build/buildRequests.ts";
import { PAGE_SCHEME } from "./build/buildPages.ts";
import { CHUNK_SCHEME, SYMBOL_SCHEME } from "./build/buildSymbols.ts";
import { CODE_SCHEME } from "./build/codeDocument.ts";
import { openCode } from "./layers/openLayers.ts";
import type { Manifest } from "./manifest.ts";
import type { OpenedIndex } from "./OpenedIndex.ts";
import { MultiSegmentReader } from "./segment/MultiSegmentReader.ts";
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
  const { part, segment, packs, filters } = parts;
  const code = await Promise.all(manifest.code.map((code) => openCode(parts, code)));
  const commits = await Promise.all(
    manifest.commits.map(async (commit) => ({
      part: commit,
      table: await part(commit.table, "commit table", (bytes) => new CommitTable(bytes), CommitTable),
      segment: await segment(commit.segment, "commit segment"),
      content: await packs(commit.content),
      filters: await filters(commit.filters),
      hunks:
        commit.hunks === null
          ? null
          : await part(commit.hunks, "table of changed lines", (bytes) => new HunkTable(bytes), HunkTable),
    })),
  );
  const issues = manifest.issues && {
    part: manifest.issues,
    table: await part(manifest.issues.table, "issue table", (bytes) => new IssueTable(bytes), IssueTable),
    segment: await segment(manifest.issues.segment, "issue segment"),
    content: await packs(manifest.issues.content),
    filters: await filters(manifest.issues.filters),
  };
  const requests = manifest.requests && {
    part: manifest.requests,
    table: await part(manifest.requests.table, "request table", (bytes) => new RequestTable(bytes), RequestTable),
    segment: await segment(manifest.requests.segment, "request segment"),
    content: await packs(manifest.requests.content),
    filters: await filters(manifest.requests.filters),
  };
  const pages = manifest.pages && {
    part: manifest.pages,
    table: await part(manifest.pages.table, "page table", (bytes) => new PageTable(bytes), PageTable),
    segment: await segment(manifest.pages.segment, "page segment"),
    content: await packs(manifest.pages.content),
    filters: await filters(manifest.pages.filters),
  };
  const chunked = code.filter(({ symbols }) => symbols !== null);
  return {
    manifest,
    code,
    codeGroup: new MultiSegmentReader(
      code.map((one) => ({ segment: one.segment })),
      CODE_SCHEME,
    ),
    codeWithSymbols: chunked,
    chunkGroup: new MultiSegmentReader(
      chunked.flatMap(({ symbols }) => (symbols ? [{ segment: symbols.segment }] : [])),
      CHUNK_SCHEME,
    ),
    symbolGroup: new MultiSegmentReader(
      chunked.flatMap(({ symbols }) => (symbols ? [{ segment: symbols.names }] : [])),
      SYMBOL_SCHEME,
    ),
    commits,
    commitGroup: new MultiSegmentReader(
      commits.map((one) => ({ segment: one.segment })),
      COMMIT_SCHEME,
    ),
    issues,
    issueGroup: new MultiSegmentReader(issues ? [{ segment: issues.segment }] : [], ISSUE_SCHEME),
    requests,
    requestGroup: new MultiSegmentReader(requests ? [{ segment: requests.segment }] : [], REQUEST_SCHEME),
    pages,
    pageGroup: new MultiSegmentReader(pages ? [{ segment: pages.segment }] : [], PAGE_SCHEME),
  };
}
