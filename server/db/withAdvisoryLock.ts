import { sql } from "kysely";
import type { OpenDb } from "./openedDb.ts";
import { onAnotherDatabase } from "./transactionGuard.ts";

/** Advisory locks of this installation: any two numbers that nothing else in the database uses. */
const LOCK_CLASS = 0x636c6577;
const LOCKS = { seed: 1, rotation: 2, backup: 3 } as const;

const keysOf = (lock: keyof typeof LOCKS) => sql`${sql.lit(LOCK_CLASS)}::int, ${sql.lit(LOCKS[lock])}::int`;

/**
 * Runs work that only one process of an installation may do at a time; the others wait. A process that is killed frees the lock, because
 * its transaction ends with its connection. `work` uses other connections than the one that holds the lock.
 */
export async function withAdvisoryLock<T>(
  { engine, db }: Pick<OpenDb, "engine" | "db">,
  lock: keyof typeof LOCKS,
  work: () => Promise<T>,
): Promise<T> {
  // The embedded database belongs to one process, and has one connection, which the lock would hold.
  if (engine === "pglite") return work();
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${keysOf(lock)})`.execute(transaction);
    return onAnotherDatabase(work);
  });
}

/**
 * As `withAdvisoryLock`, but a process that finds the lock taken does nothing.
 * @returns undefined where another process has the lock
 */
export async function tryAdvisoryLock<T>(
  { engine, db }: Pick<OpenDb, "engine" | "db">,
  lock: keyof typeof LOCKS,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (engine === "pglite") return work();
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${keysOf(lock)}) as "isFree"`.execute(transaction);
    return rows[0]?.isFree === true ? onAnotherDatabase(work) : undefined;
  });
}
