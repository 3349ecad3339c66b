/** What the operator can do with mails, and what the sender takes from the outbox. */
import { HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import type { Db } from "../db/openDb.ts";
import { leaseDueMail, type OutboxRow, updateUnsentWaiting } from "../db/tables/notices/outbox.ts";
import { wakeSender } from "./Mail.ts";

/** How long a sender may need for one mail before another one takes it. Longer than all its time limits together. */
const LEASE_MS = 3 * MINUTE_MS;
/** No failure is waited for longer than the last of the sender's delays, 12 hours. */
const LONGEST_DELAY_MS = 13 * HOUR_MS;

/**
 * Puts kept and failed mails on their way again, those that are still worth it.
 * @param ids undefined: all of them
 * @returns how many
 */
export async function sendAgain(db: Db, ids: readonly string[] | undefined, now: Date = new Date()): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const count = await updateUnsentWaiting(transaction, ids, now);
    if (count > 0) await wakeSender(transaction);
    return count;
  });
}

/** Takes the next mail that is due, under a lease. */
export const leaseNextMail = (db: Db, now: Date): Promise<OutboxRow | undefined> =>
  leaseDueMail(db, {
    now,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    latest: new Date(now.getTime() + LONGEST_DELAY_MS),
  });
