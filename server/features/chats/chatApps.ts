/** The app of a company in a chat: what its settings, its requests and its messages share. */
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type ChatAppRow,
  type NewChatAppRow,
  deleteChatApp,
  findChatApp,
  insertChatApp,
  updateChatApp,
  updateChatAppEnded,
} from "../../db/tables/chats/chatApps.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import { updateAppWebhooksResumed } from "../../db/tables/notices/outgoingWebhooks.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { NotFound } from "../../errors.ts";
import { serializeMessage } from "../../messages/messages.ts";
import type { ChatFailure } from "./chatClient.ts";
import { type ChatDeps, nowOf } from "./chatDeps.ts";
import { CHAT_TEXTS } from "./chatTexts.ts";

const subjectOf = ({ chat, team }: Pick<ChatAppRow, "chat" | "team">) => ({ kind: `${chat}_app`, name: team });

const secretsOf = ({ token_secret_id: token, signing_secret_id: signing }: ChatAppRow): string[] =>
  [token, signing].filter((id) => id !== null);

/** @throws NotFound for a company without one */
export async function requireChatApp(db: Db, chat: Chat, companyId: string): Promise<ChatAppRow> {
  const app = await findChatApp(db, chat, companyId);
  if (!app) throw new NotFound(CHAT_TEXTS[chat].noApp);
  return app;
}

/**
 * Stores an app in place of the one before, whose secrets are deleted. Links and messages stay where `isSame`.
 * @param storeSecrets stores the secrets of the app
 */
export async function storeChatApp(
  { db }: Pick<ChatDeps, "db">,
  row: Omit<NewChatAppRow, "token_secret_id" | "signing_secret_id" | "ended_at" | "ended_reason" | "resume_at">,
  {
    by,
    isSame,
    storeSecrets,
  }: {
    readonly by: Actor;
    readonly isSame: (before: ChatAppRow) => boolean;
    readonly storeSecrets: (tx: Db) => Promise<Pick<ChatAppRow, "token_secret_id" | "signing_secret_id">>;
  },
): Promise<void> {
  const { company_id: companyId, chat } = row;
  await db.transaction().execute(async (tx) => {
    await lockCompany(tx, companyId);
    const before = await findChatApp(tx, chat, companyId);
    const works = { ended_at: null, ended_reason: null, resume_at: null };
    const values = { ...row, ...(await storeSecrets(tx)), ...works };
    if (before && isSame(before)) await updateChatApp(tx, before, values);
    else {
      await deleteChatApp(tx, chat, companyId);
      await insertChatApp(tx, values);
    }
    if (before) await deleteSecrets(tx, secretsOf(before));
    await updateAppWebhooksResumed(tx, `${chat}_app`, companyId);
    const after = { team_id: row.team_id };
    await recordAuditEvent(tx, by, { action: `${chat}.app_set`, subject: subjectOf(row), after });
  });
}

/** Deletes the app with its links and messages; the notices stay in Clew. @throws NotFound for none */
export async function removeChatApp(
  { db }: Pick<ChatDeps, "db">,
  chat: Chat,
  companyId: string,
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockCompany(tx, companyId);
    const app = await requireChatApp(tx, chat, companyId);
    await deleteChatApp(tx, chat, companyId);
    await deleteSecrets(tx, secretsOf(app));
    await recordAuditEvent(tx, by, { action: `${chat}.app_removed`, subject: subjectOf(app) });
  });
}

/** Nothing is sent by an app that the chat does not know any more. What waits is sent once the app is set up again. */
export async function endChatApp(
  deps: Pick<ChatDeps, "db" | "now">,
  app: ChatAppRow,
  { text }: Pick<ChatFailure, "text">,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await updateChatAppEnded(tx, app, nowOf(deps), serializeMessage(text)))) return;
    await recordAuditEvent(tx, chatActor(app), { action: `${app.chat}.app_ended`, subject: subjectOf(app) });
  });
}

/** Notes that the chat takes an app again, and sends what waits. */
export async function resumeChatApp({ db }: Pick<ChatDeps, "db">, app: ChatAppRow): Promise<void> {
  if (app.ended_at === null) return;
  await db.transaction().execute(async (tx) => {
    await updateChatApp(tx, app, { ended_at: null, ended_reason: null });
    await updateAppWebhooksResumed(tx, `${app.chat}_app`, app.company_id);
    await recordAuditEvent(tx, chatActor(app), { action: `${app.chat}.app_resumed`, subject: subjectOf(app) });
  });
}

/** The chat itself, for what it has reported about an app. */
const chatActor = ({ chat, company_id: companyId }: ChatAppRow): Actor => ({
  id: null,
  name: CHAT_TEXTS[chat].name,
  email: "",
  companyId,
  address: "",
});

/** The secret by which an app is known: its token, or its client secret; null where it is gone. */
export async function chatSecretOf(
  { secrets }: Pick<ChatDeps, "secrets">,
  db: Db,
  { token_secret_id: id }: Pick<ChatAppRow, "token_secret_id">,
): Promise<string | null> {
  return id === null ? null : (await secrets.open(db, id)).token;
}
