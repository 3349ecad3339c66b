/** Tables of the check runs that are reported on requests. */
import type { ColumnType, Generated } from "kysely";
import type { CheckFinding } from "../../contract/requestChecks.ts";
import type { Created, Json, Time } from "./columns.ts";

/** A source whose requests are reported on. Without a row they are not. */
export interface SourceChecksTable {
  source_id: string;
  /** Kinds of findings for which the check asks for action. */
  blocking: Json<readonly CheckFinding[]>;
  /** Whether drafts are reported on. */
  drafts: Generated<boolean>;
  /** Of the texts at the host: that of the user who turned it on. */
  language: string;
  enabled_by: string | null;
  enabled_at: Created;
  /** Why the host refused the last report, as a stored message; null where it took it. */
  failure: string | null;
  /** Higher than that of all that were served before; see `tables/turns.ts`. */
  turn: Generated<string>;
}

/** The report on the newest head of a request. */
export interface RequestCheckRunsTable {
  request_id: string;
  source_id: string;
  head_hash: string;
  /** `outdated`: the host has another head, which the next sync reads. */
  state: "waiting" | "reported" | "outdated" | "refused";
  attempts: ColumnType<number, never, number>;
  due_at: ColumnType<Date, never, Date>;
  /** Until then it is in the hands of one process. */
  leased_until: Time | null;
  settled_at: Time | null;
}
