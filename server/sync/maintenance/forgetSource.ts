import type { Db } from "../../db/openDb.ts";
import { findCompanyOfProject } from "../../db/tables/projects.ts";
import { withoutSource } from "../../index/manifest.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import type { DiskMeter } from "../quotas/DiskMeter.ts";
import { swapManifest } from "../store/storedManifest.ts";
import type { Rebuilds } from "../source/SyncContext.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";
import type { SyncJobs } from "../run/SyncJobs.ts";
import type { SyncScheduler } from "../scheduling/SyncScheduler.ts";

export interface ForgetDeps {
  readonly rebuilds: Rebuilds;
  readonly db: Db;
  readonly sources: Sources;
  readonly jobs: SyncJobs;
  readonly meter: DiskMeter;
  readonly scheduler: SyncScheduler;
}

/** Removes the rest of a source whose row has been deleted, and wakes the syncs that wait for its disk space. */
export async function forgetSource(
  { db, sources, jobs, meter, scheduler, rebuilds }: ForgetDeps,
  { id, projectId, kind }: Pick<SyncedSource, "id" | "projectId" | "kind">,
): Promise<void> {
  jobs.withdraw(id);
  await sources.removeMirror(id);
  const hasProject = await swapManifest(db, projectId, (manifest) => withoutSource(manifest, id));
  const { signal } = new AbortController();
  if (hasProject && kind === "tracker") await rebuilds.issues(projectId, signal);
  if (hasProject && kind === "wiki") await rebuilds.pages(projectId, signal);
  await meter.measureIndex(projectId);
  const companyId = await findCompanyOfProject(db, projectId);
  if (companyId !== undefined) await scheduler.wake(companyId);
}
