/**
 * Inside `db.transaction()` only the transaction's own object may be used. With one connection, a query of `db` there deadlocks: it waits for
 * the transaction, which waits for the query. This guard throws instead, on both databases, so that the mistake shows in the first test and
 * not only with the embedded one.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Kysely, type Transaction, type TransactionBuilder } from "kysely";

/** `open` turns false at the end, so that work that was started inside and continues after it is not refused. */
const running = new AsyncLocalStorage<{ open: boolean }>();

/** @throws Error when called between the begin and the end of a transaction by the code inside it */
export function refuseInsideTransaction(): void {
  if (running.getStore()?.open) {
    throw new Error("The database was used inside one of its own transactions. Pass the transaction on and use that.");
  }
}

/** Runs work on another database while a transaction of this one is open: the two do not wait for each other. */
export function onAnotherDatabase<T>(work: () => Promise<T>): Promise<T> {
  return running.run({ open: false }, work);
}

/** Kysely whose transactions report to the guard when they begin and end. */
export class GuardedKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    refuseInsideTransaction();
    return guarded(super.transaction());
  }
}

function guarded<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const execute = builder.execute.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  return Object.assign(builder, {
    setAccessMode: (mode: Parameters<typeof setAccessMode>[0]) => guarded(setAccessMode(mode)),
    setIsolationLevel: (level: Parameters<typeof setIsolationLevel>[0]) => guarded(setIsolationLevel(level)),
    execute: <T>(callback: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
      execute((transaction) => {
        const state = { open: true };
        return running.run(state, async () => {
          try {
            return await callback(transaction);
          } finally {
            state.open = false;
          }
        });
      }),
  });
}
