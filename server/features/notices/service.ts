import { z } from "zod";
import type { NoticePage } from "../../../contract/notices/notices.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import {
  type NoticeFilter,
  countUnreadNotices,
  listNotices,
  updateNoticeRead,
  updateNoticesRead,
} from "../../db/tables/notices/notices.ts";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { NotFound } from "../../errors.ts";
import { announceNotices } from "../../events/writeNotices.ts";
import { message } from "../../messages/messages.ts";
import { presentNotice } from "./present.ts";

const NoticeCursor = z.tuple([z.boolean(), z.iso.datetime(), z.string().max(100)]);

/** A reader with more of them has at least this many. */
const MAX_COUNTED = 1000;

export const readUnread = async (db: Db, { id }: Pick<Principal, "id">): Promise<{ unread: number }> => ({
  unread: await countUnreadNotices(db, id, MAX_COUNTED),
});

/** One page of the notices that the caller may see now. */
export async function readNotices(
  db: Db,
  caller: Principal,
  { cursor, limit, ...filter }: NoticeFilter & { readonly cursor?: string | undefined; readonly limit: number },
): Promise<NoticePage> {
  const place = decodeCursor(NoticeCursor, cursor);
  const after = place && { isUnread: place[0], at: place[1], id: place[2] };
  const rows = await listNotices(db, caller.id, filter, { after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const shared = await listIssuesWithSharedKey(
    db,
    shown.flatMap(({ subject_kind, subject_id }) =>
      subject_kind === "issue" && subject_id !== null ? [subject_id] : [],
    ),
  );
  const last = shown.at(-1);
  return {
    results: shown.map((row) => presentNotice(row, shared)),
    next: rows.length > limit && last ? encodeCursor([last.read_at === null, last.at.toISOString(), last.id]) : null,
    ...(await readUnread(db, caller)),
  };
}

/** @throws NotFound for one that does not exist, of another user, or that the caller may not see any more */
export async function markRead(db: Db, caller: Principal, id: string): Promise<{ unread: number }> {
  await db.transaction().execute(async (tx) => {
    if (!(await updateNoticeRead(tx, caller.id, id))) throw new NotFound(message("notice.not_found"));
    await announceNotices(tx, [caller.id], "notice.read");
  });
  return readUnread(db, caller);
}

/** Marks what happened up to a moment. A notice to which something was added later stays unread. */
export async function markAllRead(
  db: Db,
  caller: Principal,
  { until, ...filter }: Pick<NoticeFilter, "kind" | "project"> & { readonly until: string },
): Promise<{ unread: number }> {
  await db.transaction().execute(async (tx) => {
    const marked = await updateNoticesRead(tx, caller.id, new Date(until), filter);
    if (marked > 0) await announceNotices(tx, [caller.id], "notice.read");
  });
  return readUnread(db, caller);
}
