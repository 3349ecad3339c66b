import type { FastifyInstance } from "fastify";
import type { Db } from "../../db/openDb.ts";
import { updateKindNotMailed, updateMailsOff, updateWeeklyOff } from "../../db/tables/noticeSettings.ts";
import { listWaitingRequests } from "../../db/tables/waitingRequests.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { markAllRead, markRead, readNotices, readUnread } from "./service.ts";
import {
  KIND_NAMES,
  UNSUBSCRIBE_PATH,
  type UnsubscribeTokens,
  type Unsubscription,
  unsubscribePage,
} from "./unsubscribe.ts";
import { NO_CHOICES, changeNoticeSettings, readNoticeSettings } from "./noticeSettings.ts";

/** Requests in one answer. */
const MAX_WAITING = 20;
/** Bytes of the POST of a mail program. */
const BODY_LIMIT = 4096;

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
}

/**
 * Ends the mails about notices without signing in: mail programs send the POST of RFC 8058. A GET, as link scanners send it, changes nothing and
 * shows a page with a button.
 */
export async function mountUnsubscribe(
  app: FastifyInstance,
  { db, tokens }: { readonly db: Db; readonly tokens: UnsubscribeTokens },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.get<{ Querystring: { token?: unknown } }>(UNSUBSCRIBE_PATH, async (request, reply) => {
      const language = request.language;
      const found = tokens.read(textOf(request.query.token));
      if (!found) return unsubscribePage(reply.code(404), language, message("unsubscribe.invalid"));
      const question =
        found.kind === null
          ? message("unsubscribe.question")
          : message("unsubscribe.question_kind", { kind: KIND_NAMES[found.kind] });
      return unsubscribePage(reply, language, question, true);
    });
    scope.post<{ Querystring: { token?: unknown } }>(
      UNSUBSCRIBE_PATH,
      { bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        const language = request.language;
        const found = tokens.read(textOf(request.query.token));
        if (!found || !(await endMails(db, found))) {
          return unsubscribePage(reply.code(404), language, message("unsubscribe.invalid"));
        }
        const done =
          found.kind === null
            ? message("unsubscribe.done")
            : found.kind === "weekly"
              ? message("unsubscribe.done_weekly")
              : message("unsubscribe.done_kind", { kind: KIND_NAMES[found.kind] });
        return unsubscribePage(reply, language, done);
      },
    );
  });
}

/** @returns false where there is no such user */
async function endMails(db: Db, { userId, kind }: Unsubscription): Promise<boolean> {
  if (kind === "weekly") return updateWeeklyOff(db, userId);
  if (kind !== null) return updateKindNotMailed(db, userId, kind);
  const { mails: _, ...defaults } = NO_CHOICES;
  return updateMailsOff(db, userId, { ...defaults, single_at: null, weekly_at: null });
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 1000) : "");
