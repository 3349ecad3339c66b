import type { CodePart, CommitsPart, IssuesPart, Manifest, PagesPart } from "./manifest.ts";
import { type PackBytes, readPack } from "./blobs/packBytes.ts";
import type { IndexBlobs } from "./blobs/SharedBlobs.ts";
import { COMMIT_SCHEME } from "./build/buildCommits.ts";
import { ISSUE_SCHEME } from "./build/buildIssues.ts";
import { PAGE_SCHEME } from "./build/buildPages.ts";
import { CHUNK_SCHEME, SYMBOL_SCHEME } from "./build/buildSymbols.ts";
import { ChunkTable } from "./text/chunks.ts";
import { CODE_SCHEME } from "./build/codeDocument.ts";
import { CommitTable } from "./tables/commitTable.ts";
import { ContentPack } from "./segment/contentPack.ts";
import type { FileRange } from "./segment/FileRange.ts";
import { FileTable } from "./tables/fileTable.ts";
import { HunkTable } from "./tables/hunkTable.ts";
import { DamagedIndexError } from "./indexErrors.ts";
import { IssueTable } from "./tables/issueTable.ts";
import { PageTable } from "./tables/pageTable.ts";
import { Segment } from "./segment/segment.ts";
import { MultiSegmentReader } from "./segment/MultiSegmentReader.ts";
import { SymbolTable } from "./tables/symbolTable.ts";

/** One repository's files, opened. */
export interface OpenedCode {
  readonly part: CodePart;
  readonly files: FileTable;
  readonly segment: Segment;
  readonly content: readonly ContentPack[];
  /** Null until the second phase was built. */
  readonly symbols: {
    readonly table: SymbolTable;
    readonly chunks: ChunkTable;
    /** Over the chunks. */
    readonly segment: Segment;
    /** Over the symbols' names. */
    readonly names: Segment;
  } | null;
}

export interface OpenedCommits {
  readonly part: CommitsPart;
  readonly table: CommitTable;
  readonly segment: Segment;
  readonly content: readonly ContentPack[];
  /** Null where git could not compute the changed lines. */
  readonly hunks: HunkTable | null;
}

export interface OpenedIssues {
  readonly part: IssuesPart;
  readonly table: IssueTable;
  readonly segment: Segment;
  readonly content: readonly ContentPack[];
}

export interface OpenedPages {
  readonly part: PagesPart;
  readonly table: PageTable;
  readonly segment: Segment;
  readonly content: readonly ContentPack[];
}

/**
 * A project's index, ready for the engines. Member `i` of `codeGroup` is `code[i]`, of `commitGroup` it is `commits[i]`; `chunkGroup` and
 * `symbolGroup` have one member per entry of `chunked`. It stays valid while it is referenced, whatever the store evicts.
 */
export interface OpenedIndex {
  readonly manifest: Manifest;
  readonly code: readonly OpenedCode[];
  readonly codeGroup: MultiSegmentReader;
  readonly codeWithSymbols: readonly OpenedCode[];
  readonly chunkGroup: MultiSegmentReader;
  /** Over the names of symbols; its members are those of `chunked`. */
  readonly symbolGroup: MultiSegmentReader;
  readonly commits: readonly OpenedCommits[];
  readonly commitGroup: MultiSegmentReader;
  readonly issues: OpenedIssues | null;
  readonly issueGroup: MultiSegmentReader;
  readonly pages: OpenedPages | null;
  readonly pageGroup: MultiSegmentReader;
}

export interface IndexCache {
  /** Opens the index that a manifest names. DamagedIndexError when a blob is gone or broken, IndexFormatError for another version. */
  open(manifest: Manifest): Promise<OpenedIndex>;
  /**
   * Opens an index for one question that spans many projects. Such a guest never evicts an index that was opened by `open`, and is the
   * first to go; `leave` says that the question is answered.
   */
  openEvictable(manifest: Manifest): Promise<{ readonly index: OpenedIndex; readonly release: () => void }>;
  /** True where opening reads nothing. */
  isOpen(manifest: Manifest): boolean;
  /** Bytes of the parts that are kept open; of a content pack that is read from its file only the tables. */
  bytes(): number;
  /** Indexes that are kept open. */
  count(): number;
  /** Releases an index that another one has replaced, with the segments that no other index shares. Holders may continue to use it. */
  forget(manifest: Manifest): void;
}

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

/** The Markdown of one wiki page. */
export function textOfPage({ content }: OpenedPages, page: number): string {
  return content[0]?.text(page) ?? "";
}

type Part =
  HunkTable | Segment | FileTable | ContentPack | SymbolTable | ChunkTable | CommitTable | IssueTable | PageTable;

export interface IndexCacheOptions {
  readonly maxBytes?: number;
  /** Called when a segment is evicted. Its memory is free once no index that contains it is referenced. */
  readonly onEvicted?: (hash: string) => void;
}

/**
 * Opens indexes and keeps their parts by blob hash, the least recently used going first once `maxBytes` is passed. A new manifest
 * shares every part that did not change with the one before. No `LRUCache`: the bytes belong to parts that several indexes share, and
 * guests go first.
 */
export function createIndexCache(blobs: IndexBlobs, options: IndexCacheOptions = {}): IndexCache {
  const maxBytes = options.maxBytes ?? 256 << 20;
  const onDropped = options.onEvicted ?? (() => undefined);
  const parts = new Map<string, { part: Promise<Part>; bytes: number }>();
  const opened = new Map<string, Promise<OpenedIndex>>();
  /** Those of `opened` that are there for a question over many projects alone. */
  const guests = new Set<string>();
  const drop = (hash: string): void => {
    if (parts.delete(hash)) onDropped(hash);
  };
  const keys = new WeakMap<Manifest, string>();

  const part = async <T extends Part>(
    hash: string,
    what: string,
    open: (bytes: Buffer, file: FileRange | null) => T,
    type: abstract new (...args: never[]) => T,
    read: () => Promise<PackBytes | null> = async () => {
      const bytes = await blobs.get(hash);
      return bytes && { bytes, file: null };
    },
  ): Promise<T> => {
    const kept = parts.get(hash);
    if (kept) {
      parts.delete(hash);
      parts.set(hash, kept);
      const known = await kept.part;
      if (known instanceof type) return known;
      throw new DamagedIndexError(what, "its blob is of another kind");
    }
    const entry = {
      part: read().then((found) => {
        if (!found) throw new DamagedIndexError(what, "its blob is not in the store");
        entry.bytes = found.bytes.length;
        return open(found.bytes, found.file);
      }),
      bytes: 0,
    };
    parts.set(hash, entry);
    try {
      return await entry.part;
    } catch (error) {
      drop(hash);
      throw error;
    }
  };

  const segment = (hash: string, what: string): Promise<Segment> =>
    part(hash, what, (bytes) => new Segment(bytes), Segment);
  const packs = (hashes: readonly string[]): Promise<ContentPack[]> =>
    Promise.all(
      hashes.map((hash) =>
        part(
          hash,
          "content pack",
          (bytes, file) => new ContentPack(bytes, file),
          ContentPack,
          () => blobs.pack?.(hash) ?? readPack(blobs, hash),
        ),
      ),
    );

  const openCode = async (code: CodePart): Promise<OpenedCode> => ({
    part: code,
    files: await part(code.table, "file table", (bytes) => new FileTable(bytes), FileTable),
    segment: await segment(code.segment, "code segment"),
    content: await packs(code.content),
    symbols: code.symbols && {
      table: await part(code.symbols.table, "symbol table", (bytes) => new SymbolTable(bytes), SymbolTable),
      chunks: await part(code.symbols.chunkTable, "chunk table", (bytes) => new ChunkTable(bytes), ChunkTable),
      segment: await segment(code.symbols.chunkSegment, "chunk segment"),
      names: await segment(code.symbols.nameSegment, "segment of names"),
    },
  });

  const openAll = async (manifest: Manifest): Promise<OpenedIndex> => {
    const code = await Promise.all(manifest.code.map(openCode));
    const commits = await Promise.all(
      manifest.commits.map(async (commit) => ({
        part: commit,
        table: await part(commit.table, "commit table", (bytes) => new CommitTable(bytes), CommitTable),
        segment: await segment(commit.segment, "commit segment"),
        content: await packs(commit.content),
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
    };
    const pages = manifest.pages && {
      part: manifest.pages,
      table: await part(manifest.pages.table, "page table", (bytes) => new PageTable(bytes), PageTable),
      segment: await segment(manifest.pages.segment, "page segment"),
      content: await packs(manifest.pages.content),
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
      pages,
      pageGroup: new MultiSegmentReader(pages ? [{ segment: pages.segment }] : [], PAGE_SCHEME),
    };
  };

  const bytes = (): number => [...parts.values()].reduce((sum, entry) => sum + entry.bytes, 0);
  const dropParts = (isEnough: () => boolean): void => {
    for (const hash of parts.keys()) {
      if (isEnough()) return;
      if ([...opened.keys()].every((key) => !key.includes(hash))) drop(hash);
    }
  };
  // Opened indexes hold their parts: forgetting a part frees nothing while an index that names it is kept.
  const close = (key: string): void => {
    opened.delete(key);
    guests.delete(key);
    dropParts(() => bytes() <= maxBytes);
  };
  /** Guests go first. @param keep the index that is being used */
  const trim = (keep: string, mayEvict: (key: string) => boolean): void => {
    const oldestFirst = [...opened.keys()].toSorted((a, b) => Number(guests.has(b)) - Number(guests.has(a)));
    for (const key of oldestFirst) {
      if (bytes() <= maxBytes) return;
      if (key !== keep && mayEvict(key)) close(key);
    }
  };
  const keyOf = (manifest: Manifest): string => {
    const key = keys.get(manifest) ?? JSON.stringify(manifest);
    keys.set(manifest, key);
    return key;
  };
  const openKept = async (key: string, manifest: Manifest): Promise<OpenedIndex> => {
    let index = opened.get(key);
    if (index) opened.delete(key);
    else index = openAll(manifest);
    opened.set(key, index);
    try {
      return await index;
    } catch (error) {
      opened.delete(key);
      guests.delete(key);
      throw error;
    }
  };

  return {
    bytes,
    count: () => opened.size,
    forget: (manifest) => {
      const key = keyOf(manifest);
      guests.delete(key);
      if (opened.delete(key)) dropParts(() => false);
    },
    isOpen: (manifest) => opened.has(keyOf(manifest)),
    async open(manifest) {
      const key = keyOf(manifest);
      guests.delete(key);
      const index = await openKept(key, manifest);
      trim(key, () => true);
      return index;
    },
    async openEvictable(manifest) {
      const key = keyOf(manifest);
      if (!opened.has(key)) guests.add(key);
      const index = await openKept(key, manifest);
      trim(key, (other) => guests.has(other));
      return {
        index,
        release: () => {
          if (guests.has(key) && bytes() > maxBytes) close(key);
        },
      };
    },
  };
}
