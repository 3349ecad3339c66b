import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import {
  NoticePage,
  NoticeSettings,
  NoticeSettingsBody,
  NoticesQuery,
  ReadNoticesBody,
  UnreadNotices,
  WaitingRequest,
} from "./notices.ts";

// A table: one call, one row.
/** Calls about notifications. */
// prettier-ignore
export const NOTICE_ENDPOINTS = {
  listNotices: { method: "GET", path: "notices/", auth: "user", query: NoticesQuery, status: 200, response: NoticePage, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  countUnreadNotices: { method: "GET", path: "notices/unread/", auth: "user", status: 200, response: UnreadNotices, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  readNotice: { method: "PUT", path: "notices/:noticeId/read/", auth: "user", status: 200, response: UnreadNotices, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  readNotices: { method: "POST", path: "notices/read/", auth: "user", body: ReadNoticesBody, status: 200, response: UnreadNotices, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  getNoticeSettings: { method: "GET", path: "notice-settings/", auth: "user", status: 200, response: NoticeSettings, runs: "main", agents: false, expired: false, confirm: false },
  updateNoticeSettings: { method: "PUT", path: "notice-settings/", auth: "user", body: NoticeSettingsBody, status: 200, response: NoticeSettings, runs: "main", agents: false, expired: false, confirm: false },
  listWaitingRequests: { method: "GET", path: "waiting-requests/", auth: "user", status: 200, response: z.array(WaitingRequest), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
