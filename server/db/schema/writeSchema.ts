/** The table of changes that members write to trackers. */
import type { IssueChange, NewIssue } from "../../../contract/issues/issueWrites.ts";
import type { Created, Json, Time } from "../columns.ts";
import type { Generated } from "kysely";

/** What is written to a tracker. */
export type StoredChange = IssueChange | NewIssue;

/** What a provider notes before it sends. */
type WriteTrace = Readonly<Record<string, string | readonly string[]>>;

/**
 * `held`: is sent at `send_at`, and can be taken back until then. `waiting`: not sent yet. `sent`: noted before the tracker was asked, and its answer is not known. `lost`: it was looked for and is not
 * there, or that cannot be found out; the member may repeat it, and it is looked for first. `done` and `refused`: ended; a refused one may be repeated. `discarded`: taken back by
 * its member, and never sent again.
 */
export type IssueWriteState = "held" | "waiting" | "sent" | "lost" | "done" | "refused" | "discarded";

/** A change of one issue. It is stored before the tracker is asked, so that one whose answer was lost is looked for and not repeated. */
export interface IssueWritesTable {
  id: string;
  project_id: string;
  source_id: string;
  /** Null for a new issue. */
  issue_id: string | null;
  user_id: string;
  /** A repeated call has the key of the first one. */
  request_key: string;
  /** SHA-256 of the change, by which a key that is used for another one is noticed. */
  digest: string;
  /** The change; one that is done or discarded has its action only. */
  change: Json<StoredChange | Pick<StoredChange, "action">>;
  state: IssueWriteState;
  /** What was seen before it was sent. */
  trace: Json<WriteTrace> | null;
  /** What it made, by the tracker's id. */
  reference: string | null;
  /** Why it was refused, a serialized message. */
  text: string | null;
  /** The client's network address, for the audit log. */
  address: string;
  /** Changes of several issues that were made together; null for a single one. */
  batch_id: string | null;
  /** When a held one is sent. */
  send_at: Time | null;
  /** The account that the member was shown. */
  account: Generated<string>;
  /** The name of the agent's token by which it was made; null for one that the member made. */
  agent: Generated<string | null>;
  /** Until then one process alone works on it. */
  leased_until: Time | null;
  /** Grows with each lease: who holds an older one changes nothing any more. */
  lease: Generated<number>;
  /** How often it was looked for without an answer that has its outcome. */
  looks: Generated<number>;
  /** When it is looked for next. */
  look_at: Time | null;
  created_at: Created;
  sent_at: Time | null;
  ended_at: Time | null;
}
