/** The Slack apps of companies, and the requests of Slack that were accepted. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db } from "../openDb.ts";
import type { SlackAppsTable } from "../schema/slackSchema.ts";

export type SlackAppRow = Selectable<SlackAppsTable>;

export const findSlackApp = (db: Db, companyId: string): Promise<SlackAppRow | undefined> =>
  db.selectFrom("slack_apps").selectAll().where("company_id", "=", companyId).executeTakeFirst();

export async function insertSlackApp(db: Db, row: Insertable<SlackAppsTable>): Promise<void> {
  await db.insertInto("slack_apps").values(row).execute();
}

export async function updateSlackApp(db: Db, companyId: string, change: Updateable<SlackAppsTable>): Promise<void> {
  await db.updateTable("slack_apps").set(change).where("company_id", "=", companyId).execute();
}

/** Deletes the app of a company with its links and messages; its secrets are the caller's to delete. */
export async function deleteSlackApp(db: Db, companyId: string): Promise<void> {
  await db.deleteFrom("slack_apps").where("company_id", "=", companyId).execute();
}

/** Notes that Slack does not know the app any more, by the token that it refused. @returns false where it was noted, or the token was replaced */
export async function updateSlackAppEnded(
  db: Db,
  { company_id: companyId, token_secret_id: tokenId }: Pick<SlackAppRow, "company_id" | "token_secret_id">,
  at: Date,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("slack_apps")
    .set({ ended_at: at, ended_reason: reason })
    .where("company_id", "=", companyId)
    .where("token_secret_id", "=", tokenId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes a request of Slack. @returns false for one with a signature that was accepted before */
export async function insertSlackRequest(db: Db, companyId: string, signature: string, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("slack_requests")
    .values({ company_id: companyId, signature, received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteSlackRequestsBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("slack_requests").where("received_at", "<", at).execute();
}
