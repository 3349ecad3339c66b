/** Compares snapshots of projects for what no sync reports: knowledge at risk, and targets of metrics. */
import type { Db } from "../../db/openDb.ts";
import { claimWatch, listProjectsToWatch, lockWatch, updateWatch } from "../../db/tables/rules/ruleWatches.ts";
import { type ProjectSnapshot, statesOf, watchedEvents } from "../../engines/rules/watchedEvents.ts";
import { writeRuleEvents } from "../../events/writeRuleEvents.ts";

/** Snapshots of one run: each opens the index of a project. */
const MAX_SNAPSHOTS = 5;

/** Asks an engine thread what a project is like now; null for one that is gone. */
export type TakeSnapshot = (projectId: string) => Promise<ProjectSnapshot | null>;

export interface WatchDeps {
  readonly db: Db;
  readonly takeSnapshot: TakeSnapshot;
  /** Whether rules are in the plan of the project. */
  readonly isInPlan: (projectId: string) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** Takes snapshots of the projects that are due. One that fails is repeated when the project is due again. */
export async function watchProjects({ db, takeSnapshot, isInPlan, onError }: WatchDeps, now: Date): Promise<void> {
  for (const projectId of await listProjectsToWatch(db, MAX_SNAPSHOTS)) {
    try {
      if (!(await claimWatch(db, projectId)) || !(await isInPlan(projectId))) continue;
      const snapshot = await takeSnapshot(projectId);
      if (snapshot) await db.transaction().execute((tx) => storeSnapshot(tx, projectId, snapshot, now));
    } catch (error) {
      onError(error);
    }
  }
}

/** Stores what is known now, and the events since the last snapshot, in one transaction. */
export async function storeSnapshot(tx: Db, projectId: string, snapshot: ProjectSnapshot, now: Date): Promise<void> {
  const watch = await lockWatch(tx, projectId);
  if (!watch) return;
  await writeRuleEvents(
    tx,
    projectId,
    watchedEvents(snapshot, watch.states).map(({ event, source, detail }) => ({
      event,
      key: `${event} ${source ?? projectId} ${detail} ${now.toISOString()}`,
      subject: source === null ? { kind: "project", id: projectId } : { kind: "source", id: source },
      detail,
      at: now,
    })),
  );
  await updateWatch(tx, projectId, statesOf(snapshot, watch.states));
}
