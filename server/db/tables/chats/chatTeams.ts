/** The teams that a company's app of a chat was added to. */
import type { Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { ChatTeamsTable } from "../../schema/chatSchema.ts";
import type { ChatAppRow } from "./chatApps.ts";

export type ChatTeamRow = Selectable<ChatTeamsTable>;

type AppKey = Pick<ChatAppRow, "company_id" | "chat">;

/** Stores a team, or its newest address and its name where that is known. */
export async function upsertChatTeam(
  db: Db,
  { company_id, chat }: AppKey,
  { id, name, serviceUrl }: { readonly id: string; readonly name: string | null; readonly serviceUrl: string },
): Promise<void> {
  const newest = { service_url: serviceUrl, ...(name !== null && { name }) };
  await db
    .insertInto("chat_teams")
    .values({ company_id, chat, id, name: name ?? id, service_url: serviceUrl })
    .onConflict((conflict) => conflict.columns(["company_id", "chat", "id"]).doUpdateSet(newest))
    .execute();
}

/** Forgets a team that does not have the app any more. */
export async function deleteChatTeam(db: Db, { company_id: companyId, chat }: AppKey, id: string): Promise<void> {
  await db
    .deleteFrom("chat_teams")
    .where("company_id", "=", companyId)
    .where("chat", "=", chat)
    .where("id", "=", id)
    .execute();
}

export const findChatTeam = (
  db: Db,
  { company_id: companyId, chat }: AppKey,
  id: string,
): Promise<ChatTeamRow | undefined> =>
  db
    .selectFrom("chat_teams")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("chat", "=", chat)
    .where("id", "=", id)
    .executeTakeFirst();

/** The teams by name, at most `limit`. */
export const listChatTeams = (db: Db, { company_id: companyId, chat }: AppKey, limit: number): Promise<ChatTeamRow[]> =>
  db
    .selectFrom("chat_teams")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("chat", "=", chat)
    .orderBy("name")
    .orderBy("id")
    .limit(limit)
    .execute();
