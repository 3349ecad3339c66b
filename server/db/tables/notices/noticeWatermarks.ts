/** From when on the changes of a source are noticed. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

export interface NoticeWatermark {
  readonly since: Date;
  readonly commit_id: number;
}

/**
 * The mark of a source, locked until the end of the transaction: two syncs of a source that overlap notice a change once.
 * @returns undefined until the first import has ended
 */
export async function lockNoticeWatermark(db: Db, sourceId: string): Promise<NoticeWatermark | undefined> {
  return db
    .selectFrom("notice_marks")
    .select(["since", "commit_id"])
    .where("source_id", "=", sourceId)
    .forUpdate()
    .executeTakeFirst();
}

/** The first import of a source has ended. Without an effect where it had before. */
export async function insertNoticeWatermark(db: Db, sourceId: string): Promise<void> {
  await sql`
    insert into notice_marks (source_id, since, commit_id)
    select id, now(), coalesce((select max(c.id) from git_commits c where c.source_id = ${sourceId}), 0)
    from sources where id = ${sourceId}
    on conflict do nothing`.execute(db);
}

/** The next end of a sync is that of a first import: what it read is not notified. */
export async function deleteNoticeWatermark(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom("notice_marks").where("source_id", "=", sourceId).execute();
}

export async function updateNoticedCommit(db: Db, sourceId: string, commitId: number): Promise<void> {
  await db.updateTable("notice_marks").set({ commit_id: commitId }).where("source_id", "=", sourceId).execute();
}

/** The newest stored commit of a source; 0 without any. */
export async function findNewestCommitId(db: Db, sourceId: string): Promise<number> {
  const { id } = await db
    .selectFrom("git_commits")
    .select((is) => is.fn.max("id").as("id"))
    .where("source_id", "=", sourceId)
    .executeTakeFirstOrThrow();
  return Number(id ?? 0);
}
