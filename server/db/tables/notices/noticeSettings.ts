/** How users want to be notified. */
import { type Insertable, type Selectable, sql } from "kysely";
import type { NoticeKind } from "../../../../contract/notices/noticeKinds.ts";
import type { NoticeChannelsTable, NoticeSettingsTable } from "../../schema/noticeSchema.ts";
import type { Db } from "../../openDb.ts";

export type NoticeChannelRow = Selectable<NoticeChannelsTable>;
export type NoticeSettingsRow = Selectable<NoticeSettingsTable>;

export const findNoticeSettings = (db: Db, userId: string): Promise<NoticeSettingsRow | undefined> =>
  db.selectFrom("notice_settings").selectAll().where("user_id", "=", userId).executeTakeFirst();

export const listNoticeChannels = (db: Db, userIds: readonly string[]): Promise<NoticeChannelRow[]> =>
  db
    .selectFrom("notice_channels")
    .selectAll()
    .where("user_id", "in", [...userIds])
    .execute();

/** The choices of a user with the slugs of the projects of which they are a member. */
export const listReadableChannels = (db: Db, userId: string) =>
  db
    .selectFrom("notice_channels as choice")
    .leftJoin("projects", "projects.id", "choice.project_id")
    .select(["choice.project_id", "choice.kind", "choice.channel", "projects.slug"])
    .where("choice.user_id", "=", userId)
    .where((is) =>
      is.or([
        is("choice.project_id", "is", null),
        is.exists(
          is
            .selectFrom("project_members as member")
            .select("member.id")
            .whereRef("member.project_id", "=", "choice.project_id")
            .where("member.user_id", "=", userId),
        ),
      ]),
    )
    .orderBy("projects.slug")
    .execute();

/**
 * Stores all choices of a user in place of the ones before. The times of the last mails are kept; a weekly mail at another time is due at the next
 * such time only.
 */
export async function replaceNoticeSettings(
  db: Db,
  settings: Omit<Insertable<NoticeSettingsTable>, "single_at" | "weekly_at">,
  channels: readonly Insertable<NoticeChannelsTable>[],
): Promise<void> {
  const { user_id, ...values } = settings;
  await db
    .insertInto("notice_settings")
    .values({ ...settings, single_at: null, weekly_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({
        ...values,
        weekly_at: sql<Date | null>`case when notice_settings.weekly_day is distinct from excluded.weekly_day
          or notice_settings.weekly_hour is distinct from excluded.weekly_hour or excluded.mails > notice_settings.mails then now() else notice_settings.weekly_at end`,
      }),
    )
    .execute();
  await db.deleteFrom("notice_channels").where("user_id", "=", user_id).execute();
  if (channels.length > 0)
    await db
      .insertInto("notice_channels")
      .values([...channels])
      .execute();
}

/** @returns whether there is such a user */
export async function updateMailsOff(
  db: Db,
  userId: string,
  defaults: Omit<Insertable<NoticeSettingsTable>, "user_id" | "mails">,
): Promise<boolean> {
  const user = await db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
  if (!user) return false;
  await db
    .insertInto("notice_settings")
    .values({ ...defaults, user_id: userId, mails: false })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ mails: false }))
    .execute();
  return true;
}

/**
 * A user gets no mails of a kind any more, in no project; the app shows it as before.
 * @returns whether there is such a user
 */
export async function updateKindNotMailed(db: Db, userId: string, kind: NoticeKind): Promise<boolean> {
  const user = await db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
  if (!user) return false;
  await sql`
    insert into notice_channels (user_id, project_id, kind, channel)
    select ${userId}, p.project_id, ${kind}, 'app' from (
      select null as project_id
      union select project_id from notice_channels
        where user_id = ${userId} and project_id is not null and kind in ('all', ${kind}) and channel in ('daily', 'single')
    ) as p
    on conflict (user_id, coalesce(project_id, ''), kind) do update set channel = 'app'
      where notice_channels.channel in ('daily', 'single')`.execute(db);
  return true;
}

/** A user gets no weekly mail any more. @returns whether there is such a user */
export async function updateWeeklyOff(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
  if (!user) return false;
  await db
    .updateTable("notice_settings")
    .set({ weekly_day: null, weekly_hour: null })
    .where("user_id", "=", userId)
    .execute();
  return true;
}

/** The IANA name of the time zone of the user's company. */
export async function findCompanyTimeZone(db: Db, userId: string): Promise<string> {
  const { rows } = await sql<{ time_zone: string | null }>`
    select c.time_zone from users u left join companies c on c.id = u.company_id where u.id = ${userId}`.execute(db);
  return rows[0]?.time_zone ?? "UTC";
}
