/** Looks at projects for what no sync reports: knowledge at risk, and targets of metrics. */
import type { Db } from "../../db/openDb.ts";
import { claimWatch, listProjectsToWatch, lockWatch, updateWatch } from "../../db/tables/rules/ruleWatches.ts";
import { type Look, statesOf, watchedEvents } from "../../engines/rules/watchedEvents.ts";
import { writeRuleEvents } from "../../events/writeRuleEvents.ts";

/** Looks of one run: each opens the index of a project. */
const MAX_LOOKS = 5;

/** Asks an engine thread what a project is like now; null for one that is gone. */
export type LookAt = (projectId: string) => Promise<Look | null>;

export interface WatchDeps {
  readonly db: Db;
  readonly lookAt: LookAt;
  /** Whether rules are in the plan of the project. */
  readonly isInPlan: (projectId: string) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** Looks at the projects that are due. A look that fails is repeated when the project is due again. */
export async function watchProjects({ db, lookAt, isInPlan, onError }: WatchDeps, now: Date): Promise<void> {
  for (const projectId of await listProjectsToWatch(db, MAX_LOOKS)) {
    try {
      if (!(await claimWatch(db, projectId)) || !(await isInPlan(projectId))) continue;
      const look = await lookAt(projectId);
      if (look) await db.transaction().execute((tx) => storeLook(tx, projectId, look, now));
    } catch (error) {
      onError(error);
    }
  }
}

/** Stores what is known now, and the events since the last look, in one transaction. */
export async function storeLook(tx: Db, projectId: string, look: Look, now: Date): Promise<void> {
  const watch = await lockWatch(tx, projectId);
  if (!watch) return;
  await writeRuleEvents(
    tx,
    projectId,
    watchedEvents(look, watch.states).map(({ event, source, detail }) => ({
      event,
      key: `${event} ${source ?? projectId} ${detail} ${now.toISOString()}`,
      subject: source === null ? { kind: "project", id: projectId } : { kind: "source", id: source },
      detail,
      at: now,
    })),
  );
  await updateWatch(tx, projectId, statesOf(look, watch.states));
}
