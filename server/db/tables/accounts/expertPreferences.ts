import type { Db } from "../../openDb.ts";
import { inProjectOrCompany } from "../projects/projectUsers.ts";

/** Users of the project or its company who have opted out of recommendations. */
export const listOptedOut = (db: Db, project: { readonly id: string; readonly companyId: string }) =>
  db
    .selectFrom("expert_preferences")
    .innerJoin("users", "users.id", "expert_preferences.user_id")
    .select(["users.email", "users.name"])
    .where("expert_preferences.recommended", "=", false)
    .where(inProjectOrCompany(project))
    .execute();

/** Whether a user may be recommended; undefined before the user has chosen. */
export async function findExpertPreference(db: Db, userId: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom("expert_preferences")
    .select("recommended")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.recommended;
}

export async function upsertExpertPreference(db: Db, userId: string, recommended: boolean): Promise<void> {
  await db
    .insertInto("expert_preferences")
    .values({ user_id: userId, recommended, updated_at: new Date() })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ recommended, updated_at: new Date() }))
    .execute();
}
