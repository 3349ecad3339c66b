import { availableParallelism } from "node:os";
import { type KeyRing, readKeyRing } from "../access/keys/KeyRing.ts";
import { watchKey } from "../access/keys/keyRotation.ts";
import { checkMasterKey } from "../access/keys/masterKeyFingerprint.ts";
import { type Secrets, createSecrets } from "../access/keys/secrets.ts";
import { withTimeout } from "../concurrency.ts";
import { prepareDataFolder } from "../db/dataFolder.ts";
import { migrate } from "../db/migrate.ts";
import { openDb } from "../db/openDb.ts";
import type { OpenDb } from "../db/openedDb.ts";
import { type IndexBuilder, createIndexBuilder } from "../index/build/builder.ts";
import type { Blobs } from "../index/blobs/blobs.ts";
import { type BlobsLocation, checkBlobs, locateBlobs, openBlobs } from "../index/blobs/openBlobs.ts";
import { doesStoreAnswer } from "../index/blobs/storeFailure.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Milliseconds that the blob store has to answer a health check. */
const STORE_TIMEOUT_MS = 3000;

/** The database, the keys of what is sealed in it, and the index. */
export interface Storage {
  readonly database: OpenDb;
  readonly keys: KeyRing;
  readonly secrets: Secrets;
  readonly location: BlobsLocation;
  readonly blobs: Blobs;
  /** Whether the blob store answers within `STORE_TIMEOUT_MS`. */
  readonly doesStoreAnswer: () => Promise<boolean>;
  readonly builder: IndexBuilder;
}

/** Opens and migrates the database, checks the keys and the blob store. @throws CannotStart */
export async function openStorage({ settings, options, metrics, app, onClose }: ServerProcess): Promise<Storage> {
  const { log } = app;
  const { isDurable, onFatal: onLost } = options;
  const { dataDir, databaseUrl } = settings;
  // An opened database is in a folder that was prepared for it.
  if (!options.database) prepareDataFolder(dataDir);
  const database = await (options.database ??
    openDb({ dataDir, databaseUrl, onLost, ...(isDurable !== undefined && { isDurable }) }));
  onClose(() => database.close());
  database.load.onWaited = (seconds) => metrics.databaseWaited(seconds);
  for (const warning of database.warnings) log.warn(warning);
  await migrate(database.db, { onWait: (sentence) => log.warn(sentence) });
  const keys = readKeyRing(settings);
  await checkMasterKey(database.db, keys);
  onClose(await watchKey({ database, keys, dataDir, onWarning: (warning) => log.warn(warning) }));
  const location = locateBlobs(settings);
  await checkBlobs(location);
  if (location.driver === "files" && databaseUrl !== undefined) {
    log.warn(
      `The index is kept in ${location.folder}: every process on this database must see that folder. CLEW_BLOBS=database or s3 need none.`,
    );
  }
  const blobs = openBlobs(location);
  const builder = createIndexBuilder({ blobs: location, threads: Math.max(1, availableParallelism() - 1) });
  onClose(() => builder.close());
  return {
    database,
    keys,
    secrets: createSecrets(keys),
    location,
    blobs,
    doesStoreAnswer: async () => (await withTimeout(doesStoreAnswer(blobs), STORE_TIMEOUT_MS)) === true,
    builder,
  };
}
