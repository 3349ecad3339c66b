import { sql, type Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SearchProcessesTable } from "../../schema/searchSchema.ts";

/** Seconds without a heartbeat after which a process counts as dead, and hours after which its row is deleted. */
const SILENT_SECONDS = 15;
const RETENTION_HOURS = 24;

/** The database's clock, by which all processes of an installation agree on what has expired. */
export interface AtDatabase {
  readonly now: Date;
}

export type LiveSearchProcess = Readonly<Pick<SearchProcessesTable, "address" | "id" | "threads" | "index_bytes">>;

/**
 * Stores a process, or renews its heartbeat. A row of an earlier start at the same address is replaced.
 * @returns undefined when another process at this address has sent a heartbeat since
 */
export async function saveHeartbeat(
  db: Db,
  process: Pick<Insertable<SearchProcessesTable>, "address" | "id" | "protocol" | "threads" | "index_bytes">,
  { isFirst }: { readonly isFirst: boolean },
): Promise<AtDatabase | undefined> {
  return db
    .insertInto("search_processes")
    .values(process)
    .onConflict((conflict) => {
      const update = conflict.column("address").doUpdateSet({
        ...process,
        heartbeat_at: sql<Date>`now()`,
      });
      return isFirst
        ? update
        : update.where((is) =>
            is.or([
              is("search_processes.id", "=", process.id),
              is("search_processes.heartbeat_at", "<=", silentSince()),
            ]),
          );
    })
    .returning(sql<Date>`now()`.as("now"))
    .executeTakeFirst();
}

export async function deleteSearchProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom("search_processes").where("id", "=", id).execute();
}

/** The processes with a recent heartbeat that understand `protocol`, in the order of their addresses. */
export async function listLiveSearchProcesses(
  db: Db,
  protocol: string,
): Promise<AtDatabase & { readonly processes: readonly LiveSearchProcess[] }> {
  // One row at least, for the clock.
  const rows = await sql<{
    now: Date;
    address: string | null;
    id: string | null;
    threads: number | null;
    index_bytes: number | null;
  }>`
    select clock.now, address, id, threads, index_bytes
    from (select now() as now) clock
    left join search_processes on protocol = ${protocol} and heartbeat_at > ${silentSince()}
    order by address`.execute(db);
  return {
    now: rows.rows[0]?.now ?? new Date(),
    processes: rows.rows.flatMap(({ address, id, threads, index_bytes }) =>
      address === null || id === null || threads === null || index_bytes === null
        ? []
        : [{ address, id, threads, index_bytes }],
    ),
  };
}

export async function deleteSilentSearchProcesses(db: Db): Promise<void> {
  await db
    .deleteFrom("search_processes")
    .where("heartbeat_at", "<", sql<Date>`now() - ${sql.lit(RETENTION_HOURS)} * interval '1 hour'`)
    .execute();
}

const silentSince = () => sql<Date>`now() - ${sql.lit(SILENT_SECONDS)} * interval '1 second'`;
