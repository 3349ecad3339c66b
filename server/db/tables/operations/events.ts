/** Events and the order in which they are delivered: an event gets its place after its transaction has committed. */
import { type NotNull, type Selectable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { EventsTable } from "../../schema/storageSchema.ts";

/** An event that has its place: all of those before it have been committed. */
export type StoredEvent = Selectable<EventsTable> & { readonly place: number };

/** Stores an event and notifies the channel of its id when the transaction commits. @returns the id */
export async function insertEvent(
  db: Db,
  event: Pick<Selectable<EventsTable>, "company_id" | "project_id" | "user_id" | "type"> & { readonly message: object },
  channel: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with stored as (
      insert into events (company_id, project_id, user_id, type, message)
      values (${event.company_id}, ${event.project_id}, ${event.user_id}, ${event.type}, ${JSON.stringify(event.message)}::jsonb)
      returning id
    )
    select id, pg_notify(${channel}, id::text) from stored`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The event was not stored.");
  return row.id;
}

/** Inserts one event for each of these users, and wakes the processes once. */
export async function insertEventsOfUsers(
  db: Db,
  userIds: readonly string[],
  event: Pick<Selectable<EventsTable>, "type" | "project_id"> & { readonly message: object },
  channel: string,
): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    with stored as (
      insert into events (user_id, project_id, type, message)
      select user_id, ${event.project_id}, ${event.type}, ${JSON.stringify(event.message)}::jsonb
      from unnest(${[...userIds]}::text[]) with ordinality as users (user_id, position) order by position
      returning id
    )
    select pg_notify(${channel}, max(id)::text) from stored`.execute(db);
}

/** Gives a place to each event that has been committed and has none. Several processes may do it at the same time: one waits for the other. */
export async function assignPositions(db: Db): Promise<void> {
  await sql`select order_events()`.execute(db);
}

/** The last place that was given; 0 where there was none. */
export async function findLastPosition(db: Db): Promise<number> {
  const row = await db.selectFrom("event_order").select("last").executeTakeFirst();
  return row?.last ?? 0;
}

export const listEventsAfter = (db: Db, place: number, limit: number): Promise<StoredEvent[]> =>
  db
    .selectFrom("events")
    .selectAll()
    .where("place", "is not", null)
    .where("place", ">", place)
    .orderBy("place")
    .limit(limit)
    .$narrowType<{ place: NotNull }>()
    .execute();

/**
 * Events that concern a user, the newest first.
 * @param from those with a greater place, or those that were delivered in the last seconds
 */
export const listEventsFor = (
  db: Db,
  user: { readonly userId: string; readonly companyId: string | null },
  from: { readonly after: number } | { readonly seconds: number },
  limit: number,
): Promise<StoredEvent[]> =>
  db
    .selectFrom("events")
    .selectAll()
    .where("place", "is not", null)
    .$narrowType<{ place: NotNull }>()
    .where((is) =>
      "after" in from
        ? is("place", ">", from.after)
        : is("told_at", ">", sql<Date>`now() - ${from.seconds} * interval '1 second'`),
    )
    .where((is) =>
      is.or([
        is.and([is("user_id", "=", user.userId), is("project_id", "is", null)]),
        // Of a project only while the user sees it, also what was addressed to them before.
        is.and([
          is.or([is("user_id", "is", null), is("user_id", "=", user.userId)]),
          is(
            "project_id",
            "in",
            is
              .selectFrom("project_members")
              .select("project_members.project_id")
              .where("project_members.user_id", "=", user.userId),
          ),
        ]),
        is.and([
          is("user_id", "is", null),
          is("project_id", "is", null),
          is.or([is("company_id", "is", null), is("company_id", "=", user.companyId)]),
        ]),
      ]),
    )
    .orderBy("place", "desc")
    .limit(limit)
    .execute();

export async function deleteEventsBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("events").where("created_at", "<", at).execute();
}
