import { type PackBytes, readPack } from "./blobs/packBytes.ts";
import type { IndexBlobs } from "./blobs/SharedBlobs.ts";
import { DamagedIndexError } from "./indexErrors.ts";
import { ContentPack } from "./segment/contentPack.ts";
import type { FileRange } from "./segment/FileRange.ts";
import { Segment } from "./segment/segment.ts";
import { TextFilters } from "./segment/textFilters.ts";
import type { CommitTable } from "./tables/commitTable.ts";
import type { FileTable } from "./tables/fileTable.ts";
import type { HunkTable } from "./tables/hunkTable.ts";
import type { IssueTable } from "./tables/issueTable.ts";
import type { PageTable } from "./tables/pageTable.ts";
import type { SymbolTable } from "./tables/symbolTable.ts";
import type { ChunkTable } from "./text/chunks.ts";

type Part =
  | HunkTable
  | Segment
  | TextFilters
  | FileTable
  | ContentPack
  | SymbolTable
  | ChunkTable
  | CommitTable
  | IssueTable
  | PageTable;

/** Reads the parts of an index by blob hash; `what` names the part in errors. @throws DamagedIndexError, IndexFormatError */
export interface PartReader {
  part<T extends Part>(
    hash: string,
    what: string,
    open: (bytes: Buffer, file: FileRange | null) => T,
    type: abstract new (...args: never[]) => T,
  ): Promise<T>;
  segment(hash: string, what: string): Promise<Segment>;
  packs(hashes: readonly string[]): Promise<ContentPack[]>;
  filters(hash: string): Promise<TextFilters>;
}

/** Opened parts by blob hash, the least recently used first. Several indexes may share one. */
export interface PartCache extends PartReader {
  /** Bytes of the kept parts; of a content pack that is read from its file only the tables. */
  bytes(): number;
  hashes(): Iterable<string>;
  drop(hash: string): void;
}

/** @param onDropped called when a part is dropped. Its memory is free once no index that contains it is referenced */
export function createPartCache(blobs: IndexBlobs, onDropped: (hash: string) => void): PartCache {
  const parts = new Map<string, { part: Promise<Part>; bytes: number }>();
  const drop = (hash: string): void => {
    if (parts.delete(hash)) onDropped(hash);
  };

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

  return {
    part: (hash, what, open, type) => part(hash, what, open, type),
    segment,
    packs,
    filters: (hash) => part(hash, "text filters", (bytes) => new TextFilters(bytes), TextFilters),
    bytes: () => [...parts.values()].reduce((sum, entry) => sum + entry.bytes, 0),
    hashes: () => parts.keys(),
    drop,
  };
}
