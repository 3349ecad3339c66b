/** Tables of what members add to the Insights of a project. */
import type { TargetMetric } from "../../contract/metrics.ts";
import type { Time } from "./columns.ts";

export interface InsightTargetsTable {
  project_id: string;
  metric: TargetMetric;
  /** In the unit of the metric's comparison. */
  value: number;
  /** Null when the account is gone. */
  set_by: string | null;
  set_at: Time;
}
