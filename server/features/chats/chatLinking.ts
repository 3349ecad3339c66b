/**
 * Who a user of a chat is in Clew. A user asks for a code while signed in, types it in the chat, and confirms in Clew who has typed it:
 * neither side alone, and no e-mail address, makes a link.
 */
import { randomInt } from "node:crypto";
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { ChatUserLink } from "../../../contract/notices/chatUsers.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { hashToken } from "../../access/tokens/tokens.ts";
import { type ChatAppRow, findChatApp } from "../../db/tables/chats/chatApps.ts";
import {
  deleteChatUser,
  findChatUser,
  findChatUserAttempt,
  takeChatUserAttempt,
  updateChatCodeTyped,
  upsertChatUser,
  upsertChatUserAttempt,
} from "../../db/tables/chats/chatUsers.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { formatStored, message } from "../../messages/messages.ts";
import { requireChatApp } from "./chatApps.ts";
import { type ChatDeps, nowOf } from "./chatDeps.ts";
import { CHAT_TEXTS } from "./chatTexts.ts";

const CODE_TTL_MS = 10 * MINUTE_MS;
/** Without signs that look alike; 31 to the power of 10 is more than can be guessed in ten minutes. */
const CODE_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ2345679";
const CODE_LENGTH = 10;
/** Guesses of one user of a chat at a code. */
const CODE_LIMITS: Limits = {
  name: "chat-codes",
  windowMs: 10 * MINUTE_MS,
  perAddress: null,
  perAccount: 10,
  refusal: message("limit.requests"),
};

type LinkDeps = Pick<ChatDeps, "db" | "now">;

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join("");

/** The form in which users type it does not matter. */
const codeHash = (chat: Chat, typed: string): string =>
  hashToken(`${chat} ${typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")}`);

/** Which user of the chat the caller is. */
export async function readChatUser(deps: LinkDeps, chat: Chat, user: Principal): Promise<ChatUserLink> {
  const { db } = deps;
  const app = user.companyId === null ? undefined : await findChatApp(db, chat, user.companyId);
  if (!app) return { team: null, link: null, pending: null };
  const link = await findChatUser(db, chat, user.id);
  const attempt = await findChatUserAttempt(db, chat, user.id, nowOf(deps));
  const typedBy = attempt?.company_id === app.company_id ? attempt.chat_user_id : null;
  return {
    team: app.team,
    link: link
      ? {
          name: link.name,
          linked_at: link.created_at.toISOString(),
          fault: link.fault && formatStored(link.fault, user.language),
        }
      : null,
    pending: typedBy === null ? null : { user: typedBy, name: attempt?.name ?? typedBy },
  };
}

/** A code that the caller types in the chat. @throws NotFound where the company has no app */
export async function beginChatLink(
  deps: LinkDeps,
  chat: Chat,
  user: Principal,
): Promise<{ readonly code: string; readonly expires_at: string }> {
  const { company_id: companyId } = await requireChatApp(deps.db, chat, user.companyId ?? "");
  const code = newCode();
  const expires = new Date(nowOf(deps).getTime() + CODE_TTL_MS);
  await upsertChatUserAttempt(deps.db, {
    user_id: user.id,
    chat,
    company_id: companyId,
    code_hash: codeHash(chat, code),
    chat_user_id: null,
    name: null,
    channel: null,
    service_url: null,
    expires_at: expires,
  });
  return { code, expires_at: expires.toISOString() };
}

/** Who has typed a code, and in which conversation where that is known already. */
export interface CodeTyped {
  readonly id: string;
  readonly name: string;
  readonly channel?: string;
  readonly serviceUrl?: string;
}

/**
 * Notes who has typed a code.
 * @returns false for an unknown, expired or used code
 * @throws TooMany after ten guesses in ten minutes
 */
export async function typeChatCode(
  deps: LinkDeps,
  app: ChatAppRow,
  code: string,
  { id, name, channel, serviceUrl }: CodeTyped,
): Promise<boolean> {
  await new RateLimiter(deps.db, CODE_LIMITS).take("", `${app.chat} ${app.company_id} ${id}`);
  return updateChatCodeTyped(
    deps.db,
    { app, codeHash: codeHash(app.chat, code), now: nowOf(deps) },
    { chat_user_id: id, name, channel: channel ?? null, service_url: serviceUrl ?? null },
  );
}

/**
 * Links the user of the chat who has typed the caller's code.
 * @throws Conflict where it is another one than the caller was shown, or is linked to another user; NotFound for none, or after ten minutes
 */
export async function confirmChatLink(
  deps: LinkDeps,
  chat: Chat,
  user: Principal,
  shown: string,
  address: string,
): Promise<ChatUserLink> {
  const texts = CHAT_TEXTS[chat];
  await deps.db.transaction().execute(async (tx) => {
    const attempt = await takeChatUserAttempt(tx, chat, user.id, nowOf(deps));
    if (!attempt || attempt.chat_user_id === null || attempt.company_id !== user.companyId) {
      throw new NotFound(texts.noAttempt);
    }
    if (attempt.chat_user_id !== shown) throw new Conflict(texts.otherPerson);
    const name = attempt.name ?? attempt.chat_user_id;
    const row = {
      user_id: user.id,
      chat,
      company_id: attempt.company_id,
      chat_user_id: attempt.chat_user_id,
      name,
      channel: attempt.channel,
      service_url: attempt.service_url,
      fault: null,
    };
    if (!(await upsertChatUser(tx, row))) throw new Conflict(texts.linkedToOther);
    await recordAuditEvent(tx, actorOf(user, address), {
      action: `${chat}.linked`,
      subject: { kind: `${chat}_user`, id: attempt.chat_user_id, name },
    });
  });
  return readChatUser(deps, chat, user);
}

/** Ends the caller's link. @throws NotFound for none */
export async function removeChatLink({ db }: LinkDeps, chat: Chat, user: Principal, address: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const link = await deleteChatUser(tx, chat, user.id);
    if (!link) throw new NotFound(CHAT_TEXTS[chat].notLinked);
    await recordAuditEvent(tx, actorOf(user, address), {
      action: `${chat}.unlinked`,
      subject: { kind: `${chat}_user`, id: link.chat_user_id, name: link.name },
    });
  });
}
