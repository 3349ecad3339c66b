import { stat } from "node:fs/promises";
import type { Db } from "../../db/openDb.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import type { SourceCredentials } from "../source/sourceCredentials.ts";
import { findSource } from "../source/SyncedSource.ts";

/**
 * The folder of a repository's mirror, which is copied to this machine first where another worker has it.
 * @throws SourceError when it has to be copied and cannot be
 */
export async function findMirror(
  { db, sources, credentials }: { readonly db: Db; readonly sources: Sources; readonly credentials: SourceCredentials },
  sourceId: string,
  signal: AbortSignal,
): Promise<string> {
  const folder = sources.mirrorFolder(sourceId);
  if (await stat(folder).catch(() => null)) return folder;
  const source = await findSource(db, sourceId);
  if (source?.kind === "repository") {
    const { provider, url, companyId } = source;
    const access = { provider, url, credential: await credentials.open(source) };
    await sources.updateMirror(sourceId, access, { signal, companyId });
  }
  return folder;
}
