/** Reports: a dashboard or the metrics of a project, sent by mail on a schedule. Each receiver gets what they themselves may see. */
import { z } from "zod";
import { ISSUE_TYPES } from "../constants.ts";
import { ARCHIVE_FORMATS, REPORT_FILES, REPORT_INTERVALS, REPORT_LIMITS, REPORT_STATES } from "./reportRules.ts";
import { Id, Name, Slug, Timestamp } from "../fieldSchemas.ts";
import { Granularity, InsightPeriod, withAllowedPair } from "./insights.ts";

export const ReportPage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("dashboard"), id: Id }),
  z.object({ kind: z.literal("insights"), project: Slug }),
]);
export type ReportPage = z.infer<typeof ReportPage>;

/** The hour is that of each receiver's time zone. */
export const ReportSchedule = z.object({
  every: z.enum(REPORT_INTERVALS),
  /** 0 to 23. */
  hour: z.number().int().min(0).max(23),
  /** Day of a weekly report: 1 is Monday. */
  weekday: z.number().int().min(1).max(7),
  /** Day of a monthly report, 1 to 31; a shorter month has its last day. */
  day: z.number().int().min(1).max(31),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

const content = {
  name: Name,
  page: ReportPage,
  period: InsightPeriod,
  granularity: Granularity,
  schedule: ReportSchedule,
  files: z.array(z.enum(REPORT_FILES)).max(REPORT_FILES.length),
  is_enabled: z.boolean(),
};
/** Filters that Insights has and a dashboard has not: ids of trackers and people, labels, and types of issues. Empty: all. */
const insightFilters = {
  tracker: z.array(Id).max(REPORT_LIMITS.filters),
  person: z.array(Id).max(REPORT_LIMITS.filters),
  label: z.array(z.string().min(1).max(200)).max(REPORT_LIMITS.filters),
  type: z.array(z.enum(ISSUE_TYPES)).max(REPORT_LIMITS.filters),
};
const InsightFilters = z.object(insightFilters);
export type ReportInsightFilters = z.infer<typeof InsightFilters>;
/** The filters of the page: slugs of projects, for a dashboard alone, and ids of repositories. Empty: all. */
const filters = {
  project: z.array(Slug).max(REPORT_LIMITS.filters),
  repository: z.array(Id).max(REPORT_LIMITS.filters),
  ...insightFilters,
};

/** `receivers`: ids of users of the company. */
export const ReportBody = withAllowedPair(
  z.object({
    ...content,
    project: filters.project.default([]),
    repository: filters.repository.default([]),
    tracker: filters.tracker.default([]),
    person: filters.person.default([]),
    label: filters.label.default([]),
    type: filters.type.default([]),
    receivers: z.array(Id).min(1, "field.required").max(REPORT_LIMITS.receivers),
  }),
);
export type ReportBody = z.infer<typeof ReportBody>;

export const ReportRun = z.object({
  id: Id,
  /** The time of the schedule; of one that was asked for, the time of asking. */
  due_at: Timestamp,
  state: z.enum(REPORT_STATES),
  /** Why it failed, in the reader's language. */
  detail: z.string().nullable(),
});
export type ReportRun = z.infer<typeof ReportRun>;

export const Report = z.object({
  id: Id,
  ...content,
  /** Empty for those who may not change the report. */
  ...filters,
  /** The name of the dashboard or project; null where the reader cannot see it. */
  page_name: z.string().nullable(),
  receivers: z.array(z.object({ id: Id, name: z.string(), has_left: z.boolean() })),
  /** Name of the user whose report it is; null where the account is gone, and nothing is sent. */
  owner: z.string().nullable(),
  is_mine: z.boolean(),
  can_manage: z.boolean(),
  /** The reader gets it. */
  is_receiver: z.boolean(),
  next_at: Timestamp.nullable(),
  /** The newest run of the reader; else of any receiver, for those who may change the report. */
  last: ReportRun.nullable(),
});
export type Report = z.infer<typeof Report>;

export const Reports = z.object({
  reports: z.array(Report),
  /** PDF and PNG can be made here. */
  has_browser: z.boolean(),
  /** Mails are sent here. */
  sends_mail: z.boolean(),
  /** Users of the company, who can be receivers. */
  people: z.array(z.object({ id: Id, name: z.string(), email: z.string() })),
  /** Dashboards and projects of the reader. */
  pages: z.array(z.object({ page: ReportPage, name: z.string() })),
});
export type Reports = z.infer<typeof Reports>;

export const ReportRuns = z.array(ReportRun);
export const ArchiveQuery = z.object({ format: z.enum(ARCHIVE_FORMATS).default("html") });
