/** Kysely over the embedded database's thread. Savepoints are left out until something needs them. */
import {
  AbortedTransactionError,
  CompiledQuery,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { PgliteConnection, PgliteThread } from "./PgliteThread.ts";

export const pgliteDialect = (thread: PgliteThread): Dialect => ({
  createAdapter: () => new ThreadAdapter(),
  createDriver: () => new ThreadDriver(thread),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

class ThreadAdapter extends PGliteAdapter {
  /** The thread itself gives its connection to one after the other; Kysely's own queue would be in front of the guard. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class ThreadConnection implements DatabaseConnection {
  readonly leased: PgliteConnection;
  constructor(leased: PgliteConnection) {
    this.leased = leased;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows, command } = await this.leased.query(query.sql, query.parameters);
    if (command === "ROLLBACK" && query.sql === "commit") throw new AbortedTransactionError();
    return {
      rows: rows as R[],
      ...(affectedRows !== undefined && command !== "SELECT" && { numAffectedRows: BigInt(affectedRows) }),
    };
  }

  // oxlint-disable-next-line require-yield -- the interface wants a generator, and there is nothing to stream from
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("The embedded database does not stream: read in pages.");
  }
}

class ThreadDriver implements Driver {
  readonly #thread: PgliteThread;
  constructor(thread: PgliteThread) {
    this.#thread = thread;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ThreadConnection> {
    return new ThreadConnection(await this.#thread.acquire());
  }

  async releaseConnection(connection: ThreadConnection): Promise<void> {
    connection.leased.release();
  }

  async beginTransaction(connection: ThreadConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : "";
    const mode = settings.accessMode ? ` ${settings.accessMode}` : "";
    await connection.executeQuery(CompiledQuery.raw(level || mode ? `start transaction${level}${mode}` : "begin"));
  }

  async commitTransaction(connection: ThreadConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: ThreadConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async destroy(): Promise<void> {
    await this.#thread.close();
  }
}
