import type { NOTIFICATION_TYPES } from "../../contract/notices/notifications.ts";
import type { Db } from "../db/openDb.ts";
import { insertEvent, insertEventsOfUsers } from "../db/tables/operations/events.ts";
import { type Message } from "../messages/messages.ts";

/** The NOTIFY channel that wakes every process. It carries a row's id and nothing else. */
export const EVENTS_CHANNEL = "clew_events";

export interface NewEvent {
  /** The audience: one user, with a project only while the user sees it; else every member of the project; else every user of the company; else every user. */
  readonly userId?: string | null;
  readonly projectId?: string | null;
  readonly companyId?: string | null;
  readonly type: (typeof NOTIFICATION_TYPES)[number];
  readonly title: Message;
  readonly body?: Message | null;
  /** The project's slug. */
  readonly project?: string | null;
  /** Where a click leads, as a path of the web app. */
  readonly href?: string | null;
  readonly data?: Record<string, unknown>;
}

/** The contents of `events.message`. */
export interface StoredMessage {
  /** A string if an earlier version stored it: its English text. */
  readonly title: Message | string;
  readonly body: Message | string | null;
  readonly project: string | null;
  readonly href: string | null;
  readonly data: Record<string, unknown>;
}

/**
 * Publishes an event to the users whom it concerns, on every process. In a transaction it is delivered when that commits.
 * @returns the row's id. The notification has the row's place instead, which is assigned after the commit
 */
export async function publish(db: Db, event: NewEvent): Promise<number> {
  const row = {
    company_id: event.companyId ?? null,
    project_id: event.projectId ?? null,
    user_id: event.userId ?? null,
    type: event.type,
    message: messageOf(event),
  };
  return insertEvent(db, row, EVENTS_CHANNEL);
}

/** Publishes one event to each of these users, in one statement. */
export async function publishToUsers(
  db: Db,
  userIds: readonly string[],
  event: Omit<NewEvent, "userId" | "companyId">,
): Promise<void> {
  const row = { type: event.type, project_id: event.projectId ?? null, message: messageOf(event) };
  await insertEventsOfUsers(db, userIds, row, EVENTS_CHANNEL);
}

const messageOf = (event: Omit<NewEvent, "userId" | "projectId" | "companyId">): StoredMessage => ({
  title: event.title,
  body: event.body ?? null,
  project: event.project ?? null,
  href: event.href ?? null,
  data: event.data ?? {},
});
