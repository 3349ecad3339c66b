import { PostgresDialect } from "kysely";
import pg from "pg";
import { CannotStart, errorMessage } from "../errors.ts";
import { DamageWatch } from "./DamageWatch.ts";
import { timed, type DbLoad } from "./DbLoad.ts";
import type { OpenDb } from "./openedDb.ts";
import type { Tables } from "./schema/schema.ts";
import { GuardedKysely, refuseInsideTransaction } from "./transactionGuard.ts";

const INT8 = 20;
/** Connections of one process, in addition to one that listens and those of the job queue. */
const POOL_SIZE = 16;
const RECONNECT_DELAY_MS = 1000;

/** As the embedded database answers: a bigint is a number. Nothing here grows above 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (Number(id) === INT8 ? Number : pg.types.getTypeParser(id, format)),
};

/**
 * Connects to a PostgreSQL.
 * @throws CannotStart when there is no server, or it refuses
 */
export async function openPostgres(url: string): Promise<OpenDb> {
  const pool = await connectPool(url);
  const load = loadOf(pool);
  const damage = new DamageWatch();
  const db = new GuardedKysely<Tables>({
    log: damage.onError,
    dialect: new PostgresDialect({
      pool: {
        connect: () => {
          refuseInsideTransaction();
          return timed(load, () => pool.connect());
        },
        end: () => pool.end(),
        options: pool.options,
      },
    }),
  });
  const listeners = new Set<() => Promise<void>>();
  return {
    db,
    engine: "postgres",
    load,
    damage,
    warnings: [],
    listen: async (channel, onPayload, onGap) => {
      const stop = await listen(url, channel, onPayload, onGap ?? (() => {}));
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    run: async (text, values) => {
      refuseInsideTransaction();
      const result: pg.QueryResult | pg.QueryResult[] = await pool.query(text, values ? [...values] : undefined);
      return {
        rows: Array.isArray(result) ? result.flatMap(({ rows }) => rows as Record<string, unknown>[]) : result.rows,
      };
    },
    close: async () => {
      await Promise.all([...listeners].map((stop) => stop()));
      await db.destroy();
    },
  };
}

/** @throws CannotStart when there is no server, or it refuses */
async function connectPool(url: string): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // An idle connection breaks; the pool drops it and opens another.
  pool.on("error", () => {});
  // A connection that breaks between two statements of a caller: the caller's next statement fails. Without a listener the error event would
  // end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    throw new CannotStart(`The database at DATABASE_URL does not answer: ${errorMessage(error)}.`, { cause: error });
  }
  return pool;
}

const loadOf = (pool: pg.Pool): DbLoad => ({
  get size() {
    return pool.totalCount;
  },
  get busy() {
    return pool.totalCount - pool.idleCount;
  },
  get waiting() {
    return pool.waitingCount;
  },
  onWaited: () => {},
});

/** Ends a client whose connection may be broken already. */
const endQuietly = (client: pg.Client): void => {
  client.end().catch(() => {});
};

/** Listens on its own connection, and reconnects without limit when that breaks. */
async function listen(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  let isStopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    const reconnect = (): void => {
      if (isStopped || client !== next) return;
      client = undefined;
      retry();
    };
    next.on("notification", (message) => {
      if (message.channel === channel) onPayload(message.payload ?? "");
    });
    next.on("error", reconnect);
    next.on("end", reconnect);
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      endQuietly(next);
      throw error;
    }
    if (isStopped) endQuietly(next);
    // Only now does its end start a reconnection: until here a failure is the caller's.
    else client = next;
  };
  const retry = (): void => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => {
      connect().then(() => {
        if (!isStopped) onGap();
      }, retry);
    }, RECONNECT_DELAY_MS);
  };

  await connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end();
  };
}
