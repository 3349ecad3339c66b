import type { Db } from "../db/openDb.ts";
import { withPart } from "../index/artifact.ts";
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
  return {
    rebuildIssues: (projectId, signal) =>
      turns.take(projectId, async () => {
        const has = await hasRows("issues", projectId);
        if (has || (await readManifest(db, projectId)).issues !== null) {
          const ticket = await takeTicket(db, projectId);
          if (ticket === undefined) return;
          if (has) await linkWork(db, projectId, signal, ticket);
          const part = has ? await builder.buildIssues(issueBatches(db, projectId), { signal }) : null;
          const turn = { part: "issues", ticket } as const;
          await swapManifest(db, projectId, (manifest) => withPart(manifest, { issues: part }), turn);
        }
        // Pages name files and symbols also where there is no tracker.
        if (await hasRows("pages", projectId)) await linkPages(db, blobs, projectId, signal);
      }),
    rebuildPages: (projectId, signal) =>
      turns.take(projectId, async () => {
        const has = await hasRows("pages", projectId);
        if (!has && (await readManifest(db, projectId)).pages === null) return;
        const ticket = await takeTicket(db, projectId);
        if (ticket === undefined) return;
        const part = has ? await builder.buildPages(pageBatches(db, projectId), { signal }) : null;
        const turn = { part: "pages", ticket } as const;
        await swapManifest(db, projectId, (manifest) => withPart(manifest, { pages: part }), turn);
        if (has) await linkPages(db, blobs, projectId, signal);
      }),
  };
}
