import type { FastifyInstance } from "fastify";
import { requireCompany } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { updateKindNotMailed, updateMailsOff, updateWeeklyOff } from "../../db/tables/notices/noticeSettings.ts";
import { listWaitingRequests } from "../../db/tables/requests/waitingRequests.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { type Message, message } from "../../messages/messages.ts";
import { previewDigest } from "./previewDigest.ts";
import { markAllRead, markRead, readNotices, readUnread } from "./service.ts";
import {
  KIND_NAMES,
  UNSUBSCRIBE_PATH,
  type UnsubscribeTokens,
  type Unsubscription,
  mountMailEnd,
} from "./unsubscribe.ts";
import { NO_CHOICES, changeNoticeSettings, readNoticeSettings } from "./noticeSettings.ts";

/** Requests in one answer. */
const MAX_WAITING = 20;

/** What the caller has been notified of, and how they want to be. */
export function mountNotices(
  mount: RouteRegistrar,
  { db, sendsMail }: { readonly db: Db; readonly sendsMail: boolean },
): void {
  mount("listNotices", ({ user, query }) => readNotices(db, user, query));
  mount("countUnreadNotices", ({ user }) => readUnread(db, user));
  mount("readNotice", ({ user, params }) => markRead(db, user, params.noticeId));
  mount("readNotices", ({ user, body }) => markAllRead(db, user, body));
  mount("getNoticeSettings", ({ user }) => readNoticeSettings(db, user, sendsMail));
  mount("updateNoticeSettings", async ({ user, body }) => {
    await changeNoticeSettings(db, user, body);
    return readNoticeSettings(db, user, sendsMail);
  });
  mount("listWaitingRequests", async ({ user }) =>
    (await listWaitingRequests(db, user, MAX_WAITING)).map(({ updated_at, ...request }) => ({
      ...request,
      updated_at: updated_at.toISOString(),
    })),
  );
  mount("previewModelDigest", ({ user, params }) =>
    previewDigest({ db, now: () => new Date() }, requireCompany(user, params.id, "model.change"), user.id),
  );
}

/** The addresses in mails about notices. */
export const mountUnsubscribe = (
  app: FastifyInstance,
  { db, tokens }: { readonly db: Db; readonly tokens: UnsubscribeTokens },
): Promise<void> =>
  mountMailEnd(app, {
    path: UNSUBSCRIBE_PATH,
    read: tokens.read,
    question: ({ kind }) =>
      kind === null
        ? message("unsubscribe.question")
        : message("unsubscribe.question_kind", { kind: KIND_NAMES[kind] }),
    end: async (token) => ((await endMails(db, token)) ? endedText(token) : undefined),
  });

function endedText({ kind }: Unsubscription): Message {
  if (kind === null) return message("unsubscribe.done");
  if (kind === "weekly") return message("unsubscribe.done_weekly");
  return message("unsubscribe.done_kind", { kind: KIND_NAMES[kind] });
}

/** @returns false where there is no such user */
async function endMails(db: Db, { userId, kind }: Unsubscription): Promise<boolean> {
  if (kind === "weekly") return updateWeeklyOff(db, userId);
  if (kind !== null) return updateKindNotMailed(db, userId, kind);
  const { mails: _, ...defaults } = NO_CHOICES;
  return updateMailsOff(db, userId, { ...defaults, single_at: null, weekly_at: null });
}
