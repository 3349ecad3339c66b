import { DATABASE_DAMAGED, isDamaged } from "../../db/databaseErrors.ts";
import { DISK_FULL, diskFailure, StoreFailure } from "../../errors.ts";
import { type Message } from "../../messages/messages.ts";

/**
 * The message for a sync that failed because of the server's own storage: the disk, the blob store or a damaged database.
 * `isRetried`: the failure may be temporary.
 */
export function storageFailure(error: unknown): { readonly text: Message; readonly isRetried: boolean } | undefined {
  if (isDamaged(error)) return { text: DATABASE_DAMAGED, isRetried: false };
  const disk = diskFailure(error);
  const store = storeFailureIn(error);
  if (store === undefined) return disk && { text: disk, isRetried: false };
  // An error from a build thread has the message, but not the cause with the code of the full disk.
  return { text: store.text, isRetried: disk === undefined && store.text.code !== DISK_FULL.code };
}

function storeFailureIn(error: unknown): StoreFailure | undefined {
  if (error instanceof StoreFailure) return error;
  return error instanceof Error && error.cause !== undefined ? storeFailureIn(error.cause) : undefined;
}
