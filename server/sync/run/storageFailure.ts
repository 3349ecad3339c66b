import { DATABASE_DAMAGED, isDamaged } from "../../db/databaseErrors.ts";
import { DISK_FULL, diskFailure, StoreFailure } from "../../errors.ts";
import { type Message } from "../../messages/messages.ts";

/**
 * The message for a sync that failed because of the server's own storage: the disk, the store of blobs or a damaged database.
 * `isTriedAgain`: it may work in a moment, so the job is to come back.
 */
export function storageFailure(error: unknown): { readonly text: Message; readonly isTriedAgain: boolean } | undefined {
  if (isDamaged(error)) return { text: DATABASE_DAMAGED, isTriedAgain: false };
  const disk = diskFailure(error);
  const store = storeFailureIn(error);
  if (store === undefined) return disk === undefined ? undefined : { text: disk, isTriedAgain: false };
  // A thread that builds gives the sentence alone.
  return { text: store.text, isTriedAgain: disk === undefined && store.text.code !== DISK_FULL.code };
}

function storeFailureIn(error: unknown): StoreFailure | undefined {
  if (error instanceof StoreFailure) return error;
  return error instanceof Error && error.cause !== undefined ? storeFailureIn(error.cause) : undefined;
}
