import { PeriodicRunner } from "../../concurrency.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { findMailedUser, updateNoticesMailed } from "../../db/tables/notices/noticeMails.ts";
import { listNoticeChannels } from "../../db/tables/notices/noticeSettings.ts";
import { findChatUser } from "../../db/tables/chats/chatUsers.ts";
import {
  leaseDueMessage,
  listUnmessagedNotices,
  listUsersToMessage,
  updateReadMessagesWaiting,
  upsertChatMessage,
} from "../../db/tables/chats/chatMessages.ts";
import { channelFor } from "../../events/writeNotices.ts";
import { isQuiet } from "../notices/localTime.ts";
import type { ChatClient } from "./chatClient.ts";
import { type ChatDeps, nowOf } from "./chatDeps.ts";
import { completeResults } from "./buttonResults.ts";
import { CHAT_LEASE_MS, MAX_NOTICE_AGE_MS, sendChatMessage } from "./sendMessage.ts";

const POLL_INTERVAL_MS = 10 * SECOND_MS;
/** Delay of a notice, so that events that happen together are one message. */
const BUNDLE_MS = MINUTE_MS;
/** Age up to which a message is changed when its notice is read in Clew. */
const CHANGE_MS = 7 * DAY_MS;
const PAGE_USERS = 200;
/** Messages of one round: chats take about one a second for a conversation, and more for several. */
const MAX_SENT = 100;

/** Sends messages about notices to those who have linked a user of a chat. Several processes may do it at the same time: a user is locked, and a message leased. */
export class ChatSender extends PeriodicRunner {
  readonly #deps: ChatDeps;
  readonly #client: ChatClient;

  constructor(deps: ChatDeps, client: ChatClient, onError: (error: unknown) => void) {
    super(POLL_INTERVAL_MS, onError);
    this.#deps = deps;
    this.#client = client;
  }

  /** Stores what is due of each user, and sends what waits. */
  async run(): Promise<void> {
    const { db } = this.#deps;
    const { chat } = this.#client;
    const now = nowOf(this.#deps);
    const since = new Date(now.getTime() - MAX_NOTICE_AGE_MS);
    await completeResults(this.#deps, chat, this.onError);
    await updateReadMessagesWaiting(db, chat, now, new Date(now.getTime() - CHANGE_MS));
    for (let after: string | undefined = ""; after !== undefined && !this.isStopped;) {
      const users: readonly string[] = await listUsersToMessage(db, chat, { after, since, limit: PAGE_USERS });
      for (const userId of users) {
        // The messages of one user hold those of no other.
        await db
          .transaction()
          .execute((tx) => this.#collect(tx, userId, now, since))
          .catch(this.onError);
      }
      after = users.length < PAGE_USERS ? undefined : users.at(-1);
    }
    for (let sent = 0; sent < MAX_SENT && !this.isStopped; sent += 1) {
      const at = nowOf(this.#deps);
      const leaseUntil = new Date(at.getTime() + CHAT_LEASE_MS);
      const row = await leaseDueMessage(db, chat, { now: at, leaseUntil });
      if (!row) return;
      await sendChatMessage(this.#deps, this.#client, row).catch(this.onError);
    }
  }

  /** Stores messages about what a user may see and has chosen the chat for, outside of their quiet hours. */
  async #collect(tx: Db, userId: string, now: Date, since: Date): Promise<void> {
    const { chat } = this.#client;
    const user = await findMailedUser(tx, userId, "lock");
    const link = user && (await findChatUser(tx, chat, userId));
    if (!link || (user.quiet && isQuiet(now, user.timeZone, user.quiet))) return;
    const choices = await listNoticeChannels(tx, [userId]);
    const waiting = await listUnmessagedNotices(tx, chat, userId, since);
    const isOther = ({ kind, project_id: projectId }: (typeof waiting)[number]): boolean =>
      channelFor(choices, kind, projectId) !== chat;
    await updateNoticesMailed(tx, waiting.filter(isOther));
    const due = waiting.filter((notice) => !isOther(notice) && now.getTime() - notice.at.getTime() >= BUNDLE_MS);
    for (const { id } of due) {
      await upsertChatMessage(tx, { id: newId(), link, noticeId: id }, now);
    }
    await updateNoticesMailed(tx, due);
  }
}
