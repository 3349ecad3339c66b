import type { Db } from "../../db/openDb.ts";
import { findMailmapHead, upsertMailmap } from "../../db/tables/commits/mailmaps.ts";
import { readMailmapFile } from "../../sources/git/mailmapFile.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";

const MAX_BYTES = 2 ** 20;

/** Stores the `.mailmap` of a repository's head, so that identities can be resolved without reading the repository. */
export async function storeMailmap(
  db: Db,
  { sourceId, folder, head, signal }: { sourceId: string; folder: string; head: string; signal: AbortSignal },
): Promise<void> {
  if ((await findMailmapHead(db, sourceId)) === head) return;
  const mailmap = { head, content: sanitizeText(await readMailmapFile(folder, head, signal), MAX_BYTES) };
  await upsertMailmap(db, sourceId, mailmap);
}
