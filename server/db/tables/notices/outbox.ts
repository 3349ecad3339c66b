import { type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { OutboxTable } from "../../schema/accessSchema.ts";

export type OutboxRow = Selectable<OutboxTable>;
export type MailState = OutboxRow["state"];

/** A mail of the outbox without its text. */
export type OutboxEntry = Omit<OutboxRow, "content">;

export async function insertMails(db: Db, mails: readonly Insertable<OutboxTable>[]): Promise<void> {
  if (mails.length > 0)
    await db
      .insertInto("outbox")
      .values([...mails])
      .execute();
}

/** The newest mails first, of one state or of all. */
export const listOutbox = (
  db: Db,
  { state, limit = 100 }: { readonly state?: MailState | undefined; readonly limit?: number } = {},
): Promise<OutboxEntry[]> =>
  db
    .selectFrom("outbox")
    .select([
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
    ])
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "kept"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

export const findMail = (db: Db, id: string): Promise<OutboxRow | undefined> =>
  db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();

/** Kept and failed mails wait again, except those without a text and those that have expired. @returns how many */
export async function updateUnsentWaiting(db: Db, ids: readonly string[] | undefined, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set({ state: "waiting", attempts: 0, next_attempt_at: now, last_error: null })
    .where("state", "in", ["kept", "failed"])
    .where("content", "is not", null)
    .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", now)]))
    .$if(ids !== undefined, (query) => query.where("id", "in", [...(ids ?? [])]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Takes the next mail that is due and counts an attempt.
 * @param leaseUntil when another process may take it
 * @param latest no mail waits for a later time: one that does was stored before the clock was set back
 */
export const leaseDueMail = (
  db: Db,
  { now, leaseUntil, latest }: { readonly now: Date; readonly leaseUntil: Date; readonly latest: Date },
): Promise<OutboxRow | undefined> =>
  db
    .updateTable("outbox")
    .set((row) => ({ attempts: row("attempts", "+", 1), next_attempt_at: leaseUntil }))
    .where("id", "=", (select) =>
      select
        .selectFrom("outbox")
        .select("id")
        .where("state", "=", "waiting")
        .where((is) =>
          is.or([is("next_attempt_at", "<=", now), is("attempts", "=", 0), is("next_attempt_at", ">", latest)]),
        )
        .orderBy("next_attempt_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();

/** Its text, with links and codes, is not needed any more. */
export async function updateMailSent(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ state: "sent", content: null, sent_at: at, last_error: null })
    .where("id", "=", id)
    .execute();
}

/** @param nextAttempt null: it is given up */
export async function updateMailFailed(db: Db, id: string, error: string, nextAttempt: Date | null): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ last_error: error, ...(nextAttempt ? { next_attempt_at: nextAttempt } : { state: "failed" as const }) })
    .where("id", "=", id)
    .execute();
}

/** Mails of each state, with the age of the oldest in seconds. */
export async function countMails(db: Db): Promise<{ state: string; count: number; oldest: number | null }[]> {
  const { rows } = await sql<{ state: string; count: number; oldest: number | null }>`
    select state, count(*)::int as count, max(extract(epoch from now() - created_at))::float8 as oldest
    from outbox group by 1 order by 1`.execute(db);
  return rows;
}

export async function deleteMailsBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("outbox").where("created_at", "<", at).execute();
}

/** Erases the texts of expired mails. One that is still queued is given up by the sender, which stores the reason. */
export async function clearExpiredMails(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ content: null })
    .where("expires_at", "<", now)
    .where("state", "!=", "waiting")
    .where("content", "is not", null)
    .execute();
}

/** Deletes mails to an address that were not sent. Invitations stay: another company may have written them. */
export async function deleteUnsentMailsTo(db: Db, recipient: string): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("recipient", "=", recipient)
    .where("state", "!=", "sent")
    .where("kind", "!=", "companyInvitation")
    .execute();
}
