/** Tables of the rules of projects: what they are, the events that wait for them, and what they have done. */
import type { Generated } from "kysely";
import type {
  KeptTrigger,
  RuleActionKind,
  RuleActionState,
  RuleTrigger,
} from "../../../contract/integrations/ruleKinds.ts";
import type { RuleDefinition } from "../../../contract/integrations/rules.ts";
import type { Created, Json, Time } from "../columns.ts";

export interface RulesTable {
  id: string;
  project_id: string;
  /** The repository whose file has it; null for one of the form. */
  source_id: string | null;
  name: string;
  definition: Json<RuleDefinition>;
  /** Grows with each change. */
  revision: Generated<number>;
  /** The revision that had a dry run. */
  checked_revision: Generated<number>;
  is_enabled: Generated<boolean>;
  /** The member whose account it acts with. */
  enabled_by: string | null;
  enabled_at: Time | null;
  /** The name of the member's account at each tracker, by the id of the source. */
  accounts: Json<Record<string, string>>;
  /** A serialized message: why it was turned off without a person. */
  paused_reason: string | null;
  /** Issues that became stale until then have had their events. */
  stale_until: Time | null;
  created_at: Created;
}

/** A project whose rules are all stopped. */
export interface RuleStopsTable {
  project_id: string;
  stopped_by: string | null;
  stopped_at: Created;
}

/** The rules file of a repository. */
export interface RuleFilesTable {
  source_id: string;
  project_id: string;
  digest: string;
  errors: Json<{ line: number; text: string }[]>;
  read_at: Time;
}

/** An event that rules have not decided about. It holds references and no text. */
export interface RuleEventsTable {
  id: string;
  number: Generated<string>;
  project_id: string;
  event: RuleTrigger;
  /** Names the event. */
  key: string;
  subject_kind: "issue" | "request" | "source" | "search" | "project";
  subject_id: string;
  /** The path in the source, or the metric of the project; empty for others. */
  detail: Generated<string>;
  /** Days without activity of a stale issue. */
  days: number | null;
  occurred_at: Time;
  stored_at: Created;
  due_at: Time;
}

/** What no tracker notes, for dry runs. */
export interface RuleHistoryTable {
  project_id: string;
  key: string;
  event: KeptTrigger;
  subject_kind: "source" | "search" | "project";
  subject_id: string;
  detail: Generated<string>;
  occurred_at: Time;
}

/** What was known of a project at the last look, with which the next one is compared. */
export interface RuleWatchesTable {
  project_id: string;
  looked_at: Time;
  /** Null before the first look. */
  states: Json<WatchedStates> | null;
  /** The first look. */
  since: Time | null;
}

/** What a look compares. */
export interface WatchedStates {
  /** How parts of the code are known, by the id of the repository and the path. */
  readonly areas: Readonly<Record<string, "shared" | "island" | "orphan">>;
  /** The target of each metric, and what was known of it last. */
  readonly targets: Readonly<Record<string, { readonly value: number; readonly verdict: "met" | "missed" | null }>>;
}

/** One row a rule and event that fitted. */
export interface RuleRunsTable {
  id: string;
  number: Generated<string>;
  rule_id: string;
  project_id: string;
  event: RuleTrigger;
  key: string;
  subject_kind: "issue" | "request" | "source" | "search" | "project";
  subject_id: string;
  detail: Generated<string>;
  occurred_at: Time;
  /** The last activity on the issue that no rule caused. */
  activity_at: Time | null;
  at: Created;
}

export interface RuleActionsTable {
  id: string;
  run_id: string;
  position: number;
  do: RuleActionKind;
  /** What the log shows: the label, the person, the text. */
  detail: string;
  /** The issue that a sync reads the change back of. */
  issue_id: string | null;
  /** What the sync reads back: the label in lower case, or the id of the account. */
  value: string | null;
  /** The stored change of the tracker. */
  write_id: string | null;
  state: RuleActionState;
  /** A serialized message: why it was not done. */
  text: string | null;
  /** A serialized message: why this expert. */
  reason: string | null;
  /** A sync has read it back. */
  seen_at: Time | null;
  at: Created;
}

/** Tables of rules. */
export interface RuleTables {
  rules: RulesTable;
  rule_stops: RuleStopsTable;
  rule_files: RuleFilesTable;
  rule_events: RuleEventsTable;
  rule_history: RuleHistoryTable;
  rule_runs: RuleRunsTable;
  rule_watches: RuleWatchesTable;
  rule_actions: RuleActionsTable;
}
