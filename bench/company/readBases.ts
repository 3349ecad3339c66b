import { linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openDb } from "../../server/db/openDb.ts";
import { type Manifest, decodeManifest } from "../../server/index/manifest.ts";

/** The manifests of the generated projects of an earlier run. */
export async function readBases(dataDir: string): Promise<Manifest[]> {
  const { db, close } = await openDb({ dataDir, databaseUrl: undefined });
  try {
    const rows = await db.selectFrom("artifacts").select("manifest").execute();
    return rows.map(({ manifest }) => decodeManifest(manifest)).filter(({ issues }) => issues !== null);
  } finally {
    await close();
  }
}

/** Blobs never change, so two stores may share their files. */
export function linkBlobs(from: string, to: string): void {
  for (const shelf of readdirSync(join(from, "blobs"))) {
    mkdirSync(join(to, "blobs", shelf), { recursive: true });
    for (const name of readdirSync(join(from, "blobs", shelf)))
      linkSync(join(from, "blobs", shelf, name), join(to, "blobs", shelf, name));
  }
}
