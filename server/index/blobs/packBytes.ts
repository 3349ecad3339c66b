import type { Blobs } from "./blobs.ts";
import { packHeadOf } from "../segment/contentPack.ts";
import { FileRange } from "../segment/FileRange.ts";

/** What a content pack is opened from: its tables and the file of its blocks, or all of its bytes where no file is on this machine. */
export interface PackBytes {
  readonly bytes: Buffer;
  readonly file: FileRange | null;
}

/** @returns null when the store does not have the pack or its bytes are damaged */
export async function readPack(blobs: Pick<Blobs, "get" | "file">, hash: string): Promise<PackBytes | null> {
  const file = await openBlobFile(blobs, hash);
  if (file) return { bytes: packHeadOf(file), file };
  const bytes = await blobs.get(hash);
  return bytes && { bytes, file: null };
}

/**
 * The file of a blob, opened; null where the store keeps none on this machine.
 * @param isChecked whether this process has compared its bytes with its name before
 */
export async function openBlobFile(
  blobs: Pick<Blobs, "file">,
  hash: string,
  isChecked = false,
): Promise<FileRange | null> {
  const path = (await blobs.file?.(hash, isChecked)) ?? null;
  if (path === null) return null;
  try {
    return new FileRange(path);
  } catch {
    // A cache may remove it at any time; the caller reads all bytes instead.
    return null;
  }
}
