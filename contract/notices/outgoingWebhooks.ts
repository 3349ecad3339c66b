/** Outgoing webhooks: what Clew sends to other systems about a project or a company, and the log of it. */
import { z } from "zod";
import { LANGUAGES } from "../constants.ts";
import { Id, Name, Slug, Timestamp, pageOf } from "../fieldSchemas.ts";
import { DELIVERY_STATES, OUTGOING_EVENTS, OUTGOING_KINDS, TEST_EVENT } from "./outgoingEvents.ts";
import { RULE_EVENT, RULE_TRIGGERS } from "../integrations/ruleKinds.ts";

const Event = z.enum(OUTGOING_EVENTS);

/** At least one, each once. */
const Events = z
  .array(Event)
  .min(1, "field.required")
  .max(OUTGOING_EVENTS.length)
  .transform((events) => [...new Set(events)]);

export const OutgoingWebhook = z.object({
  id: Id,
  kind: z.enum(OUTGOING_KINDS),
  label: z.string(),
  /** The receiver without its path, which may be a secret. */
  origin: z.string(),
  /** The name of the channel to which the app posts; null for other kinds. */
  channel: z.string().nullable(),
  events: z.array(Event),
  language: z.enum(LANGUAGES),
  is_enabled: z.boolean(),
  /** Why Clew has turned it off; null where a person did, and while it is on. */
  disabled_reason: z.string().nullable(),
  /** Since when no delivery has succeeded. */
  failing_since: Timestamp.nullable(),
  /** Until when the previous secret signs too. */
  old_secret_until: Timestamp.nullable(),
  waiting: z.number().int().nonnegative(),
  created_at: Timestamp,
});
export type OutgoingWebhook = z.infer<typeof OutgoingWebhook>;

/** `secret` is shown in this answer alone; null where the receiver checks no signature. */
export const NewOutgoingWebhook = z.object({ webhook: OutgoingWebhook, secret: z.string().nullable() });
export type NewOutgoingWebhook = z.infer<typeof NewOutgoingWebhook>;

/** The address and the kind cannot be changed later: the log and the secret belong to them. */
export const OutgoingWebhookBody = z.object({
  kind: z.enum(OUTGOING_KINDS),
  label: Name,
  /** Required for all kinds but `slack_app` and `teams_app`. */
  url: z.string().trim().max(2000).default(""),
  /** The id of a channel where the app is: required for `slack_app` and `teams_app` alone. */
  channel: z.string().trim().max(300).default(""),
  events: Events,
  language: z.enum(LANGUAGES).default("EN"),
});
export const OutgoingWebhookChange = z.object({
  label: Name,
  events: Events,
  language: z.enum(LANGUAGES),
  is_enabled: z.boolean(),
});

export const DeliveriesQuery = z.object({
  state: z.enum(DELIVERY_STATES).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});

/** One event for one webhook. */
export const Delivery = z.object({
  /** The `webhook-id` of each attempt. */
  id: Id,
  event: z.enum([...OUTGOING_EVENTS, TEST_EVENT, RULE_EVENT]),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int().nonnegative(),
  /** When it is tried again, while it waits. */
  next_attempt_at: Timestamp.nullable(),
  occurred_at: Timestamp,
  attempted_at: Timestamp.nullable(),
  /** The status of the last answer; null without one. */
  status: z.number().int().nullable(),
  duration_ms: z.number().int().nonnegative().nullable(),
  /** Why the last attempt failed, in the language of the reader. */
  error: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;
export const DeliveryPage = pageOf(Delivery).omit({ count: true });
export type DeliveryPage = z.infer<typeof DeliveryPage>;

export const DeliveryDetails = Delivery.extend({
  /** The body as it would be sent now; null where what it reports may not be shown any more. */
  request: z.string().nullable(),
  /** The beginning of the last answer. */
  response: z.string(),
});
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;

const EventProject = z.object({ slug: Slug, name: z.string() });
const Link = z.url();

/** The body of a request to a webhook of the kind `webhook`. */
export const OutgoingEvent = z.object({
  type: z.enum([...OUTGOING_EVENTS, TEST_EVENT, RULE_EVENT]),
  /** When it happened. */
  timestamp: Timestamp,
  data: z.object({
    /** Null for what concerns the company alone. */
    project: EventProject.nullable(),
    /** The page in Clew. */
    url: Link,
    issue: z
      .object({
        id: Id,
        key: z.string(),
        title: z.string(),
        state: z.enum(["open", "closed"]),
        author: z.string().nullable(),
        /** At its tracker. */
        source_url: z.string(),
      })
      .optional(),
    request: z
      .object({
        id: Id,
        key: z.string(),
        title: z.string(),
        state: z.enum(["open", "closed", "merged"]),
        author: z.string().nullable(),
        /** At its host. */
        source_url: z.string(),
      })
      .optional(),
    source: z.object({ id: Id, kind: z.enum(["repository", "tracker", "wiki"]), name: z.string() }).optional(),
    search: z.object({ id: Id, name: z.string(), new_matches: z.number().int() }).optional(),
    backtest: z.object({ id: Id, state: z.string() }).optional(),
    /** The name of the rule of the project that sends the event, and what it reacted to. */
    rule: z
      .object({
        name: z.string(),
        when: z.enum(RULE_TRIGGERS),
        /** The path in a repository, or the metric, where the event is about one. */
        about: z.string().optional(),
      })
      .optional(),
    /** The user who caused an event of the company; `subject` is what it concerns. */
    actor: z.object({ name: z.string(), email: z.string() }).optional(),
    subject: z.object({ kind: z.string(), name: z.string() }).optional(),
    role: z.string().optional(),
    /** The invoice or credit note that was issued; its PDF is `companies/{id}/invoices/{invoice id}/file/`. */
    invoice: z
      .object({
        id: Id,
        number: z.string(),
        kind: z.enum(["invoice", "credit_note"]),
        /** The total with tax, in the smallest unit of the currency; negative for a credit note. */
        amount_cents: z.number().int(),
        currency: z.string().length(3),
        /** The first and the last day of its period. */
        from: z.iso.date(),
        to: z.iso.date(),
        due_at: Timestamp.nullable(),
      })
      .optional(),
  }),
});
export type OutgoingEvent = z.infer<typeof OutgoingEvent>;

export const OutgoingWebhooksQuery = z.object({ project: Slug });
