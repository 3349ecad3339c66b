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
import type { RequestTable } from "./tables/requestTable.ts";
import type { SymbolTable } from "./tables/symbolTable.ts";
import type { ChunkTable } from "./tables/chunkTable.ts";

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
  | RequestTable
  | PageTable;

/** Reads the parts of an index by blob hash; `what` names the part in errors. @throws DamagedIndexError, IndexFormatError */
export interface PartReader {
  readonly part: <T extends Part>(
    hash: string,
    what: string,
    open: (bytes: Buffer, file: FileRange | null) => T,
    type: abstract new (...args: never[]) => T,
  ) => Promise<T>;
  /** @param isRare whether few of many searched indexes need it */
  readonly segment: (hash: string, what: string, isRare?: boolean) => Promise<Segment>;
  readonly packs: (hashes: readonly string[]) => Promise<ContentPack[]>;
  readonly filters: (hash: string) => Promise<TextFilters>;
  /**
   * What is made of several parts, once for each view and each form of the index.
   * @param view hash of the view that says how they are joined, of which `make` gets the bytes
   */
  readonly joined: <T>(view: string, what: string, make: (bytes: Buffer) => Joined<T>) => Promise<T>;
}

/** What is made of several parts, with the bytes in memory that it adds to theirs. */
interface Joined<T> {
  readonly value: T;
  readonly bytes: number;
}

/** The name of a part that is read by range: the form of a guest is another part than that of an index which is open for itself. */
export const partName = (hash: string, isGuest: boolean): string =>
  isGuest ? sharedKey(hash, GUEST_SEGMENT) : sharedKey(hash, KEPT_PACK);

interface PartEntry {
  readonly part: Promise<Part>;
  bytes: number;
  isDropped: boolean;
}

/** Opened parts by name. Several indexes may share one. */
export class PartCache {
  /** For an index that is open for itself: everything but the texts is in memory. */
  readonly resident: PartReader = this.#readerOf(false);
  /** For one that is open for a question over many: postings stay in their files too. */
  readonly guests: PartReader = this.#readerOf(true);
  readonly #blobs: IndexBlobs;
  readonly #onDropped: (name: string) => void;
  readonly #parts = new Map<string, PartEntry>();
  /** By the name of the view: its hash, and what is made of it. */
  readonly #joins = new Map<string, { readonly hash: string; readonly made: Map<string, Promise<Joined<unknown>>> }>();
  #bytes = 0;

  /** @param onDropped called with the name of a part that is dropped. Its memory is free once no index that contains it is referenced */
  constructor(blobs: IndexBlobs, onDropped: (name: string) => void) {
    this.#blobs = blobs;
    this.#onDropped = onDropped;
  }

  /** Bytes in memory of the open parts. */
  get bytes(): number {
    return this.#bytes;
  }

  drop(name: string): void {
    this.#dropJoins(name);
    const entry = this.#parts.get(name);
    if (!entry) return;
    this.#parts.delete(name);
    entry.isDropped = true;
    this.#bytes -= entry.bytes;
    this.#onDropped(name);
  }

  #dropJoins(name: string): void {
    const ofView = this.#joins.get(name);
    if (!ofView) return;
    this.#joins.delete(name);
    for (const derived of ofView.made.values())
      void derived.then(
        ({ bytes }) => (this.#bytes -= bytes),
        () => undefined,
      );
    this.#onDropped(ofView.hash);
  }

  async #join<T>(name: string, hash: string, what: string, make: (bytes: Buffer) => Joined<T>): Promise<T> {
    let ofView = this.#joins.get(name);
    if (!ofView) this.#joins.set(name, (ofView = { hash, made: new Map() }));
    let derived = ofView.made.get(what);
    if (!derived) {
      derived = this.#blobs.get(hash).then((bytes) => {
        if (!bytes) throw new DamagedIndexError("view", "its blob is not in the store");
        const part = make(bytes);
        this.#bytes += part.bytes;
        return part;
      });
      ofView.made.set(what, derived);
    }
    try {
      // Each kind of thing that is joined has a name of its own.
      return (await derived).value as T;
    } catch (error) {
      ofView.made.delete(what);
      throw error;
    }
  }

  async #open<T extends Part>(
    name: string,
    what: string,
    open: (bytes: Buffer, file: FileRange | null) => T,
    type: abstract new (...args: never[]) => T,
    read: () => Promise<PackBytes | null>,
  ): Promise<T> {
    const cached = this.#parts.get(name);
    if (cached) {
      const part = await cached.part;
      if (part instanceof type) return part;
      throw new DamagedIndexError(what, "its blob is of another kind");
    }
    const entry = {
      part: read().then((part) => {
        if (!part) throw new DamagedIndexError(what, "its blob is not in the store");
        entry.bytes = part.bytes.length;
        if (!entry.isDropped) this.#bytes += entry.bytes;
        return open(part.bytes, part.file);
      }),
      bytes: 0,
      isDropped: false,
    };
    this.#parts.set(name, entry);
    try {
      return await entry.part;
    } catch (error) {
      if (this.#parts.get(name) === entry) this.drop(name);
      throw error;
    }
  }

  #readerOf(isGuest: boolean): PartReader {
    const readBytes = (hash: string) => (): Promise<PackBytes | null> => this.#readWhole(hash);
    const ranged = (hash: string, blob: RangedBlob) => (): Promise<PackBytes | null> =>
      this.#blobs.ranged?.(hash, blob) ?? readRanged(this.#blobs, hash, blob);
    const openPack = (hash: string): Promise<ContentPack> =>
      this.#open(
        partName(hash, isGuest),
        "content pack",
        (bytes, file) => new ContentPack(bytes, file),
        ContentPack,
        ranged(hash, isGuest ? GUEST_PACK : KEPT_PACK),
      );
    return {
      joined: (view, what, make) => this.#join(partName(view, isGuest), view, what, make),
      part: (hash, what, open, type) => this.#open(hash, what, open, type, readBytes(hash)),
      segment: (hash, what, isRare = false) =>
        this.#open(
          partName(hash, isGuest),
          what,
          (bytes, file) => new Segment(bytes, file),
          Segment,
          isGuest ? ranged(hash, isRare ? LAZY_SEGMENT : GUEST_SEGMENT) : readBytes(hash),
        ),
      packs: (hashes) => Promise.all(hashes.map(openPack)),
      filters: (hash) =>
        this.#open(
          partName(hash, isGuest),
          "text filters",
          (bytes, file) => new TextFilters(bytes, file),
          TextFilters,
          isGuest ? ranged(hash, GUEST_FILTERS) : readBytes(hash),
        ),
    };
  }

  async #readWhole(hash: string): Promise<PackBytes | null> {
    const bytes = await this.#blobs.get(hash);
    return bytes && { bytes, file: null };
  }
}
