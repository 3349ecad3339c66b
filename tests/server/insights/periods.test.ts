import { describe, expect, test } from "vitest";
import { GRANULARITIES, type INSIGHT_PERIODS } from "../../../contract/constants.ts";
import { InsightSeriesQuery, InsightsQuery } from "../../../contract/insights/insights.ts";
import { windowOf } from "../../../server/engines/insights/periods.ts";

type Period = keyof typeof INSIGHT_PERIODS;
type Granularity = (typeof GRANULARITIES)[number];

/** The specification's section 9, word for word. */
const SPECIFIED: Record<Period, readonly Granularity[]> = {
  "30d": ["weekly"],
  "3m": ["weekly", "monthly"],
  "6m": ["monthly"],
  "1y": ["monthly", "quarterly"],
  "2y": ["quarterly", "yearly"],
  "5y": ["yearly"],
};
const EVERY = (Object.keys(SPECIFIED) as Period[]).flatMap((period) =>
  GRANULARITIES.map((granularity) => [period, granularity] as const),
);

test.each(EVERY)(
  "%s by %s is taken where the specification has it, else refused with what there is",
  (period, granularity) => {
    const { success, error } = InsightsQuery.safeParse({ period, granularity });
    const isThere = SPECIFIED[period].includes(granularity);
    expect(success).toBe(isThere);
    expect(error?.issues).toEqual(
      isThere
        ? undefined
        : [
            {
              code: "custom",
              path: ["granularity"],
              message: "field.granularity",
              params: { period, allowed: SPECIFIED[period].join(", ") },
            },
          ],
    );
  },
);

describe("where the buckets begin and end", () => {
  const instants = (period: Period, granularity: Granularity, zone: string, now: string): string[] =>
    [...windowOf(period, granularity, zone, new Date(now)).edges].map((edge) =>
      new Date(edge).toISOString().replace(":00.000Z", "Z"),
    );

  test.each<[string, Period, Granularity, string, string, string[]]>([
    [
      "weeks of New York over the day when its clock goes back",
      "30d",
      "weekly",
      "America/New_York",
      "2026-11-18T12:00:00Z",
      [
        "2026-10-19T04:00Z",
        "2026-10-26T04:00Z",
        "2026-11-02T05:00Z",
        "2026-11-09T05:00Z",
        "2026-11-16T05:00Z",
        "2026-11-23T05:00Z",
      ],
    ],
    [
      "months of New York over the day when its clock goes forward",
      "3m",
      "monthly",
      "America/New_York",
      "2026-04-10T00:00:00Z",
      ["2026-01-01T05:00Z", "2026-02-01T05:00Z", "2026-03-01T05:00Z", "2026-04-01T04:00Z", "2026-05-01T04:00Z"],
    ],
    [
      "weeks of Kathmandu, which is five hours and three quarters ahead",
      "30d",
      "weekly",
      "Asia/Kathmandu",
      "2026-11-15T18:15:00Z",
      [
        "2026-10-11T18:15Z",
        "2026-10-18T18:15Z",
        "2026-10-25T18:15Z",
        "2026-11-01T18:15Z",
        "2026-11-08T18:15Z",
        "2026-11-15T18:15Z",
        "2026-11-22T18:15Z",
      ],
    ],
    [
      "Istanbul in the years when it still changed its clock, and after",
      "2y",
      "yearly",
      "Europe/Istanbul",
      "2017-06-01T00:00:00Z",
      ["2014-12-31T22:00Z", "2015-12-31T22:00Z", "2016-12-31T21:00Z", "2017-12-31T21:00Z"],
    ],
    [
      "a zone without midnight on the day of the change: the day begins at one",
      "3m",
      "monthly",
      "America/Havana",
      "2026-03-08T12:00:00Z",
      ["2025-12-01T05:00Z", "2026-01-01T05:00Z", "2026-02-01T05:00Z", "2026-03-01T05:00Z", "2026-04-01T04:00Z"],
    ],
    [
      "ISO weeks over the turn of a year with 53 weeks",
      "30d",
      "weekly",
      "UTC",
      "2027-01-03T23:59:59Z",
      [
        "2026-11-30T00:00Z",
        "2026-12-07T00:00Z",
        "2026-12-14T00:00Z",
        "2026-12-21T00:00Z",
        "2026-12-28T00:00Z",
        "2027-01-04T00:00Z",
      ],
    ],
    [
      "three months back from a day that February does not have",
      "3m",
      "monthly",
      "UTC",
      "2026-05-31T00:00:00Z",
      ["2026-02-01T00:00Z", "2026-03-01T00:00Z", "2026-04-01T00:00Z", "2026-05-01T00:00Z", "2026-06-01T00:00Z"],
    ],
    [
      "quarters of the calendar, from the very first moment of one",
      "1y",
      "quarterly",
      "UTC",
      "2026-10-01T00:00:00Z",
      [
        "2025-10-01T00:00Z",
        "2026-01-01T00:00Z",
        "2026-04-01T00:00Z",
        "2026-07-01T00:00Z",
        "2026-10-01T00:00Z",
        "2027-01-01T00:00Z",
      ],
    ],
  ])("%s", (_, period, granularity, zone, now, edges) => {
    expect(instants(period, granularity, zone, now)).toEqual(edges);
  });

  test.each(["UTC", "Europe/Istanbul", "America/New_York", "Asia/Kathmandu", "America/Havana", "Pacific/Apia"])(
    "in %s there is no gap, no overlap, as many buckets before as in the period, and only the last is not over",
    (zone) => {
      for (const [period, granularity] of EVERY.filter(([one, other]) => SPECIFIED[one].includes(other))) {
        for (const now of [
          "2026-03-08T07:00:00Z",
          "2026-11-01T05:59:59Z",
          "2026-12-31T23:59:59Z",
          "2024-02-29T12:00:00Z",
        ]) {
          const { buckets, edges, previousStart } = windowOf(period, granularity, zone, new Date(now));
          expect([...edges].toSorted((a, b) => a - b)).toEqual([...edges]);
          expect(buckets.slice(1).map(({ start }) => start)).toEqual(buckets.slice(0, -1).map(({ end }) => end));
          expect(buckets.map(({ partial }) => partial)).toEqual(buckets.map((_, i) => i === buckets.length - 1));
          expect(edges.at(-2)).toBeLessThanOrEqual(Date.parse(now));
          expect(edges.at(-1)).toBeGreaterThan(Date.parse(now));
          const before = windowOf(period, granularity, zone, new Date((edges[0] ?? 0) - 1));
          expect(previousStart).toBe(before.edges.at(-1 - buckets.length));
        }
      }
    },
  );
});

test("the same days a year before end a year before now, not at the end of a bucket", () => {
  const now = new Date("2026-11-18T12:00:00Z");
  const { edges, previousStart, previousEnd } = windowOf("3m", "weekly", "Europe/Istanbul", now, "year_before");
  expect(new Date(edges[0] ?? 0).toISOString()).toBe("2026-08-16T21:00:00.000Z");
  expect(new Date(previousStart).toISOString()).toBe("2025-08-16T21:00:00.000Z");
  expect(new Date(previousEnd).toISOString()).toBe("2025-11-18T12:00:00.000Z");
});

test.each(["1y", "2y", "5y"] as const)("%s is not compared with a year before, which it overlaps", (period) => {
  const query = { period, granularity: SPECIFIED[period][0], against: "year_before" };
  expect(InsightSeriesQuery.safeParse(query).error?.issues).toMatchObject([{ path: ["against"] }]);
  expect(InsightSeriesQuery.safeParse({ ...query, against: "before" }).success).toBe(true);
});
