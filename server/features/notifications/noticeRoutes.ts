import type { Db } from "../../db/openDb.ts";
import { listWaitingRequests } from "../../db/tables/waitingRequests.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { markAllRead, markRead, readNotices, readUnread } from "./notices.ts";
import { changeNoticeSettings, readNoticeSettings } from "./noticeSettings.ts";

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
}
