import {
  GUEST_FILTERS,
  GUEST_PACK,
  GUEST_SEGMENT,
  KEPT_PACK,
  LAZY_SEGMENT,
  type PackBytes,
  type RangedBlob,
  readRanged,
} from "./blobs/packBytes.ts";
import { type IndexBlobs, sharedKey } from "./blobs/SharedBlobs.ts";
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
  /** @param isRare whether few of many searched indexes need it */
  segment(hash: string, what: string, isRare?: boolean): Promise<Segment>;
  packs(hashes: readonly string[]): Promise<ContentPack[]>;
  filters(hash: string): Promise<TextFilters>;
  /**
   * What is made of several parts, once for each view and each form of the index.
   * @param view hash of the view that says how they are joined, of which `make` gets the bytes
   */
  joined<T>(view: string, what: string, make: (bytes: Buffer) => { value: T; bytes: number }): Promise<T>;
}

/** Opened parts by name. Several indexes may share one. */
export interface PartCache {
  /** For an index that is open for itself: everything but the texts is in memory. */
  readonly kept: PartReader;
  /** For one that is open for a question over many: postings stay in their files too. */
  readonly guests: PartReader;
  /** Bytes in memory of the open parts. */
  bytes(): number;
  drop(name: string): void;
}

/** The name of a part that is read by range: the form of a guest is another part than that of an index which is open for itself. */
export const partName = (hash: string, isGuest: boolean): string =>
  isGuest ? sharedKey(hash, GUEST_SEGMENT) : sharedKey(hash, KEPT_PACK);

/** @param onDropped called with the name of a part that is dropped. Its memory is free once no index that contains it is referenced */
export function createPartCache(blobs: IndexBlobs, onDropped: (name: string) => void): PartCache {
  const parts = new Map<string, { part: Promise<Part>; bytes: number; isDropped: boolean }>();
  /** By the name of the view, and what is made of it. */
  const joins = new Map<string, { hash: string; made: Map<string, Promise<{ value: unknown; bytes: number }>> }>();
  let total = 0;
  const dropJoins = (name: string): void => {
    const ofView = joins.get(name);
    if (!ofView) return;
    joins.delete(name);
    for (const made of ofView.made.values())
      void made.then(
        ({ bytes }) => (total -= bytes),
        () => undefined,
      );
    onDropped(ofView.hash);
  };
  const drop = (name: string): void => {
    dropJoins(name);
    const entry = parts.get(name);
    if (!entry) return;
    parts.delete(name);
    entry.isDropped = true;
    total -= entry.bytes;
    onDropped(name);
  };

  const part = async <T extends Part>(
    name: string,
    what: string,
    open: (bytes: Buffer, file: FileRange | null) => T,
    type: abstract new (...args: never[]) => T,
    read: () => Promise<PackBytes | null>,
  ): Promise<T> => {
    const there = parts.get(name);
    if (there) {
      const known = await there.part;
      if (known instanceof type) return known;
      throw new DamagedIndexError(what, "its blob is of another kind");
    }
    const entry = {
      part: read().then((found) => {
        if (!found) throw new DamagedIndexError(what, "its blob is not in the store");
        entry.bytes = found.bytes.length;
        if (!entry.isDropped) total += entry.bytes;
        return open(found.bytes, found.file);
      }),
      bytes: 0,
      isDropped: false,
    };
    parts.set(name, entry);
    try {
      return await entry.part;
    } catch (error) {
      if (parts.get(name) === entry) drop(name);
      throw error;
    }
  };

  const whole = (hash: string) => async (): Promise<PackBytes | null> => {
    const bytes = await blobs.get(hash);
    return bytes && { bytes, file: null };
  };
  const ranged = (hash: string, blob: RangedBlob) => (): Promise<PackBytes | null> =>
    blobs.ranged?.(hash, blob) ?? readRanged(blobs, hash, blob);
  const join = async <T>(
    name: string,
    hash: string,
    what: string,
    make: (bytes: Buffer) => { value: T; bytes: number },
  ): Promise<T> => {
    let ofView = joins.get(name);
    if (!ofView) joins.set(name, (ofView = { hash, made: new Map() }));
    let made = ofView.made.get(what);
    if (!made) {
      made = blobs.get(hash).then((bytes) => {
        if (!bytes) throw new DamagedIndexError("view", "its blob is not in the store");
        const one = make(bytes);
        total += one.bytes;
        return one;
      });
      ofView.made.set(what, made);
    }
    try {
      // Each kind of thing that is joined has a name of its own.
      return (await made).value as T;
    } catch (error) {
      ofView.made.delete(what);
      throw error;
    }
  };
  const readerOf = (isGuest: boolean): PartReader => ({
    joined: (view, what, make) => join(partName(view, isGuest), view, what, make),
    part: (hash, what, open, type) => part(hash, what, open, type, whole(hash)),
    segment: (hash, what, isRare = false) =>
      part(
        partName(hash, isGuest),
        what,
        (bytes, file) => new Segment(bytes, file),
        Segment,
        isGuest ? ranged(hash, isRare ? LAZY_SEGMENT : GUEST_SEGMENT) : whole(hash),
      ),
    packs: (hashes) =>
      Promise.all(
        hashes.map((hash) =>
          part(
            partName(hash, isGuest),
            "content pack",
            (bytes, file) => new ContentPack(bytes, file),
            ContentPack,
            ranged(hash, isGuest ? GUEST_PACK : KEPT_PACK),
          ),
        ),
      ),
    filters: (hash) =>
      part(
        partName(hash, isGuest),
        "text filters",
        (bytes, file) => new TextFilters(bytes, file),
        TextFilters,
        isGuest ? ranged(hash, GUEST_FILTERS) : whole(hash),
      ),
  });
  return { kept: readerOf(false), guests: readerOf(true), bytes: () => total, drop };
}
