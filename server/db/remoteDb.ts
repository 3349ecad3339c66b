/**
 * The database as seen from a thread that has no connection: each statement is sent to the thread that has one. Only single statements;
 * a transaction would hold a connection for as long as the other thread computes.
 */
import {
  CompiledQuery,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import type { Db } from "./openDb.ts";
import type { Tables } from "./schema/schema.ts";
import { GuardedKysely } from "./transactionGuard.ts";

export interface RemoteStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Plain data, so that it can be copied between threads. */
export interface RemoteRows {
  readonly rows: readonly unknown[];
  readonly numAffectedRows?: bigint | undefined;
}

/** Runs a statement for another thread. */
export async function answerRemote(db: Db, { sql, parameters }: RemoteStatement): Promise<RemoteRows> {
  const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(sql, [...parameters]));
  return { rows, numAffectedRows };
}

/** @param send runs a statement in the thread that has the connection */
export function createRemoteDb(send: (statement: RemoteStatement) => Promise<RemoteRows>): Db {
  return new GuardedKysely<Tables>({
    dialect: {
      createAdapter: () => new RemoteAdapter(),
      createDriver: () => new RemoteDriver(send),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

class RemoteAdapter extends PGliteAdapter {
  /** The other thread queues statements; Kysely's own queue would only add a second one. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class RemoteConnection implements DatabaseConnection {
  readonly #send: (statement: RemoteStatement) => Promise<RemoteRows>;
  constructor(send: (statement: RemoteStatement) => Promise<RemoteRows>) {
    this.#send = send;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, numAffectedRows } = await this.#send({ sql, parameters: parameters.map(portable) });
    return { rows: rows as R[], ...(numAffectedRows !== undefined && { numAffectedRows }) };
  }

  // eslint-disable-next-line require-yield -- the interface requires a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Rows cannot be streamed between threads.");
  }
}

class RemoteDriver implements Driver {
  readonly #connection: RemoteConnection;
  constructor(send: (statement: RemoteStatement) => Promise<RemoteRows>) {
    this.#connection = new RemoteConnection(send);
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error("An engine thread cannot open a transaction.");
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** A Buffer is a view on a pool: only its own bytes are copied. */
const portable = (value: unknown): unknown => (Buffer.isBuffer(value) ? Uint8Array.from(value) : value);
