/** Tables of the replies on issues. */
import type { ColumnType, Generated } from "kysely";
import type { Time } from "../columns.ts";

/** Whether the issues of a tracker get a reply, and how. */
export interface ReplySettingsTable {
  source_id: string;
  /** The member who turned it on, with whose access the facts are read; null: an account that was deleted. */
  enabled_by: string | null;
  /** Null: off. */
  enabled_at: Time | null;
  /** As the installation of an app that the source is read by; else as the account of `enabled_by`. */
  uses_app: boolean;
  /** By which the host names the account in comments, and its name for people. */
  account_id: string;
  account: string;
  language: "EN" | "TR";
  template: string;
  /** People are mentioned, and so notified by the host. */
  mentions: boolean;
  /** Everyone who sees the tracker may see all repositories of the project. */
  names_all: boolean;
  /** The end of the last sync whose issues were looked through. */
  looked_at: Time | null;
  waits_until: Time | null;
  /** A serialized message: why nothing is written now. */
  fault: string | null;
  fault_at: Time | null;
  /** Higher than that of all that were served before; see `tables/operations/turns.ts`. */
  turn: Generated<string>;
}

/** What is kept of the reply on an issue. */
export interface IssueRepliesTable {
  issue_id: string;
  source_id: string;
  /** `seen`: nothing to do; `removed`: people have deleted the reply, and it does not come back; `failed`: until the issue changes. */
  state: "due" | "seen" | "failed" | "removed";
  /** A reply is to be written or edited; false: only commands are looked at. */
  is_wanted: boolean;
  /** A hash of the title and the text that it is for. */
  print: string;
  comment_id: string | null;
  /** The account that has posted the comment, or to whose post the answer was lost; null before the first one. */
  comment_by: string | null;
  /** Which comment on the issue it is: one more after people have deleted it. */
  comment_number: Generated<number>;
  /** A hash of what the comment says. */
  digest: string | null;
  /** The issue that a command named as the original. */
  duplicate_of: string | null;
  attempts: Generated<number>;
  next_at: ColumnType<Date, Date | undefined, Date>;
  lease: Generated<number>;
  leased_until: Time | null;
  /** A serialized message: why it was not written. */
  fault: string | null;
  changed_at: ColumnType<Date, Date | undefined, Date>;
}

/** A command in a comment that was handled. */
export interface ReplyCommandsTable {
  issue_id: string;
  comment_id: string;
  handled_at: ColumnType<Date, Date | undefined, Date>;
}
