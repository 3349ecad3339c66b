import { MINUTE_MS, HOUR_MS } from "../../../../contract/durations.ts";

/** Milliseconds. An hour that a clock which is put back shows twice, and the hosts' settling late. */
const OVERLAP_MS = 65 * MINUTE_MS;
/** Milliseconds that the zone farthest to the west lies behind. */
const MAX_UTC_OFFSET_MS = 12 * HOUR_MS;

/**
 * A time in JQL, `"2026-11-21 10:00"`: to the minute, and in the time zone of the token's owner. It is never later than the given time,
 * whether the host reads it in that zone or as UTC: reading issues twice does no harm, and missing one does.
 * @param zone of the owner's profile; null where the host does not report it
 */
export function jqlTime(time: number, zone: string | null): string {
  const from = time - OVERLAP_MS;
  const utc = wall(from, "UTC");
  const local = (zone === null ? null : wallIn(from, zone)) ?? wall(from - MAX_UTC_OFFSET_MS, "UTC");
  return `"${local < utc ? local : utc}"`;
}

function wallIn(time: number, zone: string): string | null {
  try {
    return wall(time, zone);
  } catch {
    // A zone that this runtime does not support.
    return null;
  }
}

function wall(time: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(Math.max(0, time)));
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}`;
}
