import { DAY_MS } from "../../contract/durations.ts";
import type { Notice } from "../../contract/notices/notices.ts";

/** Notices of one project on one day. */
export interface NoticeGroup {
  /** `2026-11-25`, of the local day. */
  readonly day: string;
  /** Null: of the company. */
  readonly project: string | null;
  readonly notices: readonly Notice[];
}

const localDay = (moment: string): string => {
  const at = new Date(moment);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

/** Groups notices by day, and those of a day by project, in the order in which they come. */
export function noticeGroups(notices: readonly Notice[]): readonly NoticeGroup[] {
  const groups = new Map<string, { day: string; project: string | null; notices: Notice[] }>();
  for (const notice of notices) {
    const day = localDay(notice.at);
    const project = notice.project?.name ?? null;
    const key = JSON.stringify([day, notice.project?.slug ?? null]);
    const group = groups.get(key);
    if (group) group.notices.push(notice);
    else groups.set(key, { day, project, notices: [notice] });
  }
  const days = [...new Set([...groups.values()].map(({ day }) => day))];
  return [...groups.values()].toSorted((a, b) => days.indexOf(a.day) - days.indexOf(b.day));
}

/** How many local days ago a day was. */
export function daysAgo(day: string, now: number): number {
  const at = new Date(now);
  const today = Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
  return Math.round((today - Date.parse(day)) / DAY_MS);
}
