/** The table of changes that members write to trackers. */
import type { IssueChange } from "../../contract/issueWrites.ts";
import type { Created, Json, Time } from "./columns.ts";

/** What a provider notes before it sends. */
type WriteTrace = Readonly<Record<string, string | readonly string[]>>;

/**
 * `waiting`: not sent yet. `sent`: noted before the tracker was asked, and its answer is not known. `lost`: it was looked for and has not
 * arrived; the member may repeat it. `done` and `refused`: ended.
 */
export type IssueWriteState = "waiting" | "sent" | "lost" | "done" | "refused";

/** A change of one issue. It is stored before the tracker is asked, so that one whose answer was lost is looked for and not repeated. */
export interface IssueWritesTable {
  id: string;
  project_id: string;
  source_id: string;
  issue_id: string;
  user_id: string;
  /** A repeated call has the key of the first one. */
  request_key: string;
  /** SHA-256 of the change, by which a key that is used for another one is noticed. */
  digest: string;
  /** Of an ended one only its action. */
  change: Json<IssueChange | Pick<IssueChange, "action">>;
  state: IssueWriteState;
  /** What was seen before it was sent. */
  trace: Json<WriteTrace> | null;
  /** What it made, by the tracker's id. */
  reference: string | null;
  /** Why it was refused, a serialized message. */
  text: string | null;
  /** The client's network address, for the audit log. */
  address: string;
  /** Until then one process alone works on it. */
  leased_until: Time | null;
  created_at: Created;
  sent_at: Time | null;
  ended_at: Time | null;
}
