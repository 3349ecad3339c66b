import { DATABASE_DAMAGED, isDamaged } from "../db/databaseErrors.ts";
import { DISK_FULL, diskFailure, StoreFailure } from "../errors.ts";

/**
 * Says what a sync failed of when it was what the server keeps its data on: the disk, the store of blobs or a damaged database.
 * `isTriedAgain`: it may work in a moment, so the job is to come back.
 */
export function storageFailure(
  error: unknown,
): { readonly message: string; readonly isTriedAgain: boolean } | undefined {
  if (isDamaged(error)) return { message: DATABASE_DAMAGED, isTriedAgain: false };
  const disk = diskFailure(error);
  const store = storeFailureIn(error);
  if (store === undefined) return disk === undefined ? undefined : { message: disk, isTriedAgain: false };
  // A thread that builds gives the sentence alone.
  return { message: store.message, isTriedAgain: disk === undefined && store.message !== DISK_FULL };
}

function storeFailureIn(error: unknown): StoreFailure | undefined {
  if (error instanceof StoreFailure) return error;
  return error instanceof Error && error.cause !== undefined ? storeFailureIn(error.cause) : undefined;
}
