/** Tables of what members add to the Insights of a project. */
import type { ANNOTATION_KINDS } from "../../../contract/insights/metrics.ts";
import type { TargetMetric } from "../../../contract/insights/targetMetrics.ts";
import type { Created, Time } from "../columns.ts";

export interface InsightTargetsTable {
  project_id: string;
  metric: TargetMetric;
  /** In the unit of the metric's comparison. */
  value: number;
  /** Null when the account is gone. */
  set_by: string | null;
  set_at: Time;
}

/** What members add to the charts of a project. */
export interface InsightAnnotationsTable {
  id: string;
  project_id: string;
  kind: (typeof ANNOTATION_KINDS)[number];
  title: string;
  /** A calendar day, in the time zone of the company: `YYYY-MM-DD`. */
  day: string;
  /** Null when the account is gone. */
  author_id: string | null;
  created_at: Created;
}
