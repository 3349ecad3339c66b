import { z } from "zod";
import { isTimeZone } from "../timeZone.ts";
import { Id, Slug, Timestamp } from "../fieldSchemas.ts";
import { MEMBERSHIP_CHANGES, NOTICE_CHANNELS, NOTICE_KINDS } from "./noticeKinds.ts";

const Kind = z.enum(NOTICE_KINDS);
const Channel = z.enum(NOTICE_CHANNELS);
const Count = z.number().int().nonnegative();

/** What a notice is about. */
export const NoticeSubject = z.discriminatedUnion("kind", [
  /** `address` is how the address of its page names it. */
  z.object({ kind: z.literal("issue"), id: Id, key: z.string(), title: z.string(), address: Id }),
  /** `href` is the path of its results in the app. */
  z.object({ kind: z.literal("search"), id: Id, title: z.string(), href: z.string() }),
  z.object({ kind: z.literal("source"), id: Id, title: z.string() }),
]);
export type NoticeSubject = z.infer<typeof NoticeSubject>;

/** What the sentence of a notice needs, as far as its kind has it. */
export const NoticeData = z.object({
  /** Who caused it last. */
  actor: z.string().optional(),
  /** The project, where its name is no longer to be read. */
  project_name: z.string().optional(),
  change: z.enum(MEMBERSHIP_CHANGES).optional(),
  role: z.string().optional(),
  /** Mentioned in a comment, otherwise in the issue. */
  in_comment: z.boolean().optional(),
  files: Count.optional(),
  commits: Count.optional(),
  path: z.string().optional(),
  /** The name of an outgoing webhook. */
  webhook: z.string().optional(),
  /** The name of a rule. */
  rule: z.string().optional(),
  /** The plan of a trial, and when that ends. */
  plan: z.string().optional(),
  ends_at: Timestamp.optional(),
  /** The plan to which the company returns then; left out: it has expired then. */
  returns_to: z.string().optional(),
  titles: z.array(z.string()).optional(),
});
export type NoticeData = z.infer<typeof NoticeData>;

/** Something that happened and concerns the reader. The sentence is made by the client from `kind`, `subject`, `count` and `data`. */
export const Notice = z.object({
  id: Id,
  kind: Kind,
  project: z.object({ slug: Slug, name: z.string() }).nullable(),
  /** Null where several subjects are bundled, and for what concerns the project. */
  subject: NoticeSubject.nullable(),
  /** Events that this notice bundles. */
  count: z.number().int().positive(),
  data: NoticeData,
  /** Time of the latest event that the notice bundles. */
  at: Timestamp,
  read: z.boolean(),
  /** The fault is over. */
  resolved: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const NoticesQuery = z.object({
  /** Only unread ones. */
  unread: z.stringbool().optional(),
  kind: Kind.optional(),
  project: Slug.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** Unread ones first, and the newest first among each. */
export const NoticePage = z.object({ results: z.array(Notice), next: z.string().nullable(), unread: Count });
export type NoticePage = z.infer<typeof NoticePage>;

export const UnreadNotices = z.object({ unread: Count });

/** Marks the notices up to a moment as read: all of them, or those of a kind or a project. */
export const ReadNoticesBody = z.object({ until: Timestamp, kind: Kind.optional(), project: Slug.optional() });

const TimeZone = z.string().max(100).refine(isTimeZone, "field.time_zone");

const Minute = z.number().int().min(0).max(1439);

const NoticeChoices = {
  /** Null: that of the company. */
  time_zone: TimeZone.nullable(),
  /** Mails are sent at all. Unsubscribing switches this off. */
  mails: z.boolean(),
  /** Local time of the daily mail, in hours. */
  digest_hour: z.number().int().min(0).max(23),
  /** No mail is sent between these minutes of the local day. */
  quiet: z.object({ from: Minute, to: Minute }).nullable(),
  /** Local time of the weekly mail about the reader's own week; null for none. `day`: from 1 for Monday. */
  weekly: z.object({ day: z.number().int().min(1).max(7), hour: z.number().int().min(0).max(23) }).nullable(),
  /** By kind, where it is not the default. */
  channels: z.partialRecord(Kind, Channel),
} as const;

const ProjectChoice = z.object({ project: Slug, all: Channel.optional(), channels: z.partialRecord(Kind, Channel) });

export const NoticeSettingsBody = z.object({
  ...NoticeChoices,
  weekly: NoticeChoices.weekly.default(null),
  projects: z.array(ProjectChoice.extend({ channels: ProjectChoice.shape.channels.default({}) })).max(200),
});

export const NoticeSettings = z.object({
  ...NoticeChoices,
  /** In a project: of a kind, or of all of them. They count more than `channels`. */
  projects: z.array(ProjectChoice),
  /** The installation sends mail. */
  sends_mail: z.boolean(),
  /** What counts where `time_zone` is null. */
  company_time_zone: z.string(),
  defaults: z.record(Kind, Channel),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

/** A request of the reader, or one that they have reviewed, whose next step is theirs. */
export const WaitingRequest = z.object({
  id: Id,
  key: z.string(),
  title: z.string(),
  project: Slug,
  project_name: z.string(),
  url: z.string(),
  /** Why it waits for the reader. */
  reason: z.enum(["changes_requested", "approved", "review_again"]),
  updated_at: Timestamp,
});
export type WaitingRequest = z.infer<typeof WaitingRequest>;
