import { diskFailure, errorMessage, StoreFailure } from "../../errors.ts";
import type { Blobs } from "./blobs.ts";
import { message } from "../../messages/messages.ts";

const AWAY = message("server.store_unreachable");
const REFUSES = message("server.store_refused");

/** The failure of a store of blobs as a message for users, with the reason as its cause. A name that is no hash stays a TypeError. */
function storeFailure(error: unknown): Error {
  if (error instanceof TypeError || error instanceof StoreFailure) return error;
  return new StoreFailure(diskFailure(error) ?? (isRefusal(error) ? REFUSES : AWAY), {
    cause: error instanceof Error ? error : new Error(errorMessage(error)),
  });
}

/** Names that the client of S3 uses for 401 and 403. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !("$metadata" in error)) return false;
  const { $metadata: metadata } = error;
  const status =
    typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, "httpStatusCode") : undefined;
  return status === 401 || status === 403;
}

/** The same store, whose failures are `StoreFailure`. */
export function withStoreFailures(blobs: Blobs): Blobs {
  const withStoreFailure = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw storeFailure(error);
    }
  };
  return {
    put: (bytes) => withStoreFailure(blobs.put(bytes)),
    get: (hash) => withStoreFailure(blobs.get(hash)),
    file: async (hash, isChecked) => withStoreFailure(blobs.file?.(hash, isChecked) ?? Promise.resolve(null)),
    has: (hash) => withStoreFailure(blobs.has(hash)),
    size: (hash) => withStoreFailure(blobs.size(hash)),
    delete: (hash, writtenBefore) => withStoreFailure(blobs.delete(hash, writtenBefore)),
    async *list() {
      try {
        yield* blobs.list();
      } catch (error) {
        throw storeFailure(error);
      }
    },
  };
}

const PROBE = "0".repeat(64);

/** Whether the store answers: requests a blob that does not exist. */
export async function doesStoreAnswer(blobs: Pick<Blobs, "has">): Promise<boolean> {
  return blobs.has(PROBE).then(
    () => true,
    () => false,
  );
}
