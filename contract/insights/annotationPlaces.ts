import { DAY_MS } from "../durations.ts";
import type { InsightBucket } from "./insights.ts";

export interface AnnotationPlace {
  /** The bucket that contains the day. */
  readonly bucket: number;
  /** The middle of the day within it: 0 at its start, 1 at its end. */
  readonly share: number;
}

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Where a calendar day is on a chart; null outside of its buckets. */
export function annotationPlace(day: string, buckets: readonly InsightBucket[]): AnnotationPlace | null {
  const bucket = buckets.findIndex(({ start, end }) => start <= day && day < end);
  const span = buckets[bucket];
  if (span === undefined) return null;
  const [start, end] = [timeOf(span.start), timeOf(span.end)];
  return { bucket, share: (timeOf(day) + DAY_MS / 2 - start) / (end - start) };
}

/** The calendar day of a moment in a time zone: `YYYY-MM-DD`, which is how Swedish writes it. */
export const dayIn = (timeZone: string, moment: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date(moment));

/** Releases beyond this many hide the values, and are drawn on demand only. */
export const MAX_DRAWN_RELEASES = 12;
