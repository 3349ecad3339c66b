import { settleProject } from "../../access/hostAccess/settleMemberships.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyOfProject } from "../../db/tables/projects/projects.ts";
import {
  deleteRemovedSource,
  findRemovedSource,
  listRemovedSourceIds,
} from "../../db/tables/sources/removedSources.ts";
import { withoutSource } from "../../index/manifest.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { FORGET_SOURCE, type ForgetSourceJob } from "../../jobs/jobNames.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import type { DiskMeter } from "../quotas/DiskMeter.ts";
import { readStoredManifest, swapManifest } from "../store/storedManifest.ts";
import type { Rebuilds } from "../source/SyncContext.ts";
import type { SyncJobs } from "../run/SyncJobs.ts";
import type { SyncScheduler } from "../scheduling/SyncScheduler.ts";

export interface ForgetDeps {
  readonly rebuilds: Rebuilds;
  readonly db: Db;
  readonly queue: Queue;
  readonly sources: Pick<Sources, "removeMirror" | "sharersOf">;
  readonly jobs: SyncJobs;
  readonly meter: DiskMeter;
  readonly scheduler: SyncScheduler;
}

/** Removed sources whose jobs one round of the maintenance sends. */
const MAX_RESUMED = 200;

export type ForgetJobs = ReturnType<typeof createForgetJobs>;

/**
 * Removes what is left of sources whose rows were deleted, as jobs. A source is listed in `removed_sources` until its job has ended, so a
 * job that was lost or failed is sent again.
 */
export function createForgetJobs(deps: ForgetDeps) {
  const { db, queue, jobs } = deps;
  const send = async (sourceIds: readonly string[]): Promise<void> => {
    for (const sourceId of sourceIds)
      await queue.send(FORGET_SOURCE, { sourceId } satisfies ForgetSourceJob, { singletonKey: sourceId });
  };
  return {
    register: (): void => {
      queue.register<ForgetSourceJob>(
        FORGET_SOURCE,
        ({ sourceId }, { signal }) => forgetSource(deps, sourceId, signal),
        { concurrency: 1, retryLimit: 5, retryDelaySeconds: 1 },
      );
    },
    /** Stops the syncs of this process, and sends the jobs. After the transaction that deleted the rows. */
    request: async (sourceIds: readonly string[]): Promise<void> => {
      for (const id of sourceIds) jobs.withdraw(id);
      await send(sourceIds);
    },
    /** Sends the jobs of all removed sources that are left. */
    resume: async (): Promise<void> => send(await listRemovedSourceIds(db, MAX_RESUMED)),
  };
}

/** Each step may be repeated; the syncs that wait for disk space are woken last. */
async function forgetSource(
  { db, sources, jobs, meter, scheduler, rebuilds }: ForgetDeps,
  sourceId: string,
  signal: AbortSignal,
): Promise<void> {
  const removed = await findRemovedSource(db, sourceId);
  if (!removed) return;
  const { project_id: projectId, kind } = removed;
  jobs.withdraw(sourceId);
  const [sharer] = await sources.sharersOf(sourceId);
  await sources.removeMirror(sourceId);
  const hasProject = await swapManifest(db, projectId, (manifest) => withoutSource(manifest, sourceId));
  // Pull requests of a repository are in one table of the index with those of the project's other sources.
  const hasIssuesOrRequests = kind === "tracker" || (await readStoredManifest(db, projectId)).requests !== null;
  if (hasProject && kind !== "wiki" && hasIssuesOrRequests) await rebuilds.issues(projectId, signal);
  if (hasProject && kind === "wiki") await rebuilds.pages(projectId, signal);
  await meter.measureIndex(projectId);
  if (sharer !== undefined) await meter.measureMirror(sharer);
  await deleteRemovedSource(db, sourceId);
  // The source may have been the one that closed memberships.
  await settleProject(db, projectId, new Date());
  const companyId = await findCompanyOfProject(db, projectId);
  if (companyId !== undefined) await scheduler.wake(companyId);
}
