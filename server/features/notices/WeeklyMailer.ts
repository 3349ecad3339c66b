import { PeriodicRunner } from "../../concurrency.ts";
import { DAY_MS, MINUTE_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import { findMailedUser } from "../../db/tables/notices/noticeMails.ts";
import { type WeeklyUser, listWeeklyUsers, updateWeeklyMade } from "../../db/tables/notices/weeklyMails.ts";
import type { NoticeMailerOptions } from "./NoticeMailer.ts";
import { isQuiet, lastWeeklyTimeAt } from "./localTime.ts";

const POLL_INTERVAL_MS = MINUTE_MS;
const PAGE_USERS = 500;
/** Age at which a weekly mail that could not be sent is dropped. */
const MAX_AGE_MS = 2 * DAY_MS;

/** What a weekly mail in the outbox is made from when it is sent. */
export interface WeeklyMailFacts {
  readonly userId: string;
  /** The week, as ISO times. */
  readonly week: { readonly from: string; readonly to: string };
}

/**
 * Puts weekly mails into the outbox: one for each user and week, stored in the transaction that notes it. Several processes may do it at the same time,
 * because a user is locked.
 */
export class WeeklyMailer extends PeriodicRunner {
  readonly #options: Omit<NoticeMailerOptions, "limits">;

  constructor(options: Omit<NoticeMailerOptions, "limits">) {
    super(POLL_INTERVAL_MS, options.onError);
    this.#options = options;
  }

  /** Mails what is due now. */
  async run(): Promise<void> {
    const { db, mail } = this.#options;
    if (!mail.isSent) return;
    for (let after: string | undefined = ""; after !== undefined;) {
      const page: WeeklyUser[] = await listWeeklyUsers(db, { after, limit: PAGE_USERS });
      for (const user of page) {
        if (this.#dueOf(user)) await db.transaction().execute((tx) => this.#mailUser(tx, user.id));
      }
      after = page.length < PAGE_USERS ? undefined : page.at(-1)?.id;
    }
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  /** The time of the mail that is due; null for none. */
  #dueOf(user: WeeklyUser): Date | null {
    const time = lastWeeklyTimeAt(this.#now(), user.timeZone, user);
    return time > user.last ? time : null;
  }

  async #mailUser(tx: Db, userId: string): Promise<void> {
    const mailed = await findMailedUser(tx, userId, "lock");
    const [weekly] = await listWeeklyUsers(tx, { id: userId });
    const to = weekly && this.#dueOf(weekly);
    if (!mailed || !weekly || !to) return;
    const now = this.#now();
    if (mailed.quiet && isQuiet(now, mailed.timeZone, mailed.quiet)) return;
    await updateWeeklyMade(tx, userId, now);
    const expires = new Date(to.getTime() + MAX_AGE_MS);
    if (expires <= now) return;
    const from = lastWeeklyTimeAt(new Date(to.getTime() - MINUTE_MS), weekly.timeZone, weekly);
    const facts: WeeklyMailFacts = { userId, week: { from: from.toISOString(), to: to.toISOString() } };
    await this.#options.mail.postDeferred(tx, { to: mailed.email, language: mailed.language, facts, expires });
  }
}
