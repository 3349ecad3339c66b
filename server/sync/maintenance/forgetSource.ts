import type { Db } from "../../db/openDb.ts";
import { findCompanyOfProject } from "../../db/tables/projects.ts";
import { withoutSource } from "../../index/manifest.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import type { DiskMeter } from "../quotas/DiskMeter.ts";
import { swapManifest } from "../store/storedManifest.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";
import type { SyncJobs } from "../run/SyncJobs.ts";
import type { SyncScheduler } from "../scheduling/SyncScheduler.ts";

export interface ForgetDeps extends Pick<SyncContext, "rebuildIssues" | "rebuildPages"> {
  readonly db: Db;
  readonly sources: Sources;
  readonly jobs: SyncJobs;
  readonly meter: DiskMeter;
  readonly scheduler: SyncScheduler;
}

/** Removes what is left of a source whose row has been deleted, and begins what waited for its space. */
export async function forgetSource(
  { db, sources, jobs, meter, scheduler, rebuildIssues, rebuildPages }: ForgetDeps,
  { id, projectId, kind }: Pick<SyncedSource, "id" | "projectId" | "kind">,
): Promise<void> {
  jobs.abort(id);
  await sources.removeMirror(id);
  const isThere = await swapManifest(db, projectId, (manifest) => withoutSource(manifest, id));
  if (isThere && kind === "tracker") await rebuildIssues(projectId, new AbortController().signal);
  if (isThere && kind === "wiki") await rebuildPages(projectId, new AbortController().signal);
  await meter.measureIndex(projectId);
  const companyId = await findCompanyOfProject(db, projectId);
  if (companyId !== undefined) await scheduler.wake(companyId);
}
