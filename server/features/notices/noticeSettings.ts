import { DEFAULT_CHANNELS, DEFAULT_DIGEST_HOUR, type NoticeKind } from "../../../contract/notices/noticeKinds.ts";
import type { NoticeSettings } from "../../../contract/notices/notices.ts";
import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { NoticeChannelRow } from "../../db/tables/notices/noticeSettings.ts";
import {
  findCompanyTimeZone,
  findNoticeSettings,
  listReadableChannels,
  replaceNoticeSettings,
} from "../../db/tables/notices/noticeSettings.ts";
import type { Db } from "../../db/openDb.ts";

/** What a user without a row has chosen. */
export const NO_CHOICES = {
  time_zone: null,
  mails: true,
  digest_hour: DEFAULT_DIGEST_HOUR,
  quiet_from: null,
  quiet_to: null,
  weekly_day: null,
  weekly_hour: null,
} as const;

export type ChosenSettings = Pick<
  NoticeSettings,
  "time_zone" | "mails" | "digest_hour" | "quiet" | "weekly" | "channels" | "projects"
>;

/** How the caller is notified. Choices for projects that they have left are not shown. */
export async function readNoticeSettings(
  db: Db,
  { id }: Pick<Principal, "id">,
  sendsMail: boolean,
): Promise<NoticeSettings> {
  const {
    quiet_from: from,
    quiet_to: to,
    weekly_day: day,
    weekly_hour: hour,
    ...stored
  } = (await findNoticeSettings(db, id)) ?? NO_CHOICES;
  const rows = await listReadableChannels(db, id);
  const ownRows = rows.filter(({ project_id }) => project_id === null);
  const projects = Map.groupBy(rows, ({ slug }) => slug);
  projects.delete(null);
  return {
    time_zone: stored.time_zone,
    mails: stored.mails,
    digest_hour: stored.digest_hour,
    quiet: from === null || to === null ? null : { from, to },
    weekly: day === null || hour === null ? null : { day, hour },
    channels: channelsOf(ownRows),
    projects: [...projects].map(([slug, chosen]) => {
      const all = chosen.find(({ kind }) => kind === "all");
      return { project: slug ?? "", ...(all && { all: all.channel }), channels: channelsOf(chosen) };
    }),
    sends_mail: sendsMail,
    company_time_zone: await findCompanyTimeZone(db, id),
    defaults: DEFAULT_CHANNELS,
  };
}

const channelsOf = (rows: readonly Pick<NoticeChannelRow, "kind" | "channel">[]): NoticeSettings["channels"] =>
  Object.fromEntries(rows.flatMap(({ kind, channel }) => (kind === "all" ? [] : [[kind, channel]])));

/** @throws NotFound for a project that the caller is not a member of */
export async function changeNoticeSettings(
  db: Db,
  caller: Principal,
  { quiet, weekly, channels, projects, ...chosen }: ChosenSettings,
): Promise<void> {
  const rowsOf = (projectId: string | null, of: NoticeSettings["channels"]): NoticeChannelRow[] =>
    (Object.keys(of) as NoticeKind[]).flatMap((kind) => {
      const channel = of[kind];
      return channel === undefined ? [] : [{ user_id: caller.id, project_id: projectId, kind, channel }];
    });
  const rows = rowsOf(null, channels);
  const bySlug = new Map(projects.map((project) => [project.project, project]));
  for (const { project: slug, all, channels: ownRows } of bySlug.values()) {
    const { id } = await projectFor(db, caller, slug, "project.read");
    if (all !== undefined) rows.push({ user_id: caller.id, project_id: id, kind: "all", channel: all });
    rows.push(...rowsOf(id, ownRows));
  }
  await db.transaction().execute(async (tx) => {
    const settings = {
      ...chosen,
      user_id: caller.id,
      quiet_from: quiet?.from ?? null,
      quiet_to: quiet?.to ?? null,
      weekly_day: weekly?.day ?? null,
      weekly_hour: weekly?.hour ?? null,
    };
    await replaceNoticeSettings(tx, settings, rows);
  });
}
