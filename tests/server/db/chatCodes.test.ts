/** What buttons of a chat have done before the codes of both chats had their names stays readable. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ChatResult } from "../../../server/db/schema/chatSchema.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { formatStored } from "../../../server/messages/messages.ts";
import { addCompany, addUser } from "../rows.ts";
import { makeStorage, ONE_ENGINE } from "../testDb.ts";

const person = { name: `"code":"slack.x" \\"code\\":\\"slack.failed\\"`, account: "ada" };
const assigned = { code: "slack.assigned", params: person };
const RESULTS = [
  {
    action: "assign",
    isDone: true,
    text: JSON.stringify({ code: "slack.held", params: { what: assigned } }),
    pending: { userId: "u", batch: "b", isHeld: true, done: JSON.stringify(assigned) },
  },
  {
    action: "close",
    isDone: false,
    text: JSON.stringify({ code: "slack.refused_action", params: { reason: { code: "slack.failed" } } }),
  },
];

test("results of the former codes have the same texts after the migration", async () => {
  const storage = await makeStorage(ONE_ENGINE, { isEmpty: true });
  const database = await openDb({ ...storage, isDurable: false });
  const { db } = database;
  try {
    await migrate(db, { to: "0117_teams_channels" });
    const companyId = await addCompany(db);
    const userId = await addUser(db, { companyId });
    await sql`insert into chat_apps (company_id, chat, team_id, team, bot_user_id) values (${companyId}, 'teams', 't', 't', 'b')`.execute(
      db,
    );
    await sql`insert into chat_users (user_id, chat, company_id, chat_user_id, name) values (${userId}, 'teams', ${companyId}, 'c', 'Ada')`.execute(
      db,
    );
    // Without the notice that it is about.
    await sql`alter table chat_messages drop constraint slack_messages_about_check`.execute(db);
    await sql`insert into chat_messages (id, chat, user_id, company_id, state, results, next_attempt_at)
      values ('m', 'teams', ${userId}, ${companyId}, 'sent', ${JSON.stringify(RESULTS)}::jsonb, now())`.execute(db);
    await migrate(db);
    const { rows } = await sql<{ results: ChatResult[] }>`select results from chat_messages`.execute(db);
    const [held, refused] = rows[0]?.results ?? [];
    const text = `${person.name} has assigned it to themselves, as ada.`;
    expect(formatStored(held?.text ?? "", "EN")).toBe(
      `${text} It is sent after a few seconds, and can be taken back until then.`,
    );
    expect(formatStored(held?.pending?.done ?? "", "EN")).toBe(text);
    expect(formatStored(refused?.text ?? "", "TR")).toMatch(/^Yapılmadı: (?!slack)/);
  } finally {
    await database.close();
    await storage.remove();
  }
});
