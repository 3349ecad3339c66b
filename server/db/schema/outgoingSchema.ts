/** Tables of what Clew sends to other systems. */
import type { ColumnType, Generated } from "kysely";
import type { LANGUAGES } from "../../../contract/constants.ts";
import type {
  DeliveryState,
  OutgoingEventType,
  OutgoingKind,
  TEST_EVENT,
} from "../../../contract/notices/outgoingEvents.ts";
import type { OutgoingEvent } from "../../../contract/notices/outgoingWebhooks.ts";
import type { RULE_EVENT, RuleTrigger } from "../../../contract/integrations/ruleKinds.ts";
import type { Created, Json, Time } from "../columns.ts";

export interface OutgoingWebhooksTable {
  id: string;
  company_id: string;
  /** Null: of the company itself. */
  project_id: string | null;
  kind: OutgoingKind;
  label: string;
  /** The address without its path. */
  origin: string;
  /** A channel to which the company's app posts, of Teams after the id of its team and a blank; null for other kinds. */
  channel_id: string | null;
  /** The name of the channel when it was chosen. */
  channel: string | null;
  /** Address and secrets, see `SealedReceiver`. */
  sealed: ColumnType<Uint8Array, Buffer, Buffer>;
  events: Json<OutgoingEventType[]>;
  language: (typeof LANGUAGES)[number];
  is_enabled: Generated<boolean>;
  /** A serialized message: why it was turned off without a person. */
  disabled_reason: string | null;
  failing_since: Time | null;
  /** Attempts that failed one after the other. */
  failures: Generated<number>;
  /** Nothing is sent to it before. */
  resume_at: Time | null;
  /** Until when one process sends to it. */
  leased_until: Time | null;
  served_at: Time | null;
  old_secret_until: Time | null;
  created_at: Created;
}

/** Facts of an event that are no text of a tracker. */
export interface DeliveryData {
  readonly count?: number;
  readonly role?: string;
  readonly rule?: { readonly name: string; readonly when: RuleTrigger; readonly about?: string };
  readonly actor?: { readonly name: string; readonly email: string };
  readonly subject?: { readonly kind: string; readonly name: string };
  readonly invoice?: NonNullable<OutgoingEvent["data"]["invoice"]>;
}

/** One row an event and webhook. It holds references, so that a title that was restricted since is not sent. */
export interface WebhookDeliveriesTable {
  id: string;
  /** The order in which they were stored. */
  number: Generated<string>;
  webhook_id: string;
  event: OutgoingEventType | typeof TEST_EVENT | typeof RULE_EVENT;
  /** Names the event: a webhook gets it once. */
  key: string;
  project_id: string | null;
  subject_kind: "issue" | "request" | "source" | "search" | "backtest" | null;
  subject_id: string | null;
  data: Json<DeliveryData>;
  occurred_at: Time;
  state: Generated<DeliveryState>;
  attempts: Generated<number>;
  next_attempt_at: Time;
  attempted_at: Time | null;
  status: number | null;
  duration_ms: number | null;
  /** A serialized message. */
  error: string | null;
  /** The beginning of the last answer. */
  response: Generated<string>;
}
