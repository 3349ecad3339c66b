/** Fencing tokens of the builds of a project's issues and pages, and the project's row as their lock. */
import type { Db } from "../../openDb.ts";

/** Counts one more build. @returns its number; undefined when the project is gone */
export async function updateBuildToken(db: Db, projectId: string): Promise<number | undefined> {
  const row = await db
    .updateTable("projects")
    .set((is) => ({ build_ticket: is("build_ticket", "+", 1) }))
    .where("id", "=", projectId)
    .returning("build_ticket")
    .executeTakeFirst();
  return row?.build_ticket;
}

/** @returns false when a build with a higher number has stored its links, or the project is gone */
export async function updateLinksToken(db: Db, projectId: string, fencingToken: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("projects")
    .set({ links_ticket: fencingToken })
    .where("id", "=", projectId)
    .where("links_ticket", "<=", fencingToken)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the project until the transaction ends; rows that refer to it may be stored meanwhile. */
export async function lockProjectForLinks(transaction: Db, projectId: string): Promise<void> {
  await transaction.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().executeTakeFirst();
}
