/** Tables of the check runs that are reported on requests. */
import type { ColumnType, Generated } from "kysely";
import type { CheckFinding } from "../../../contract/requests/requestChecks.ts";
import type { Created, Json, Time } from "../columns.ts";

/** A source whose requests are reported on. Without a row they are not. */
export interface SourceChecksTable {
  source_id: string;
  /** Kinds of findings for which the check asks for action. */
  blocking: Json<readonly CheckFinding[]>;
  /** Whether drafts are reported on. */
  drafts: Generated<boolean>;
  /** Language of the texts at the host: that of the user who turned the check on. */
  language: string;
  enabled_by: string | null;
  enabled_at: Created;
  /** Why the host refused the last report, as a stored message; null where it took it. */
  failure: string | null;
  /** By which a report is written, where no app writes it: the id and the name at the host. */
  account_id: string | null;
  account: string | null;
  /** The host has asked to wait until then. */
  waits_until: Time | null;
  /** Higher than that of all that were served before; see `tables/operations/turns.ts`. */
  turn: Generated<string>;
}

export type CheckRunState = "waiting" | "reported" | "outdated" | "refused" | "fork";

/** The report on the newest head of a request. */
export interface RequestCheckRunsTable {
  request_id: string;
  source_id: string;
  head_hash: string;
  /** `outdated`: the host has another head, which the next sync reads; `fork`: the host takes reports on it in another repository alone. */
  state: CheckRunState;
  attempts: ColumnType<number, never, number>;
  due_at: ColumnType<Date, never, Date>;
  /** Until then it is leased by one process. */
  leased_until: Time | null;
  /** Another one each time that a process takes it: a process with a former one may change nothing. */
  lease: string | null;
  /** When its head was queued. */
  queued_at: ColumnType<Date, Date | undefined, Date>;
  /** When the request had changed at its host as it was queued. */
  changed_at: Time | null;
  /** The note on the request: its id at the host, and the account that has posted it, which is stored before. */
  note_id: string | null;
  note_by: string | null;
  note_number: ColumnType<number, never, number>;
  /** People have deleted it, and no other one is posted. */
  note_removed: ColumnType<boolean, never, boolean>;
  settled_at: Time | null;
}
