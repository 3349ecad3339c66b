import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { deleteReleases, listReleaseIds, upsertReleases } from "../../db/tables/commits/releases.ts";
import type { HostReleases } from "../../sources/connector/requestTypes.ts";
import { LeftOutWriter } from "../store/LeftOutWriter.ts";
import { PeopleWriter } from "../store/PeopleWriter.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";

const MAX_BODY_LENGTH = 200_000;

/** Replaces the stored releases. The list has to be complete: a release that is not in it is deleted. */
export async function storeReleases(
  db: Db,
  source: Pick<SyncedSource, "id" | "projectId" | "restrictedChoice">,
  { releases, leftOut }: HostReleases,
): Promise<void> {
  const people = new PeopleWriter(source.id);
  const latest = new Map(releases.map((release) => [release.externalId, release]));
  await db.transaction().execute(async (tx) => {
    await people.intern(
      tx,
      releases.map(({ author }) => author),
    );
    await new LeftOutWriter(source).replace(tx, "release", leftOut);
    const stored = await listReleaseIds(tx, source.id);
    const gone = stored.filter(({ external_id }) => !latest.has(external_id)).map(({ id }) => id);
    await deleteReleases(tx, gone);
    await upsertReleases(
      tx,
      [...latest.values()].map((release) => ({
        id: newId(),
        source_id: source.id,
        project_id: source.projectId,
        external_id: release.externalId,
        tag: sanitizeText(release.tag, 300),
        name: sanitizeText(release.name, 500),
        body: sanitizeText(release.body, MAX_BODY_LENGTH),
        url: release.url,
        author_id: people.idOf(release.author),
        is_prerelease: release.isPrerelease,
        created_at: release.createdAt.toISOString(),
        published_at: release.publishedAt?.toISOString() ?? null,
      })),
    );
    if (gone.length > 0) await people.removeUnnamed(tx);
  });
}
