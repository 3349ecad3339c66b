/** What the operator can see and do with mails, and what the sender takes from there. */
import { HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import type { Selectable } from "kysely";
import type { Db } from "../db/openDb.ts";
import type { OutboxTable } from "../db/tables.ts";
import { wakeSender } from "./Mail.ts";

export type OutboxRow = Selectable<OutboxTable>;
export type MailState = OutboxRow["state"];

/** A mail of the outbox without its text. */
export type OutboxEntry = Omit<OutboxRow, "content">;

const COLUMNS = [
  "id",
  "kind",
  "recipient",
  "language",
  "subject",
  "state",
  "attempts",
  "next_attempt_at",
  "expires_at",
  "sent_at",
  "last_error",
  "created_at",
] as const;

/** How long a sender may need for one mail before another one takes it. Longer than all its time limits together. */
const LEASE_MS = 3 * MINUTE_MS;
/** No failure is waited for longer than the last of the sender's delays, 12 hours. */
const LONGEST_DELAY_MS = 13 * HOUR_MS;

/** The newest mails first, of one state or of all. */
export async function listOutbox(
  db: Db,
  { state, limit = 100 }: { readonly state?: MailState | undefined; readonly limit?: number } = {},
): Promise<OutboxEntry[]> {
  return db
    .selectFrom("outbox")
    .select(COLUMNS)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "kept"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function readOutbox(db: Db, id: string): Promise<OutboxRow | undefined> {
  return db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Puts kept and failed mails on their way again, those that are still worth it.
 * @param ids undefined: all of them
 * @returns how many
 */
export async function sendAgain(db: Db, ids: readonly string[] | undefined, now: Date = new Date()): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("outbox")
      .set({ state: "waiting", attempts: 0, next_attempt_at: now, last_error: null })
      .where("state", "in", ["kept", "failed"])
      .where("content", "is not", null)
      .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", now)]))
      .$if(ids !== undefined, (query) => query.where("id", "in", [...(ids ?? [])]))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await wakeSender(transaction);
    return Number(numUpdatedRows);
  });
}

/** Takes the next mail that is due, under a lease. */
export async function takeDue(db: Db, now: Date): Promise<OutboxRow | undefined> {
  return db
    .updateTable("outbox")
    .set((row) => ({ attempts: row("attempts", "+", 1), next_attempt_at: new Date(now.getTime() + LEASE_MS) }))
    .where("id", "=", (select) =>
      select
        .selectFrom("outbox")
        .select("id")
        .where("state", "=", "waiting")
        .where((is) =>
          is.or([
            is("next_attempt_at", "<=", now),
            is("attempts", "=", 0),
            // The clock has been set back since this was stored.
            is("next_attempt_at", ">", new Date(now.getTime() + LONGEST_DELAY_MS)),
          ]),
        )
        .orderBy("next_attempt_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** It has gone: its text, with links and codes, is not needed any more. */
export async function markSent(db: Db, id: string): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ state: "sent", content: null, sent_at: new Date(), last_error: null })
    .where("id", "=", id)
    .execute();
}

/** @param nextAttempt null: it is given up */
export async function markFailed(db: Db, id: string, error: string, nextAttempt: Date | null): Promise<void> {
  await db
    .updateTable("outbox")
    .set({
      last_error: error.slice(0, 1000),
      ...(nextAttempt ? { next_attempt_at: nextAttempt } : { state: "failed" as const }),
    })
    .where("id", "=", id)
    .execute();
}
