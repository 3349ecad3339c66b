import { z } from "zod";
import { SOURCE_KINDS } from "../constants.ts";
import { Id, Timestamp } from "../fieldSchemas.ts";
import { Sync } from "../projects.ts";

export const NOTIFICATION_TYPES = [
  "sync.progress",
  "sync.finished",
  "sync.failed",
  "backtest.progress",
  "backtest.finished",
  "search.matched",
  "notice.added",
  "notice.read",
  "project.changed",
  "project.removed",
  "member.added",
  "invitation.accepted",
  "dashboard.changed",
  "dashboard.removed",
  "announcement",
] as const;

/** One message of the socket. A client ignores a type that it does not know. */
export const Notification = z.object({
  id: Id,
  type: z.string(),
  title: z.string(),
  body: z.string().nullable(),
  project: z.string().nullable(),
  href: z.string().nullable(),
  created_at: Timestamp,
  data: z.record(z.string(), z.unknown()),
});
export type Notification = z.infer<typeof Notification>;

/** `data` of the three `sync.*` types. */
export const SyncEventData = z.object({
  project: z.string(),
  source: z.object({ kind: z.enum(SOURCE_KINDS), id: Id }),
  sync: Sync,
});
export type SyncEventData = z.infer<typeof SyncEventData>;

/** `data` of `dashboard.changed`; that of `dashboard.removed`, for users who do not see it any more, is the id alone. */
export interface DashboardEventData {
  readonly dashboard: string;
  readonly version: number;
  /** Name of the user who changed it. */
  readonly by: string;
}
