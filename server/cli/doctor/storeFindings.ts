import { randomBytes } from "node:crypto";
import { CannotStart, errorMessage } from "../../errors.ts";
import { checkBlobs, locateBlobs, openBlobs } from "../../index/blobs/openBlobs.ts";
import type { Settings } from "../../settings.ts";
import { failed, type Finding, ok, warning } from "./Finding.ts";

/** Writes an object to the object store, reads it and deletes it. */
export async function storeFindings(settings: Pick<Settings, "blobs" | "databaseUrl" | "dataDir">): Promise<Finding[]> {
  const location = locateBlobs(settings);
  if (location.driver !== "s3") {
    const where = location.driver === "files" ? "in the data folder" : "in the database";
    if (location.driver === "database" || settings.databaseUrl === undefined) {
      return [ok("object store", `The index is kept ${where}.`)];
    }
    return [
      warning(
        "object store",
        `The index is kept ${where}, and the database may have several processes.`,
        "Set CLEW_BLOBS=database or s3, unless all of them have this folder.",
      ),
    ];
  }
  const { bucket } = location.place;
  try {
    await checkBlobs(location);
    const blobs = openBlobs({ ...location, cache: undefined });
    const bytes = randomBytes(32);
    const hash = await blobs.put(bytes);
    const read = await blobs.get(hash);
    await blobs.delete(hash);
    if (read?.equals(bytes) !== true) throw new Error("it did not return what was written");
    return [ok("object store", `An object was written to the bucket ${bucket}, read and deleted.`)];
  } catch (error) {
    if (error instanceof CannotStart)
      return [failed("object store", error.message, "Sources cannot be synced without it.")];
    const reason = errorMessage(error instanceof Error && error.cause instanceof Error ? error.cause : error);
    return [
      failed(
        "object store",
        `An object could not be written to the bucket ${bucket}, read and deleted: ${reason}.`,
        "Allow the key s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket.",
      ),
    ];
  }
}
