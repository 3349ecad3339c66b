import * as endpoints from "virtual:endpoints";
import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** What the user is notified of, and how. */
export const createNoticesService = ({ call }: Client) => ({
  list: (query: QuerySent<"listNotices">, signal?: AbortSignal) => call(endpoints.listNotices, { query, signal }),
  countUnread: (signal?: AbortSignal) => call(endpoints.countUnreadNotices, { signal }),
  markRead: (noticeId: string) => call(endpoints.readNotice, { params: { noticeId } }),
  /** Those up to a moment. */
  markAllRead: (body: BodySent<"readNotices">) => call(endpoints.readNotices, { body }),
  settings: (signal?: AbortSignal) => call(endpoints.getNoticeSettings, { signal }),
  changeSettings: (body: BodySent<"updateNoticeSettings">) => call(endpoints.updateNoticeSettings, { body }),
  /** Requests whose next step is the user's. */
  waitingRequests: (signal?: AbortSignal) => call(endpoints.listWaitingRequests, { signal }),
});
export type NoticesService = ReturnType<typeof createNoticesService>;
