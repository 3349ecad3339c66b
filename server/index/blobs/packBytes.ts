import type { Blobs } from "./blobs.ts";
import { CONTENT_TAIL } from "../segment/contentPack.ts";
import { FileRange } from "../segment/FileRange.ts";
import { packSegment } from "../segment/PackedTerms.ts";
import { SEGMENT_TAIL } from "../segment/segmentTables.ts";
import { FILTERS_TAIL } from "../segment/textFilters.ts";
import { type Tail, sectionDirectoryOf, sectionHeadOf, readHead } from "../segment/SectionFile.ts";

/** The source of an opened blob: its tables and the file with the rest, or all bytes when there is no local file. */
export interface PackBytes {
  readonly bytes: Buffer;
  readonly file: FileRange | null;
}

/** What a blob is whose last section is read by range. */
export interface RangedBlob {
  readonly tail: Tail;
  /** Whether its file stays open, see `FileRange`. */
  readonly isKept: boolean;
  /** Whether only the directory is read first; the rest is read when it is used. */
  readonly isLazy?: boolean;
  /** What is kept of all that is before the tail; that itself when left out. */
  readonly pack?: (head: Buffer, wholeBytes: number) => Buffer;
}

/** A content pack of an index that is open for itself. */
export const KEPT_PACK: RangedBlob = { tail: CONTENT_TAIL, isKept: true };
/** The same of an index that is open for a question over many. */
export const GUEST_PACK: RangedBlob = { tail: CONTENT_TAIL, isKept: false };
export const GUEST_FILTERS: RangedBlob = { tail: FILTERS_TAIL, isKept: false };
export const GUEST_SEGMENT: RangedBlob = { tail: SEGMENT_TAIL, isKept: false, pack: packSegment };
/** One that few of many searched indexes need. */
export const LAZY_SEGMENT: RangedBlob = { tail: SEGMENT_TAIL, isKept: false, isLazy: true };

/**
 * The hash of a file that does not stay open is not verified: for thousands of indexes that takes minutes. Its tables
 * are checked to fit together.
 * @returns null when the store does not have the blob or its bytes are damaged
 */
export async function readRanged(
  blobs: Pick<Blobs, "get" | "file">,
  hash: string,
  { tail, isKept, isLazy = false, pack }: RangedBlob = KEPT_PACK,
): Promise<PackBytes | null> {
  const file = await openBlobFile(blobs, hash, !isKept, isKept);
  if (file) {
    if (isLazy) return { bytes: sectionDirectoryOf(file), file };
    return { bytes: pack ? pack(readHead(file, tail), file.bytes) : sectionHeadOf(file, tail), file };
  }
  const bytes = await blobs.get(hash);
  return bytes && { bytes, file: null };
}

/**
 * The file of a blob, opened; null where the store keeps none on this machine.
 * @param isChecked whether this process has verified the hash before
 */
export async function openBlobFile(
  blobs: Pick<Blobs, "file">,
  hash: string,
  isChecked = false,
  isKept = true,
): Promise<FileRange | null> {
  const path = (await blobs.file?.(hash, isChecked)) ?? null;
  if (path === null) return null;
  try {
    return new FileRange(path, isKept);
  } catch {
    // A cache may remove it at any time; the caller reads all bytes instead.
    return null;
  }
}
