import type { Notification } from "../../contract/notices/notifications.ts";
import type { Db } from "../db/openDb.ts";
import { listEventsFor, type StoredEvent } from "../db/tables/operations/events.ts";
import { listMemberUsers } from "../db/tables/projects/projectMembers.ts";
import { latestPosition } from "./EventFeed.ts";
import type { StoredMessage } from "./publish.ts";
import { Sync } from "../../contract/projects.ts";
import { translateSync } from "../messages/translateSync.ts";
import { type Language, formatText } from "../messages/messages.ts";

/** Maximum number of missed events that a client receives; it sees the rest by reloading the screen. */
const MAX_MISSED_EVENTS = 200;

export interface Listener {
  readonly userId: string;
  readonly companyId: string | null;
}

/** The audience of an event, as a test of one listener; the project's members are read once. */
export async function audienceOf(db: Db, event: StoredEvent): Promise<(listener: Listener) => boolean> {
  const { user_id: addressee } = event;
  if (event.project_id !== null) {
    const ids = new Set(await listMemberUsers(db, event.project_id));
    return ({ userId }) => ids.has(userId) && (addressee === null || userId === addressee);
  }
  if (addressee !== null) return ({ userId }) => userId === addressee;
  return ({ companyId }) => event.company_id === null || event.company_id === companyId;
}

/** Where a client resumes: after the last event that it has seen; a client that has seen none reports how long it has been listening. */
export type Resume = { readonly after: number } | { readonly awayMs: number };

/** Events of the last moment before a client connected are sent as well, because the latency of its request is unknown. */
const DELIVERY_GRACE_MS = 2000;

/**
 * The events that a listener missed, oldest first.
 * @param from a place that this database has not reached yet (it was restored from a backup) counts as none
 * @returns `after`: later events have a place above it
 */
export async function missedEvents(
  db: Db,
  listener: Listener,
  from: Resume,
): Promise<{ readonly after: number; readonly events: StoredEvent[] }> {
  const newest = await latestPosition(db);
  if ("after" in from && from.after > newest) return { after: 0, events: [] };
  const since = "after" in from ? from : { seconds: (from.awayMs + DELIVERY_GRACE_MS) / 1000 };
  const events = await listEventsFor(db, listener, since, MAX_MISSED_EVENTS);
  return { after: "after" in from ? from.after : 0, events: events.toReversed() };
}

/** An event as the socket sends it, in the reader's language. */
export function presentEvent(event: StoredEvent, language: Language): Notification {
  // Only `publish` writes this column.
  const { title, body, project, href, data } = event.message as Record<string, unknown> & StoredMessage;
  const sync = Sync.safeParse(data["sync"]);
  return {
    id: String(event.place),
    type: event.type,
    title: formatText(title, language),
    body: body && formatText(body, language),
    project,
    href,
    created_at: event.created_at.toISOString(),
    data: sync.success ? { ...data, sync: translateSync(sync.data, language) } : data,
  };
}
