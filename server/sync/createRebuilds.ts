import type { Db } from "../db/openDb.ts";
import { blobsOf, emptyManifest, type Manifest, withPart } from "../index/artifact.ts";
import type { Blobs } from "../index/blobs.ts";
import type { IndexBuilder } from "../index/builder.ts";
import { issueBatches } from "./issueBatches.ts";
import { linkPages } from "./linkPages.ts";
import { linkWork } from "./linkWork.ts";
import { readManifest, swapManifest, takeTicket } from "./manifests.ts";
import { pageBatches } from "./pageBatches.ts";
import type { SyncWork } from "./SyncWork.ts";
import type { Turns } from "./Turns.ts";

/**
 * Builds the parts of an index that are made of a whole project at once: its issues and its pages, with the ties between them and to the
 * code. One after the other for each project, since each reads everything.
 */
export function createRebuilds({
  db,
  builder,
  blobs,
  turns,
}: {
  readonly db: Db;
  readonly builder: IndexBuilder;
  readonly blobs: Blobs;
  readonly turns: Turns;
}): Pick<SyncWork, "rebuildIssues" | "rebuildPages"> {
  const hasRows = async (table: "issues" | "pages", projectId: string): Promise<boolean> =>
    (await db.selectFrom(table).select("id").where("project_id", "=", projectId).limit(1).executeTakeFirst()) !==
    undefined;
  const blobsOfPart = (part: Pick<Partial<Manifest>, "issues" | "pages">): readonly string[] => [
    ...blobsOf({ ...emptyManifest(), ...part }),
  ];
  return {
    rebuildIssues: (projectId, signal) =>
      turns.take(projectId, async () => {
        let replaced: readonly string[] = [];
        const has = await hasRows("issues", projectId);
        if (has || (await readManifest(db, projectId)).issues !== null) {
          const ticket = await takeTicket(db, projectId);
          if (ticket === undefined) return replaced;
          if (has) await linkWork(db, projectId, signal, ticket);
          const part = has ? await builder.buildIssues(issueBatches(db, projectId), { signal }) : null;
          const turn = { part: "issues", ticket } as const;
          await swapManifest(
            db,
            projectId,
            (manifest) => {
              replaced = blobsOfPart({ issues: manifest.issues });
              return withPart(manifest, { issues: part });
            },
            turn,
          );
        }
        // Pages name files and symbols also where there is no tracker.
        if (await hasRows("pages", projectId)) await linkPages(db, blobs, projectId, signal);
        return replaced;
      }),
    rebuildPages: (projectId, signal) =>
      turns.take(projectId, async () => {
        let replaced: readonly string[] = [];
        const has = await hasRows("pages", projectId);
        if (!has && (await readManifest(db, projectId)).pages === null) return replaced;
        const ticket = await takeTicket(db, projectId);
        if (ticket === undefined) return replaced;
        const part = has ? await builder.buildPages(pageBatches(db, projectId), { signal }) : null;
        const turn = { part: "pages", ticket } as const;
        await swapManifest(
          db,
          projectId,
          (manifest) => {
            replaced = blobsOfPart({ pages: manifest.pages });
            return withPart(manifest, { pages: part });
          },
          turn,
        );
        if (has) await linkPages(db, blobs, projectId, signal);
        return replaced;
      }),
  };
}
