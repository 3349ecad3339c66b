/** Tables of what users are notified of. */
import type { Generated } from "kysely";
import type { NoticeChannel, NoticeKind } from "../../../contract/notices/noticeKinds.ts";
import type { NoticeData } from "../../../contract/notices/notices.ts";
import type { Created, Json, Time } from "../columns.ts";

/** One row a user and event, or bundle of events. */
export interface NoticesTable {
  id: string;
  user_id: string;
  /** Null for what concerns the company, and for a project that the user has left. */
  project_id: string | null;
  /** It is deleted with its source. */
  source_id: string | null;
  kind: NoticeKind;
  /** Names the event, or the first one of a bundle: an event is never stored twice for a user. */
  key: string;
  /** Events with the same value are added to the row while it is unread. */
  bundle: string;
  subject_kind: "issue" | "search" | "source" | null;
  subject_id: string | null;
  count: number;
  data: Json<NoticeData>;
  channel: Exclude<NoticeChannel, "off">;
  created_at: Created;
  /** Time of the latest event that the notice bundles. */
  at: Time;
  read_at: Time | null;
  resolved_at: Time | null;
  /** Events of it that a mail has reported. */
  mailed_count: Generated<number>;
}

/** From when on the changes of a source are noticed: the end of its first import. */
export interface NoticeMarksTable {
  source_id: string;
  since: Time;
  /** The newest commit whose files have been noticed. */
  commit_id: number;
}

export interface NoticeSettingsTable {
  user_id: string;
  time_zone: string | null;
  mails: boolean;
  digest_hour: number;
  /** Minutes of the local day. */
  quiet_from: number | null;
  quiet_to: number | null;
  /** When the last mail that is not the daily one was made. */
  single_at: Time | null;
  /** From 1 for Monday; null for no weekly mail. */
  weekly_day: number | null;
  /** Hour of the weekly mail, 0 to 23, in the time zone of the user. */
  weekly_hour: number | null;
  /** When the last weekly mail was made, or its time was chosen. */
  weekly_at: Time | null;
}

/** `kind` is one of them, or `all` in a project. */
export interface NoticeChannelsTable {
  user_id: string;
  project_id: string | null;
  kind: NoticeKind | "all";
  channel: NoticeChannel;
}
