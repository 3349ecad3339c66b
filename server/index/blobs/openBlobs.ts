/** Opens the configured blob store: folder, database or S3. */
import { join } from "node:path";
import type { Settings } from "../../settings.ts";
import { type Blobs, createFileBlobs } from "./blobs.ts";
import { type BlobCache, createCachedBlobs } from "./cachedBlobs.ts";
import type { S3Location } from "./S3Blobs.ts";
import { withStoreFailures } from "./storeFailure.ts";

/** The location of the blob store as plain data, from which a worker thread opens the same store. */
export type BlobsLocation =
  | { readonly driver: "files"; readonly folder: string }
  | { readonly driver: "database"; readonly databaseUrl: string; readonly cache?: BlobCache | undefined }
  | { readonly driver: "s3"; readonly place: S3Location; readonly cache?: BlobCache | undefined };

/** The location of blobs by the settings. */
export function locateBlobs(settings: Pick<Settings, "blobs" | "databaseUrl" | "dataDir">): BlobsLocation {
  const { dataDir, databaseUrl } = settings;
  const { driver, s3, cacheBytes } = settings.blobs;
  const cache = { folder: join(dataDir, "cache", "blobs"), maxBytes: cacheBytes };
  if (driver === "s3" && s3) return { driver: "s3", place: s3, cache };
  if (driver === "database" && databaseUrl !== undefined) return { driver: "database", databaseUrl, cache };
  return { driver: "files", folder: join(dataDir, "blobs") };
}

/** Opens the store without a request to it; `checkBlobs` sends one. */
export function openBlobs(location: BlobsLocation): Blobs {
  if (location.driver === "files") return withStoreFailures(createFileBlobs(location.folder));
  const { cache } = location;
  const remote = lazy(() => load(location));
  return withStoreFailures(cache && cache.maxBytes > 0 ? createCachedBlobs(remote, cache) : remote);
}

/**
 * Sends one request to the store, so that a wrong setting is reported at the start.
 * @throws CannotStart with one sentence for the operator
 */
export async function checkBlobs(location: BlobsLocation): Promise<void> {
  if (location.driver !== "s3") return;
  const { checkS3 } = await import("./S3Blobs.ts");
  await checkS3(location.place);
}

/** The clients are large: only the one that is used is loaded, and only in threads that use it. */
async function load(location: Exclude<BlobsLocation, { driver: "files" }>): Promise<Blobs> {
  if (location.driver === "database") {
    const { createPoolBlobs } = await import("./poolBlobs.ts");
    return createPoolBlobs(location.databaseUrl);
  }
  const { S3Blobs } = await import("./S3Blobs.ts");
  return new S3Blobs(location.place);
}

function lazy(open: () => Promise<Blobs>): Blobs {
  let opened: Promise<Blobs> | undefined;
  const blobs = (): Promise<Blobs> => (opened ??= open());
  return {
    put: async (bytes) => (await blobs()).put(bytes),
    get: async (hash) => (await blobs()).get(hash),
    has: async (hash) => (await blobs()).has(hash),
    size: async (hash) => (await blobs()).size(hash),
    delete: async (hash, writtenBefore) => (await blobs()).delete(hash, writtenBefore),
    async *list() {
      yield* (await blobs()).list();
    },
  };
}
