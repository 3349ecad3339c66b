import type { Db } from "../db/openDb.ts";

/** A clock may be a little ahead of another machine's. */
const AHEAD_MS = 60_000;

/**
 * Sources that nobody has asked about for so long that they are looked at again. One that was finished in the future is due as well: the
 * clock has been set back, and it would otherwise wait until the time has caught up.
 */
export async function dueSources(db: Db, resyncEvery: number, now: Date = new Date()): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .select("id")
    .where("sync_state", "in", ["ready", "failed"])
    .where("paused_at", "is", null)
    .where((is) =>
      is.or([
        is("sync_finished_at", "<", new Date(now.getTime() - resyncEvery)),
        is("sync_finished_at", ">", new Date(now.getTime() + AHEAD_MS)),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
