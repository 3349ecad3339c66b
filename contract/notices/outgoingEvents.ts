/** What outgoing webhooks report. Free of zod, so that the web app may import it. */

import type { Chat } from "./chatActionKinds.ts";

/**
 * The forms of what a receiver gets: signed requests of the Standard Webhooks specification, messages of a chat, or messages with buttons that the
 * company's app in a chat posts to a channel (`slack_app`, `teams_app`).
 */
export const OUTGOING_KINDS = ["webhook", "slack", "teams", "slack_app", "teams_app"] as const;
export type OutgoingKind = (typeof OUTGOING_KINDS)[number];

/** The kinds by which the company's app in a chat posts to a channel. */
export type AppKind = Extract<OutgoingKind, `${string}_app`>;

/** The chat of an app. */
export const CHAT_OF_APP_KIND = { slack_app: "slack", teams_app: "teams" } as const satisfies Record<AppKind, Chat>;

/** Whether the company's app in a chat posts to a channel. */
export const isAppKind = (kind: OutgoingKind): kind is AppKind => kind.endsWith("_app");

/** Events of a project. */
export const PROJECT_EVENTS = [
  "issue.opened",
  "issue.changed",
  "issue.closed",
  "issue.reopened",
  "issue.commented",
  "request.opened",
  "request.merged",
  "request.closed",
  "sync.failed",
  "sync.recovered",
  "search.matched",
  "backtest.finished",
] as const;

/** Events of a company: those of its audit log that other systems follow, and failed syncs. */
export const COMPANY_EVENTS = [
  "company.joined",
  "user.role_changed",
  "user.removed",
  "project.created",
  "project.deleted",
  "member.added",
  "member.removed",
  "member.role_changed",
  "invoice.issued",
  "sync.failed",
  "sync.recovered",
] as const;

/** Sent by the button that tests a webhook, whatever was chosen. */
export const TEST_EVENT = "webhook.test";

export const OUTGOING_EVENTS = [...new Set([...PROJECT_EVENTS, ...COMPANY_EVENTS])] as const;
export type OutgoingEventType = (typeof PROJECT_EVENTS)[number] | (typeof COMPANY_EVENTS)[number];

/** `waiting`: it is sent, or tried again. `dropped`: what it reports may not be shown any more. */
export const DELIVERY_STATES = ["waiting", "sent", "failed", "dropped"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Outgoing webhooks of one project, or of one company itself. */
export const MAX_OUTGOING_WEBHOOKS = 10;
/** Hours in which the previous secret of a webhook still signs. */
export const OLD_SECRET_HOURS = 24;
/** Days for which deliveries are kept. */
export const DELIVERY_DAYS = 30;
/** How often one delivery, and all deliveries of one webhook, may be sent again within an hour. */
export const MAX_REPLAYS_OF_DELIVERY = 5;
export const MAX_REPLAYS = 60;
