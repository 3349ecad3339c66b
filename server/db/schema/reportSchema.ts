/** The tables of reports. */
import type { ColumnType } from "kysely";
import type { ReportFile, ReportState } from "../../../contract/insights/reportRules.ts";
import type { ReportInsightFilters, ReportPage, ReportSchedule } from "../../../contract/insights/reports.ts";
import type { Granularity, InsightPeriod } from "../../../contract/insights/insights.ts";
import type { Created, Json, Time } from "../columns.ts";

export interface ReportsTable {
  id: string;
  company_id: string;
  /** Null when the account is gone. */
  owner_id: string | null;
  name: string;
  page: Json<ReportPage>;
  period: InsightPeriod;
  granularity: Granularity;
  /** Filters of the page: slugs of projects and ids of repositories. Empty: all. */
  project: Json<readonly string[]>;
  repository: Json<readonly string[]>;
  /** Filters of Insights. What is left out is not filtered. */
  insight_filters: ColumnType<Partial<ReportInsightFilters>, string | undefined, string>;
  schedule: Json<ReportSchedule>;
  files: Json<readonly ReportFile[]>;
  is_enabled: boolean;
  /** Nothing that was due before is sent. */
  scheduled_from: Time;
  created_at: Created;
}

export interface ReportReceiversTable {
  report_id: string;
  user_id: string;
  /** Set by the receiver, who gets no more mails of it. */
  left_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** A report of one receiver and time. */
export interface ReportRunsTable {
  id: string;
  report_id: string;
  user_id: string;
  due_at: Time;
  state: ReportState;
  attempts: ColumnType<number, number | undefined, number>;
  next_attempt_at: Time;
  /** A message, as JSON. */
  detail: ColumnType<string | null, string | null | undefined, string | null>;
  /** JSON of what was sent, packed with gzip; null until it is made. */
  content: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
  created_at: Created;
}
