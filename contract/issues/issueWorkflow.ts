/** What a tracker knows of an issue's workflow. Names are the tracker's own words; what it does not report is null or empty. */
import { z } from "zod";
import { CUSTOM_FIELD_TYPES } from "./customFields.ts";
import { Id } from "../fieldSchemas.ts";
import { LINK_KINDS } from "./linkKinds.ts";

export const STATUS_CATEGORIES = ["todo", "in_progress", "done"] as const;
export type StatusCategory = (typeof STATUS_CATEGORIES)[number];
export const IssueStatus = z.object({
  name: z.string(),
  /** Null where the tracker has none. */
  category: z.enum(STATUS_CATEGORIES).nullable(),
});
export type IssueStatus = z.infer<typeof IssueStatus>;

/** Most links of one issue that are stored, and that an answer has. */
export const MAX_ISSUE_LINKS = 200;
/** Most attachments of one issue that are stored. */
export const MAX_ISSUE_ATTACHMENTS = 100;

export const IssueAttachment = z.object({
  name: z.string(),
  bytes: z.number().int().nonnegative().nullable(),
  url: z.string().nullable(),
});
export type IssueAttachment = z.infer<typeof IssueAttachment>;

/** A custom field that its source reads, of an issue that has it. Dates are days, `2026-11-30`. */
export const IssueCustomField = z.object({
  name: z.string(),
  type: z.enum(CUSTOM_FIELD_TYPES),
  values: z.array(z.union([z.string(), z.number()])),
});
export type IssueCustomField = z.infer<typeof IssueCustomField>;

/** What few issues have. A field that the tracker does not report is left out. */
export const IssueFacts = z.object({
  /** Versions in which it occurs. */
  affected_versions: z.array(z.string()).optional(),
  /** Sprints or iterations, the latest last. */
  sprints: z.array(z.string()).optional(),
  story_points: z.number().optional(),
  weight: z.number().optional(),
  estimate_seconds: z.number().int().nonnegative().optional(),
  spent_seconds: z.number().int().nonnegative().optional(),
  /** A day, `2026-11-30`. */
  due_on: z.iso.date().optional(),
  /** Votes or reactions of people. */
  votes: z.number().int().nonnegative().optional(),
  sub_issues: z.object({ total: z.number().int().nonnegative(), done: z.number().int().nonnegative() }).optional(),
  custom_fields: z.array(IssueCustomField).optional(),
  attachments: z.array(IssueAttachment).optional(),
  /** How many more attachments the issue has than are listed. */
  more_attachments: z.number().int().positive().optional(),
});
export type IssueFacts = z.infer<typeof IssueFacts>;

/** A link to another issue. */
export const IssueLinkEntry = z.object({
  kind: z.enum(LINK_KINDS),
  /** The tracker's own words for a link of the kind `other`: "is tested by". */
  name: z.string().nullable(),
  key: z.string(),
  /** The title that the project has, or else the one that the tracker shows; null where the issue may be restricted. */
  title: z.string().nullable(),
  url: z.string().nullable(),
  /** The id, the name in the address of its page and the state of an issue that the project has; null for any other issue. */
  issue: z.object({ id: Id, address: Id, state: z.enum(["open", "closed"]) }).nullable(),
});
export type IssueLinkEntry = z.infer<typeof IssueLinkEntry>;
