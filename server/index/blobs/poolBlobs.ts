import pg from "pg";
import type { Blobs } from "./blobs.ts";
import { createDatabaseBlobs } from "./databaseBlobs.ts";

/** Per process or thread, in addition to those of the server's own pool. */
const MAX_CONNECTIONS = 2;

/** Blobs in the PostgreSQL at an address, on separate connections: a thread that builds does not share the server's pool. */
export function createPoolBlobs(databaseUrl: string): Blobs {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    idleTimeoutMillis: 3000,
    // Open connections do not keep a finished thread alive.
    allowExitOnIdle: true,
  });
  // An idle connection breaks; the pool drops it and opens another.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return createDatabaseBlobs(async (text, values) => {
    const { rows } = await pool.query<Record<string, unknown>>(text, [...values]);
    return { rows };
  });
}
