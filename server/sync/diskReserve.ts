import { statfs } from "node:fs/promises";

const MEGABYTE = 1024 * 1024;

/** A sentence for the source when less than the reserve is free; undefined while there is room. */
export type DiskCheck = () => Promise<string | undefined>;

/**
 * Checks the free space of the disk that holds mirrors and indexes. Users' data needs space as well, and the embedded database stops the
 * server when there is none.
 * @param reserve bytes that are kept free; 0: none
 */
export function createDiskReserve(folder: string, reserve: number): DiskCheck {
  return async () => {
    if (reserve === 0) return undefined;
    // Not every file system says how much is free.
    const found = await statfs(folder).catch(() => undefined);
    if (found === undefined || found.blocks === 0) return undefined;
    const free = found.bavail * found.bsize;
    if (free >= reserve) return undefined;
    return `The disk is nearly full: ${Math.floor(free / MEGABYTE)} MB are free, and syncs leave ${Math.ceil(reserve / MEGABYTE)} MB free. This one waits until there is room.`;
  };
}

/** The disk became nearly full while a sync was running. */
export class DiskNearlyFullError extends Error {
  override readonly name = "DiskNearlyFullError";
}
