import { readDiskSpace } from "../../process/machine.ts";
import { MEGABYTE } from "../../sizes.ts";
import { MessageError } from "../../messages/MessageError.ts";
import { type Message, message } from "../../messages/messages.ts";

/** A message for the source when less than the reserve is free; undefined while there is room. */
export type DiskCheck = () => Promise<Message | undefined>;

/**
 * Checks the free space of the disk that holds mirrors and indexes. Users' data needs space as well, and the embedded database stops the
 * server when there is none.
 * @param reserve bytes that are kept free; 0: none
 */
export function createDiskReserve(folder: string, reserve: number): DiskCheck {
  return async () => {
    if (reserve === 0) return undefined;
    const space = await readDiskSpace(folder);
    if (space === undefined || space.freeBytes >= reserve) return undefined;
    const free = Math.floor(space.freeBytes / MEGABYTE);
    return message("sync.disk_reserve", { free, reserve: Math.ceil(reserve / MEGABYTE) });
  };
}

/** The disk became nearly full while a sync was running. */
export class DiskNearlyFullError extends MessageError {
  override readonly name = "DiskNearlyFullError";
}
