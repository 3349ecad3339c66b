import { sql, type Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { MirrorHoldersTable } from "../../schema/gitSchema.ts";
import type { AtDatabase } from "../searches/searchProcesses.ts";

/** Seconds without a heartbeat after which a holder counts as dead, and hours after which its row is deleted. */
const SILENT_SECONDS = 15;
const RETENTION_HOURS = 24;

/**
 * Stores the holder of a data folder, or renews its heartbeat.
 * @returns undefined when another process with the same folder has sent a heartbeat since
 */
export async function saveMirrorHolder(
  db: Db,
  holder: Pick<Insertable<MirrorHoldersTable>, "id" | "process_id" | "address" | "machine" | "protocol">,
  { isFirst }: { readonly isFirst: boolean },
): Promise<AtDatabase | undefined> {
  return db
    .insertInto("mirror_holders")
    .values(holder)
    .onConflict((conflict) => {
      const update = conflict.column("id").doUpdateSet({ ...holder, heartbeat_at: sql<Date>`now()` });
      return isFirst
        ? update
        : update.where((is) =>
            is.or([
              is("mirror_holders.process_id", "=", holder.process_id),
              is("mirror_holders.heartbeat_at", "<=", silentSince()),
            ]),
          );
    })
    .returning(sql<Date>`now()`.as("now"))
    .executeTakeFirst();
}

/** The holder does not answer from now on; its mirrors stay on its disk. */
export async function silenceMirrorHolder(db: Db, processId: string): Promise<void> {
  await db
    .updateTable("mirror_holders")
    .set({ heartbeat_at: silentSince() })
    .where("process_id", "=", processId)
    .execute();
}

/** Deletes holders that have sent no heartbeat for `RETENTION_HOURS`, and their copies. */
export async function deleteSilentMirrorHolders(db: Db): Promise<void> {
  await db
    .deleteFrom("mirror_holders")
    .where("heartbeat_at", "<", sql<Date>`now() - ${sql.lit(RETENTION_HOURS)} * interval '1 hour'`)
    .execute();
}

/** A mirror was compared with its remote just now. Nothing is stored for a source or a holder that is gone. */
export async function saveMirrorCopy(
  db: Db,
  { sourceId, holderId, state }: { readonly sourceId: string; readonly holderId: string; readonly state: string },
): Promise<void> {
  await sql`
    insert into mirror_copies (source_id, holder_id, state)
    select s.id, h.id, ${state} from sources s, mirror_holders h where s.id = ${sourceId} and h.id = ${holderId}
    on conflict (source_id, holder_id) do update set state = excluded.state, fetched_at = now()`.execute(db);
}

export async function deleteMirrorCopies(db: Db, holderId: string, sourceIds: readonly string[]): Promise<void> {
  if (sourceIds.length === 0) return;
  await db.deleteFrom("mirror_copies").where("holder_id", "=", holderId).where("source_id", "in", sourceIds).execute();
}

/** Ids of the sources that a holder has a mirror of. */
export async function listCopiesOfHolder(db: Db, holderId: string): Promise<string[]> {
  const rows = await db.selectFrom("mirror_copies").select("source_id").where("holder_id", "=", holderId).execute();
  return rows.map(({ source_id }) => source_id);
}

/** A mirror of a repository, and how its holder is reached. */
export interface MirrorCopy {
  readonly holder: string;
  /** Equal for mirrors with the same refs. */
  readonly state: string;
  readonly address: string;
  /** Identifies the current start of the process; the next start has another id. */
  readonly processId: string;
  /** The host name of the machine that it runs on. */
  readonly machine: string;
  /** It sent a heartbeat recently and understands `protocol`. */
  readonly isLive: boolean;
}

/** The mirrors of a repository, the one that was compared with the remote last first. */
export async function listMirrorCopies(
  db: Db,
  sourceId: string,
  protocol: string,
): Promise<AtDatabase & { readonly copies: readonly MirrorCopy[] }> {
  const rows = await db
    .selectFrom("mirror_copies")
    .innerJoin("mirror_holders", "mirror_holders.id", "mirror_copies.holder_id")
    .select([
      "mirror_holders.id as holder",
      "mirror_copies.state",
      "mirror_holders.address",
      "mirror_holders.process_id as processId",
      "mirror_holders.machine",
      sql<boolean>`protocol = ${protocol} and heartbeat_at > ${silentSince()}`.as("isLive"),
      sql<Date>`now()`.as("now"),
    ])
    .where("mirror_copies.source_id", "=", sourceId)
    .orderBy("mirror_copies.fetched_at", "desc")
    .orderBy("mirror_holders.id")
    .execute();
  return { now: rows[0]?.now ?? new Date(), copies: rows };
}

const silentSince = () => sql<Date>`now() - ${sql.lit(SILENT_SECONDS)} * interval '1 second'`;
