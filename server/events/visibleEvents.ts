import type { Notification } from "../../contract/notifications.ts";
import type { Db } from "../db/openDb.ts";
import type { StoredEvent } from "./EventFeed.ts";
import type { StoredMessage } from "./publish.ts";

/** Most that a client which was away is told; what it does not get it sees by loading the screen again. */
const MISSED_AT_MOST = 200;

export interface Listener {
  readonly userId: string;
  readonly companyId: string | null;
}

/** Who may hear an event: a test of one listener, with the project's members looked up once. */
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

/** What a listener missed after an event that it has seen, oldest first. */
export async function missedEvents(db: Db, listener: Listener, afterId: number): Promise<StoredEvent[]> {
  const events = await db
    .selectFrom("events")
    .selectAll()
    .where("id", ">", afterId)
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
    .orderBy("id", "desc")
    .limit(MISSED_AT_MOST)
    .execute();
  return events.toReversed();
}

/** An event as the socket says it. */
export function presentEvent(event: StoredEvent): Notification {
  // Only `publish` writes this column.
  const { title, body, project, href, data } = event.message as Record<string, unknown> & StoredMessage;
  return {
    id: String(event.id),
    type: event.type,
    title,
    body,
    project,
    href,
    created_at: event.created_at.toISOString(),
    data,
  };
}
