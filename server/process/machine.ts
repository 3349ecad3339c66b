/** What this process may use of its machine. */
import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";

/** Bytes of memory that this process may use: the limit of its control group, where there is one. */
export const usableMemoryBytes = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

export interface DiskSpace {
  /** Bytes that this process may write. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The space of the disk that holds a folder; undefined where the file system does not report it, or the folder cannot be read. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | undefined> {
  const statistics = await statfs(folder).catch(() => undefined);
  if (statistics === undefined || statistics.blocks === 0) return undefined;
  return { freeBytes: statistics.bavail * statistics.bsize, totalBytes: statistics.blocks * statistics.bsize };
}
