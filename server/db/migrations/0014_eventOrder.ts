/**
 * The order in which events are delivered. An id is assigned when a row is written, and another transaction may commit a lower one later; a
 * position is assigned to committed rows by one process at a time, so that a client that has seen one could have seen all before it.
 */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table events add column place bigint`,
  `alter table events add column told_at timestamptz(3)`,
  `update events set place = id, told_at = created_at`,
  `create unique index events_place on events (place)`,
  `create index events_untold on events (id) where place is null`,
  // One row, whose lock is the queue of those who give places. It is made by the first of them.
  `create table event_order (
    id integer primary key check (id = 1),
    last bigint not null
  )`,
  // Clients keep ids from before as their resume point: positions start after all of them, including those of deleted rows.
  `insert into event_order (id, last)
    select 1, given from (select pg_sequence_last_value(pg_get_serial_sequence('events', 'id')) as given) as ids where given is not null`,
  // A function, because each statement in it sees what was committed before that statement: the second one all that is there once the
  // row is ours. The lock ends with the call and is never held while a process is being asked something.
  `create function order_events() returns void language plpgsql as $$
  declare
    newest bigint;
  begin
    if not exists (select 1 from events where place is null) then
      return;
    end if;
    insert into event_order (id, last) values (1, 0) on conflict do nothing;
    select last into newest from event_order where id = 1 for update;
    with waiting as (
      select id, row_number() over (order by id) as turn from events where place is null
    ), told as (
      update events set place = newest + waiting.turn, told_at = clock_timestamp()
      from waiting where events.id = waiting.id returning place
    )
    update event_order set last = (select coalesce(max(place), newest) from told) where id = 1;
  end
  $$`,
] as const;

export const eventOrder = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
