import type { Db } from "../db/openDb.ts";
import { hasItems } from "../db/tables/sourceCounts.ts";
import { blobsOf, emptyManifest, type Manifest, withPart } from "../index/manifest.ts";
import type { Blobs } from "../index/blobs/blobs.ts";
import type { IndexBuilder } from "../index/build/builder.ts";
import { issueBatches } from "./issueBatches.ts";
import { requestBatches } from "./requestBatches.ts";
import { linkPages } from "./linkPages.ts";
import { linkIssues } from "./linkIssues.ts";
import { readManifest, swapManifest, nextFencingToken } from "./storedManifest.ts";
import { pageBatches } from "./pageBatches.ts";
import type { SyncContext } from "./SyncContext.ts";
import type { KeyedMutex } from "../concurrency.ts";

/**
 * Builds the parts of an index that are made of a whole project at once: its issues and requests, and its pages, with the ties between them and to the
 * code. One after the other for each project, since each reads everything.
 */
export function createRebuilds({
  db,
  builder,
  blobs,
  mutex,
}: {
  readonly db: Db;
  readonly builder: IndexBuilder;
  readonly blobs: Blobs;
  readonly mutex: KeyedMutex;
}): Pick<SyncContext, "rebuildIssues" | "rebuildPages"> {
  const blobsOfPart = (part: Pick<Partial<Manifest>, "issues" | "requests" | "pages">): readonly string[] => [
    ...blobsOf({ ...emptyManifest(), ...part }),
  ];
  return {
    rebuildIssues: (projectId, signal) =>
      mutex.runExclusive(projectId, async () => {
        let replaced: readonly string[] = [];
        const has = await hasItems(db, "issues", projectId);
        const hasRequests = await hasItems(db, "change_requests", projectId);
        const before = await readManifest(db, projectId);
        if (has || hasRequests || before.issues !== null || before.requests !== null) {
          const fencingToken = await nextFencingToken(db, projectId);
          if (fencingToken === undefined) return replaced;
          if (has) await linkIssues(db, projectId, signal, fencingToken);
          const issues = has ? await builder.buildIssues(issueBatches(db, projectId), { signal }) : null;
          const requests = hasRequests ? await builder.buildRequests(requestBatches(db, projectId), { signal }) : null;
          const build = { part: "issues", fencingToken } as const;
          await swapManifest(
            db,
            projectId,
            (manifest) => {
              replaced = blobsOfPart({ issues: manifest.issues, requests: manifest.requests });
              return withPart(withPart(manifest, { issues }), { requests });
            },
            build,
          );
        }
        // Pages name files and symbols also where there is no tracker.
        if (await hasItems(db, "pages", projectId)) await linkPages(db, blobs, projectId, signal);
        return replaced;
      }),
    rebuildPages: (projectId, signal) =>
      mutex.runExclusive(projectId, async () => {
        let replaced: readonly string[] = [];
        const has = await hasItems(db, "pages", projectId);
        if (!has && (await readManifest(db, projectId)).pages === null) return replaced;
        const fencingToken = await nextFencingToken(db, projectId);
        if (fencingToken === undefined) return replaced;
        const part = has ? await builder.buildPages(pageBatches(db, projectId), { signal }) : null;
        const build = { part: "pages", fencingToken } as const;
        await swapManifest(
          db,
          projectId,
          (manifest) => {
            replaced = blobsOfPart({ pages: manifest.pages });
            return withPart(manifest, { pages: part });
          },
          build,
        );
        if (has) await linkPages(db, blobs, projectId, signal);
        return replaced;
      }),
  };
}
