import type { Notification } from "../../contract/notifications.ts";
import type { Db } from "../db/openDb.ts";
import { sql, type NotNull } from "kysely";
import { latestPosition, type StoredEvent } from "./EventFeed.ts";
import type { StoredMessage } from "./publish.ts";

/** Maximum number of missed events that a client receives; it sees the rest by reloading the screen. */
const MAX_MISSED_EVENTS = 200;

export interface Listener {
  readonly userId: string;
  readonly companyId: string | null;
}

/** The audience of an event, as a test of one listener; the project's members are read once. */
export async function audienceOf(db: Db, event: StoredEvent): Promise<(listener: Listener) => boolean> {
  if (event.user_id !== null) return ({ userId }) => userId === event.user_id;
  if (event.project_id !== null) {
    const members = await db
      .selectFrom("project_members")
      .select("user_id")
      .where("project_id", "=", event.project_id)
      .where("user_id", "is not", null)
      .execute();
    const ids = new Set(members.map((member) => member.user_id));
    return ({ userId }) => ids.has(userId);
  }
  return ({ companyId }) => event.company_id === null || event.company_id === companyId;
}

/** Where a client resumes: after the last event that it has seen; a client that has seen none says how long it has been listening. */
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
  const events = await db
    .selectFrom("events")
    .selectAll()
    .where("place", "is not", null)
    .$narrowType<{ place: NotNull }>()
    .where((is) =>
      "after" in from
        ? is("place", ">", from.after)
        : is("told_at", ">", sql<Date>`now() - ${(from.awayMs + DELIVERY_GRACE_MS) / 1000} * interval '1 second'`),
    )
    .where((is) =>
      is.or([
        is("user_id", "=", listener.userId),
        is.and([
          is("user_id", "is", null),
          is(
            "project_id",
            "in",
            is
              .selectFrom("project_members")
              .select("project_members.project_id")
              .where("project_members.user_id", "=", listener.userId),
          ),
        ]),
        is.and([
          is("user_id", "is", null),
          is("project_id", "is", null),
          is.or([is("company_id", "is", null), is("company_id", "=", listener.companyId)]),
        ]),
      ]),
    )
    .orderBy("place", "desc")
    .limit(MAX_MISSED_EVENTS)
    .execute();
  return { after: "after" in from ? from.after : 0, events: events.toReversed() };
}

/** An event as the socket says it. */
export function presentEvent(event: StoredEvent): Notification {
  // Only `publish` writes this column.
  const { title, body, project, href, data } = event.message as Record<string, unknown> & StoredMessage;
  return {
    id: String(event.place),
    type: event.type,
    title,
    body,
    project,
    href,
    created_at: event.created_at.toISOString(),
    data,
  };
}
