import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../db/openDb.ts";
import { decodeManifest, emptyManifest } from "../../index/artifact.ts";
import { DamagedIndexError, IndexFormatError } from "../../index/indexErrors.ts";
import type { IndexStore, OpenedIndex } from "../../index/indexStore.ts";

/**
 * The index of a project as it is now; an empty one before the first sync. An index that is damaged or of another format counts
 * as not there: it is derived data, the next sync builds it again, and until then the answer says that nothing is ready.
 */
export async function openProjectIndex(
  db: Db,
  indexes: IndexStore,
  projectId: string,
  log: FastifyBaseLogger,
): Promise<OpenedIndex> {
  const row = await db
    .selectFrom("artifacts")
    .select("manifest")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  try {
    return await indexes.open(row ? decodeManifest(row.manifest) : emptyManifest());
  } catch (error) {
    if (!(error instanceof DamagedIndexError || error instanceof IndexFormatError)) throw error;
    log.warn({ projectId, error: error.message }, "the project's index cannot be used");
    return indexes.open(emptyManifest());
  }
}
