import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import type { NoticeChannel } from "../../../contract/noticeKinds.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type MailedUser,
  findMailedUser,
  listReadableNotices,
  type WaitingGroup,
  listUsersToMail,
  listUnmailedNotices,
  listWaitingGroups,
  updateNoticesMailed,
  updateSingleMailed,
} from "../../db/tables/noticeMails.ts";
import type { ReadableNotice } from "../../db/tables/notices.ts";
import { listNoticeChannels } from "../../db/tables/noticeSettings.ts";
import { channelFor } from "../../events/writeNotices.ts";
import type { Mail } from "../../mail/Mail.ts";
import { isQuiet, lastTimeAt } from "./localTime.ts";

/** A mail for each waits so long, so that what happens together is one mail. */
const SINGLE_DELAY_MS = MINUTE_MS;
/** Milliseconds between two mails to a user, without the daily one. */
const SINGLE_INTERVAL_MS = 10 * MINUTE_MS;
const POLL_INTERVAL_MS = 20 * SECOND_MS;
/** Notices that one mail lists. */
export const MAX_LISTED = 50;
const LIMITS = { pageUsers: 500, maxMailed: 500 };
/** A mail that could not be sent for so long is not worth sending. */
const MAX_AGE_MS = 2 * DAY_MS;

/** What a mail in the outbox is made from when it is sent. */
export interface NoticeMailFacts {
  readonly userId: string;
  readonly isDigest: boolean;
  /** Ids with the number of events that earlier mails have reported. */
  readonly notices: readonly { readonly id: string; readonly reported: number }[];
}

export interface NoticeMailerOptions {
  readonly db: Db;
  readonly mail: Mail;
  readonly onError: (error: unknown) => void;
  readonly now?: () => Date;
  /** Users whose choices are read at once, and after how many mailed users a round ends. */
  readonly limits?: { readonly pageUsers: number; readonly maxMailed: number };
}

/**
 * Puts mails about notices into the outbox: what is due of a user is one mail, stored in the transaction that marks it as reported. Several
 * processes may do it at once, because a user is locked.
 */
export class NoticeMailer {
  readonly #options: NoticeMailerOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** The last user of the round before, where that did not come to the end of the users. */
  #after = "";

  constructor(options: NoticeMailerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.run()
        .catch(this.#options.onError)
        .finally(() => {
          this.#running = undefined;
        });
    }, POLL_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Mails what is due now; the next round continues one that ended at its limit. Users of whom nothing is due cost no transaction and take no place of others. */
  async run(): Promise<void> {
    const { db, mail, limits = LIMITS } = this.#options;
    if (!mail.isSent) return;
    for (let mailed = 0; mailed < limits.maxMailed;) {
      const page = await listUsersToMail(db, this.#after, limits.pageUsers);
      const last = page.at(-1);
      if (last === undefined) break;
      for (const userId of await this.#dueOf(page)) {
        await db.transaction().execute((tx) => this.#mailUser(tx, userId));
        mailed += 1;
      }
      this.#after = last;
      if (page.length < limits.pageUsers) break;
      if (mailed >= limits.maxMailed) return;
    }
    this.#after = "";
  }

  /** Those of these users of whom something is due. */
  async #dueOf(userIds: readonly string[]): Promise<string[]> {
    const { db } = this.#options;
    const now = this.#now();
    const groups = Map.groupBy(await listWaitingGroups(db, userIds), ({ user }) => user.id);
    const choices = Map.groupBy(await listNoticeChannels(db, userIds), ({ user_id }) => user_id);
    return [...groups].flatMap(([id, waiting]) =>
      waiting.some((group) => isDue(group, channelFor(choices.get(id) ?? [], group.kind, group.project_id), now))
        ? [id]
        : [],
    );
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  async #mailUser(tx: Db, userId: string): Promise<void> {
    const now = this.#now();
    const user = await findMailedUser(tx, userId, "lock");
    if (!user) return;
    const waiting = await listUnmailedNotices(tx, userId);
    if (!user.mails) {
      await updateNoticesMailed(tx, waiting);
      return;
    }
    if (user.quiet && isQuiet(now, user.timeZone, user.quiet)) return;
    const choices = await listNoticeChannels(tx, [userId]);
    const wanted = Map.groupBy(waiting, ({ kind, project_id }) => channelFor(choices, kind, project_id));
    // Chosen since: these are in the app alone.
    await updateNoticesMailed(tx, [...(wanted.get("app") ?? []), ...(wanted.get("off") ?? [])]);
    const due = (channel: NoticeChannel, before: Date) => (wanted.get(channel) ?? []).filter(({ at }) => at <= before);
    const digest = due("daily", lastTimeAt(now, user.timeZone, user.digestHour));
    if (digest.length > 0) await this.#post(tx, user, digest, true, now);
    const single = due("single", new Date(now.getTime() - SINGLE_DELAY_MS));
    if (single.length === 0 || isSingleTooEarly(user, now)) return;
    await this.#post(tx, user, single, false, now);
    await updateSingleMailed(tx, userId, now);
  }

  async #post(tx: Db, user: MailedUser, rows: readonly ReadableNotice[], isDigest: boolean, now: Date): Promise<void> {
    const notices = rows.map(({ id, mailed_count }) => ({ id, reported: mailed_count }));
    const facts: NoticeMailFacts = { userId: user.id, isDigest, notices };
    const expires = new Date(now.getTime() + MAX_AGE_MS);
    await this.#options.mail.postDeferred(tx, { to: user.email, language: user.language, facts, expires });
    await updateNoticesMailed(tx, rows);
  }
}

const isSingleTooEarly = ({ singleAt }: MailedUser, now: Date): boolean =>
  singleAt !== null && now.getTime() - singleAt.getTime() < SINGLE_INTERVAL_MS;

/** Whether a mail reports something of a group now, or the group is to be marked as one that no mail reports. */
function isDue({ user, oldest }: WaitingGroup, channel: NoticeChannel, now: Date): boolean {
  if (!user.mails) return true;
  if (user.quiet && isQuiet(now, user.timeZone, user.quiet)) return false;
  if (channel === "daily") return oldest <= lastTimeAt(now, user.timeZone, user.digestHour);
  if (channel !== "single") return true;
  return now.getTime() - oldest.getTime() >= SINGLE_DELAY_MS && !isSingleTooEarly(user, now);
}

/** The notices of a mail that the receiver may still see, has not read and has not stopped mails of. */
export async function noticesToSend(
  db: Db,
  { userId, notices }: NoticeMailFacts,
): Promise<{ readonly user: MailedUser; readonly rows: readonly ReadableNotice[] } | null> {
  const user = await findMailedUser(db, userId);
  if (!user?.mails) return null;
  const reported = new Map(notices.map((notice) => [notice.id, notice.reported]));
  const rows = await listReadableNotices(db, userId, [...reported.keys()]);
  return {
    user,
    rows: rows.map((row) => ({ ...row, count: Math.max(1, row.count - (reported.get(row.id) ?? 0)) })),
  };
}
