/** The table of own metrics. */
import type { ColumnType } from "kysely";
import type { OwnMetricDraft } from "../../../contract/insights/ownMetrics.ts";
import type { Created, Json } from "../columns.ts";

export interface OwnMetricsTable {
  id: string;
  company_id: string;
  /** Null: of the company. */
  project_id: string | null;
  name: string;
  /** What a newer version has stored may have another form. */
  definition: Json<unknown>;
  target: Json<OwnMetricDraft["target"]> | null;
  /** Null when the account is gone. */
  owner_id: string | null;
  created_at: Created;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}
