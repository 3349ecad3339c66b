import { z } from "zod";
import { GRANULARITIES, INSIGHT_PERIODS } from "./constants.ts";
import { Slug, Timestamp, repeated } from "./fields.ts";

const periods = Object.keys(INSIGHT_PERIODS) as [keyof typeof INSIGHT_PERIODS, ...(keyof typeof INSIGHT_PERIODS)[]];
export const InsightPeriod = z.enum(periods);
export type InsightPeriod = z.infer<typeof InsightPeriod>;
export const Granularity = z.enum(GRANULARITIES);
export type Granularity = z.infer<typeof Granularity>;

/** Only the pairs of the specification's section 9; the message lists what is allowed. */
export const InsightsQuery = z
  .object({ project: repeated(Slug), period: InsightPeriod, granularity: Granularity })
  .refine(({ period, granularity }) => (INSIGHT_PERIODS[period] as readonly string[]).includes(granularity), {
    path: ["granularity"],
    error: ({ input }) => {
      const { period } = input as { period: InsightPeriod };
      return `Allowed for ${period}: ${INSIGHT_PERIODS[period].join(", ")}`;
    },
  });

export const InsightBucket = z.object({ start: z.string(), end: z.string(), partial: z.boolean() });
/** A value is null where there was nothing to measure: a gap, never 0. */
export const InsightSeries = z.object({
  id: z.string(),
  unit: z.enum(["count", "hours", "share", "lines"]),
  values: z.array(z.number().nullable()),
  n: z.array(z.number().int()),
});
export const Insights = z.object({
  computed_at: Timestamp,
  time_zone: z.string(),
  buckets: z.array(InsightBucket),
  series: z.array(InsightSeries),
});
export type Insights = z.infer<typeof Insights>;
