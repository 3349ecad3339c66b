/** The table of dashboards. */
import type { ColumnType, Generated } from "kysely";
import type { DashboardSharing } from "../../../contract/insights/dashboardRules.ts";
import type { StoredLayout } from "../../../contract/insights/dashboards.ts";
import type { Created, Json } from "../columns.ts";

export interface DashboardsTable {
  id: string;
  company_id: string;
  /** Null when the account is gone. */
  owner_id: string | null;
  name: string;
  sharing: Exclude<DashboardSharing, "admins">;
  /** Shared with the Admins of the company; `sharing` is `private` then, which earlier releases read. */
  for_admins: Generated<boolean>;
  /** Counts its changes, from 1. */
  version: ColumnType<number, number | undefined, number>;
  layout: Json<StoredLayout>;
  created_at: Created;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  /** Null when the account is gone. */
  updated_by: string | null;
}
