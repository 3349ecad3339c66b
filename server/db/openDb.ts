/** The one way to the database: embedded by default, a PostgreSQL by its address, and behind both the same `Db`. */
import { constants, existsSync, mkdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { CannotStart } from "../errors.ts";
import { DamageWatch } from "./DamageWatch.ts";
import { restrictBelow } from "./dataFolder.ts";
import { lockDirectory } from "./pglite/directoryLock.ts";
import { pgliteDialect } from "./pglite/pgliteDialect.ts";
import { PgliteThread } from "./pglite/PgliteThread.ts";
import type { OpenDb } from "./openedDb.ts";
import { openPostgres } from "./postgres.ts";
import type { Tables } from "./schema/schema.ts";
import { GuardedKysely } from "./transactionGuard.ts";

/** The database or a transaction: a function that takes `Db` can be part of a larger transaction. */
export type Db = OpenDb["db"];

export interface OpenDbOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** False only in tests. */
  readonly isDurable?: boolean;
  /** The database has stopped permanently. */
  readonly onLost?: (error: Error) => void;
}

/**
 * Opens the database. Migrations are a separate step (`migrate`).
 * @throws CannotStart with one sentence for the operator
 */
export async function openDb(options: OpenDbOptions): Promise<OpenDb> {
  return options.databaseUrl === undefined ? openEmbedded(options) : openPostgres(options.databaseUrl);
}

async function openEmbedded({ dataDir, isDurable = true, onLost = () => {} }: OpenDbOptions): Promise<OpenDb> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CannotStart(`The data folder ${dataDir} cannot be made.`, { cause: error });
  }
  const directory = join(dataDir, "database");
  const isNew = !existsSync(join(directory, "PG_VERSION"));
  const unlock = lockDirectory(directory);
  try {
    const thread = await PgliteThread.open({ directory, isDurable }, onLost);
    // The first files come out of an archive of PGlite's with their own permissions; later ones are as `umask` says.
    if (isNew && process.platform !== "win32") restrictBelow(directory);
    const damage = new DamageWatch();
    const db = new GuardedKysely<Tables>({ dialect: pgliteDialect(thread), log: damage.onError });
    return {
      db,
      engine: "pglite",
      load: thread.load,
      damage,
      warnings: thread.warnings,
      listen: (channel, onPayload) => thread.listen(channel, onPayload),
      run: (text, values) => runAlone(thread, text, values),
      copyTo: async (to) => {
        const connection = await thread.acquire();
        try {
          await connection.query("checkpoint");
          await cp(directory, join(to, "database"), { recursive: true, mode: constants.COPYFILE_FICLONE });
        } finally {
          connection.release();
        }
      },
      close: async () => {
        await db.destroy();
        await thread.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * A failed statement inside a script's own `begin … commit` would leave the one connection in an aborted transaction, and
 * everything after it would fail: a pool would hand out a fresh one, here it is rolled back.
 */
async function runAlone(thread: PgliteThread, text: string, values?: readonly unknown[]): ReturnType<OpenDb["run"]> {
  const connection = await thread.acquire();
  try {
    if (values?.length) return { rows: (await connection.query(text, values)).rows };
    return { rows: (await connection.script(text)).flatMap((result) => result.rows) };
  } catch (error) {
    await connection.query("rollback").catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}
