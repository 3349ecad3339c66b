import type { Db } from "../db/openDb.ts";
import { readMailmapFile } from "../sources/git/mailmapFile.ts";
import { sanitizeText } from "../db/sanitizeText.ts";

const MAX_BYTES = 2 ** 20;

/** Stores the `.mailmap` of a repository's head, so that identities can be resolved without reading the repository. */
export async function storeMailmap(
  db: Db,
  { sourceId, folder, head, signal }: { sourceId: string; folder: string; head: string; signal: AbortSignal },
): Promise<void> {
  const kept = await db.selectFrom("mailmaps").select("head").where("source_id", "=", sourceId).executeTakeFirst();
  if (kept?.head === head) return;
  const row = { head, content: sanitizeText(await readMailmapFile(folder, head, signal), MAX_BYTES) };
  await db
    .insertInto("mailmaps")
    .values({ source_id: sourceId, ...row })
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet(row))
    .execute();
}
