/** What a project wants its metrics to be: set, changed and removed, each with its entry in the audit log. */
import { TARGET_METRICS, type TargetMetric } from "../../../contract/insights/targetMetrics.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteInsightTarget,
  lockInsightTarget,
  upsertInsightTarget,
} from "../../db/tables/insights/insightTargets.ts";
import { NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

export async function setTarget(
  db: Db,
  project: ProjectAccess,
  { metric, value }: { readonly metric: TargetMetric; readonly value: number },
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await lockInsightTarget(tx, project.id, metric);
    if (before === value) return;
    await upsertInsightTarget(tx, { project_id: project.id, metric, value, set_by: by.id, set_at: new Date() });
    await recordAuditEvent(tx, by, {
      action: "insights.target_set",
      subject: { kind: "project", id: project.id, name: project.slug },
      ...(before !== undefined && { before: { metric, value: before } }),
      after: { metric, value },
    });
  });
}

/** @throws NotFound for a metric that has no target */
export async function removeTarget(db: Db, project: ProjectAccess, name: string, by: Actor): Promise<void> {
  const metric = TARGET_METRICS.find((candidate) => candidate === name);
  await db.transaction().execute(async (tx) => {
    const before = metric && (await lockInsightTarget(tx, project.id, metric));
    if (metric === undefined || before === undefined) throw new NotFound(message("insights.no_target"));
    await deleteInsightTarget(tx, project.id, metric);
    await recordAuditEvent(tx, by, {
      action: "insights.target_removed",
      subject: { kind: "project", id: project.id, name: project.slug },
      before: { metric, value: before },
    });
  });
}
