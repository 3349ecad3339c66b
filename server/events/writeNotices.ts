import { DEFAULT_CHANNELS, type NoticeChannel, type NoticeKind } from "../../contract/notices/noticeKinds.ts";
import type { NoticeData } from "../../contract/notices/notices.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import { type NoticeRow, countRecentNotices, listUnreadBundles, upsertNotices } from "../db/tables/notices/notices.ts";
import { type NoticeChannelRow, listNoticeChannels } from "../db/tables/notices/noticeSettings.ts";
import { verbatim } from "../messages/messages.ts";
import { publishToUsers } from "./publish.ts";

/** Unread notices of a kind and project within the time below; further ones become one that counts them. */
const MAX_SEPARATE = 30;
const SEPARATE_MINUTES = 60;

/** An event that concerns a user. */
export interface NewNotice {
  readonly userId: string;
  readonly kind: NoticeKind;
  readonly projectId?: string | null;
  readonly sourceId?: string | null;
  /** Names the event: of several with the same one a user gets the first. */
  readonly key: string;
  /** Events with the same one are counted in one notice until it is read. Left out: it is not bundled. */
  readonly bundle?: string;
  readonly subject?: { readonly kind: NonNullable<NoticeRow["subject_kind"]>; readonly id: string } | null;
  readonly count?: number;
  readonly data?: NoticeData;
}

/** The way in which a user is notified of a kind: what they chose for the project, for the kind, or the default. */
export function channelFor(
  choices: readonly Pick<NoticeChannelRow, "project_id" | "kind" | "channel">[],
  kind: NoticeKind,
  projectId: string | null,
): NoticeChannel {
  const chosen = (project: string | null, of: NoticeKind | "all") =>
    choices.find((choice) => choice.project_id === project && choice.kind === of)?.channel;
  const inProject = projectId === null ? undefined : (chosen(projectId, kind) ?? chosen(projectId, "all"));
  return inProject ?? chosen(null, kind) ?? DEFAULT_CHANNELS[kind];
}

/**
 * Notifies users of events, in the transaction of what caused them: both are stored or neither. Very many events of one kind become one notice.
 * Sockets of the users receive a message after the commit.
 */
export async function writeNotices(tx: Db, events: readonly NewNotice[]): Promise<void> {
  if (events.length === 0) return;
  const users = [...new Set(events.map(({ userId }) => userId))];
  const choices = Map.groupBy(await listNoticeChannels(tx, users), ({ user_id }) => user_id);
  const rows = events.flatMap((event) => {
    const channel = channelFor(choices.get(event.userId) ?? [], event.kind, event.projectId ?? null);
    return channel === "off" ? [] : [rowOf(event, channel)];
  });
  const changed = await upsertNotices(tx, await boundedRows(tx, users, rows));
  await announceNotices(tx, changed, "notice.added");
}

/** Informs the sockets of users that their notices are not the same any more. */
export async function announceNotices(
  tx: Db,
  userIds: readonly string[],
  type: "notice.added" | "notice.read",
): Promise<void> {
  await publishToUsers(tx, userIds, { type, title: verbatim("") });
}

const rowOf = (event: NewNotice, channel: NoticeRow["channel"]): NoticeRow => ({
  id: newId(),
  user_id: event.userId,
  project_id: event.projectId ?? null,
  source_id: event.sourceId ?? null,
  kind: event.kind,
  key: event.key,
  bundle: event.bundle ?? event.key,
  subject_kind: event.subject?.kind ?? null,
  subject_id: event.subject?.id ?? null,
  count: event.count ?? 1,
  data: event.data ?? {},
  channel,
});

/** Joins rows of the same bundle, and those beyond the limit into one for their kind and project. */
async function boundedRows(tx: Db, users: readonly string[], rows: readonly NoticeRow[]): Promise<NoticeRow[]> {
  if (rows.length === 0) return [];
  const groupOf = ({ user_id, kind, project_id }: Pick<NoticeRow, "user_id" | "kind" | "project_id">) =>
    `${user_id} ${kind} ${project_id ?? ""}`;
  const counts = new Map(
    (await countRecentNotices(tx, users, SEPARATE_MINUTES)).map((row) => [
      groupOf({ ...row, kind: row.kind as NoticeKind }),
      row.n,
    ]),
  );
  const bundles = [...new Set(rows.map(({ bundle }) => bundle))];
  const unread = new Set(
    (await listUnreadBundles(tx, users, bundles)).map(({ user_id, bundle }) => `${user_id} ${bundle}`),
  );
  const joined = new Map<string, NoticeRow>();
  for (const row of rows) {
    const key = `${row.user_id} ${row.bundle}`;
    const group = groupOf(row);
    const isSeparate = unread.has(key) || joined.has(key);
    const used = counts.get(group) ?? 0;
    const stored = isSeparate || used < MAX_SEPARATE ? row : overflowOf(row);
    if (!isSeparate) counts.set(group, used + 1);
    const at = `${stored.user_id} ${stored.bundle}`;
    const other = joined.get(at);
    joined.set(
      at,
      other ? { ...other, count: other.count + stored.count, data: { ...other.data, ...stored.data } } : stored,
    );
  }
  return [...joined.values()];
}

/** One notice for what is too much to be listed. It is not deleted with a source, because it may be about several. */
const overflowOf = (row: NoticeRow): NoticeRow => ({
  ...row,
  bundle: `many ${row.kind} ${row.project_id ?? ""}`,
  source_id: null,
  subject_kind: null,
  subject_id: null,
  data: {},
});
