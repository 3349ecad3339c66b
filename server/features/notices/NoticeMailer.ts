import { PeriodicRunner } from "../../concurrency.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type MailedUser,
  findMailedUser,
  listReadableNotices,
  listUsersToMail,
  listUnmailedNotices,
  listWaitingGroups,
  updateNoticesMailed,
  updateSingleMailed,
} from "../../db/tables/notices/noticeMails.ts";
import type { ReadableNotice } from "../../db/tables/notices/notices.ts";
import { listNoticeChannels } from "../../db/tables/notices/noticeSettings.ts";
import { channelFor } from "../../events/writeNotices.ts";
import type { Mail } from "../../mail/Mail.ts";
import { isQuiet, lastTimeAt } from "./localTime.ts";

/** Delay of a mail for one event, so that events that happen together are one mail. */
const SINGLE_DELAY_MS = MINUTE_MS;
/** Milliseconds between two mails to a user, without the daily one. */
const SINGLE_INTERVAL_MS = 10 * MINUTE_MS;
const POLL_INTERVAL_MS = 20 * SECOND_MS;
/** Notices that one mail lists. */
export const MAX_MAILED_NOTICES = 50;
const LIMITS = { pageUsers: 500, maxMailed: 500 };
/** Age at which a mail that could not be sent is dropped. */
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
  /** Users whose choices are read by one statement, and after how many mailed users a round ends. */
  readonly limits?: { readonly pageUsers: number; readonly maxMailed: number };
}

/**
 * Puts mails about notices into the outbox: what is due of a user is one mail, stored in the transaction that marks it as reported. Several
 * processes may do it at the same time, because a user is locked.
 */
export class NoticeMailer extends PeriodicRunner {
  readonly #options: NoticeMailerOptions;
  /** The last user of the round before, where that did not come to the end of the users. */
  #after = "";

  constructor(options: NoticeMailerOptions) {
    super(POLL_INTERVAL_MS, options.onError);
    this.#options = options;
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
    return [...groups].flatMap(([id, waiting]) => {
      const [first] = waiting;
      if (first === undefined) return [];
      const deliveryOf = deliveriesTo(first.user, choices.get(id) ?? [], now);
      return waiting.some((group) => deliveryOf({ ...group, at: group.oldest }) !== "later") ? [id] : [];
    });
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  async #mailUser(tx: Db, userId: string): Promise<void> {
    const now = this.#now();
    const user = await findMailedUser(tx, userId, "lock");
    if (!user) return;
    const deliveryOf = deliveriesTo(user, await listNoticeChannels(tx, [userId]), now);
    const due = Map.groupBy(await listUnmailedNotices(tx, userId), deliveryOf);
    await updateNoticesMailed(tx, due.get("none") ?? []);
    await this.#post(tx, user, due.get("digest") ?? [], true, now);
    const single = due.get("single") ?? [];
    if (single.length === 0) return;
    await this.#post(tx, user, single, false, now);
    await updateSingleMailed(tx, userId, now);
  }

  async #post(tx: Db, user: MailedUser, rows: readonly ReadableNotice[], isDigest: boolean, now: Date): Promise<void> {
    if (rows.length === 0) return;
    const notices = rows.map(({ id, mailed_count }) => ({ id, reported: mailed_count }));
    const facts: NoticeMailFacts = { userId: user.id, isDigest, notices };
    const expires = new Date(now.getTime() + MAX_AGE_MS);
    await this.#options.mail.postDeferred(tx, { to: user.email, language: user.language, facts, expires });
    await updateNoticesMailed(tx, rows);
  }
}

/** How a notice is mailed now. `none`: the user wants no mail of it, so it is marked as reported. */
type Delivery = "none" | "digest" | "single" | "later";

type Waiting = Pick<ReadableNotice, "kind" | "project_id" | "at">;

/** Decides for the notices of a user what a mail reports now. */
function deliveriesTo(
  user: MailedUser,
  choices: Parameters<typeof channelFor>[0],
  now: Date,
): (notice: Waiting) => Delivery {
  if (!user.mails) return () => "none";
  if (user.quiet && isQuiet(now, user.timeZone, user.quiet)) return () => "later";
  const { singleAt } = user;
  const isSingleTooEarly = singleAt !== null && now.getTime() - singleAt.getTime() < SINGLE_INTERVAL_MS;
  const digestUntil = lastTimeAt(now, user.timeZone, user.digestHour).getTime();
  const singleUntil = isSingleTooEarly ? -Infinity : now.getTime() - SINGLE_DELAY_MS;
  return ({ kind, project_id, at }) => {
    const channel = channelFor(choices, kind, project_id);
    if (channel === "daily") return at.getTime() <= digestUntil ? "digest" : "later";
    if (channel === "single") return at.getTime() <= singleUntil ? "single" : "later";
    return "none";
  };
}

/** The notices of a mail that the receiver may still see, has not read and has not stopped mails of. */
export async function noticesToSend(
  db: Db,
  { userId, notices }: NoticeMailFacts,
): Promise<{ readonly user: MailedUser; readonly rows: readonly ReadableNotice[] } | null> {
  const user = await findMailedUser(db, userId);
  if (!user?.mails) return null;
  const reported = new Map(notices.map((notice) => [notice.id, notice.reported]));
  const choices = await listNoticeChannels(db, [userId]);
  const rows = (await listReadableNotices(db, userId, [...reported.keys()])).filter(({ kind, project_id }) =>
    ["daily", "single"].includes(channelFor(choices, kind, project_id)),
  );
  return {
    user,
    rows: rows.map((row) => ({ ...row, count: Math.max(1, row.count - (reported.get(row.id) ?? 0)) })),
  };
}
