import { sql } from "kysely";
import type { NOTIFICATION_TYPES } from "../../contract/notifications.ts";
import type { Db } from "../db/openDb.ts";

/** The NOTIFY channel that wakes every process. It carries a row's id and nothing else. */
export const EVENTS_CHANNEL = "clew_events";

export interface NewEvent {
  /** The audience: one user; else every member of the project; else every user of the company; else every user. */
  readonly userId?: string | null;
  readonly projectId?: string | null;
  readonly companyId?: string | null;
  readonly type: (typeof NOTIFICATION_TYPES)[number];
  readonly title: string;
  readonly body?: string | null;
  /** The project's slug. */
  readonly project?: string | null;
  /** Where a click leads, as a path of the web app. */
  readonly href?: string | null;
  readonly data?: Record<string, unknown>;
}

/** The contents of `events.message`. */
export interface StoredMessage {
  readonly title: string;
  readonly body: string | null;
  readonly project: string | null;
  readonly href: string | null;
  readonly data: Record<string, unknown>;
}

/**
 * Publishes an event to the users whom it concerns, on every process. In a transaction it is delivered when that commits.
 * @returns the row's id. The notification has the row's place instead, which is assigned after the commit
 */
export async function publish(db: Db, event: NewEvent): Promise<number> {
  const message: StoredMessage = {
    title: event.title,
    body: event.body ?? null,
    project: event.project ?? null,
    href: event.href ?? null,
    data: event.data ?? {},
  };
  const { rows } = await sql<{ id: number }>`
    with stored as (
      insert into events (company_id, project_id, user_id, type, message)
      values (${event.companyId ?? null}, ${event.projectId ?? null}, ${event.userId ?? null}, ${event.type}, ${JSON.stringify(message)}::jsonb)
      returning id
    )
    select id, pg_notify(${EVENTS_CHANNEL}, id::text) from stored`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The event was not stored.");
  return row.id;
}
