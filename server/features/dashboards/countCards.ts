/** How many issues, requests or results there are, now and in each part of the period. */
import { filterParameters } from "../../../contract/insights/cardFilters.ts";
import type { CardContent } from "../../../contract/insights/cardContents.ts";
import type { DataCard } from "../../../contract/insights/dashboardCards.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import type { InsightBucket } from "../../../contract/insights/insights.ts";
import type { Window } from "../../engines/insights/periods.ts";
import { type ListScope, requireSearchable, searchCards } from "./listCards.ts";
import { trackedCount } from "./trackedCards.ts";

type Counted = Pick<Extract<DataCard, { kind: "count" }>, "of" | "filter" | "display">;

/** The number of a filter, and that of each bucket of the window where the card asks for it. */
export async function countContent(
  scope: ListScope,
  { of, filter: stored, display }: Counted,
  { buckets: all, edges }: Pick<Window, "buckets" | "edges">,
): Promise<Extract<CardContent, { kind: "count" }>> {
  const filter = filterParameters(stored);
  if (of === "search") await requireSearchable(scope, stored);
  const { count, isCapped } = await countOf(of, scope, filter);
  const buckets = display === "now" ? [] : [...all];
  const counts = await Promise.all(
    buckets.map((bucket, at) => {
      const span = { days: daysOf(bucket), from: edges[at] ?? 0, to: edges[at + 1] ?? 0 };
      return countOf(of, scope, { ...filter, ...within(of, filter, span) });
    }),
  );
  return {
    kind: "count",
    count,
    capped: isCapped || counts.some((bucketCount) => bucketCount.isCapped),
    buckets,
    counts: counts.map((bucketCount) => bucketCount.count),
  };
}

async function countOf(of: Counted["of"], scope: ListScope, filter: Readonly<Record<string, unknown>>) {
  if (of !== "search") return { count: await trackedCount(scope, of, filter), isCapped: false };
  const { total, isCapped } = await searchCards(scope, filter, 1);
  return { count: total, isCapped };
}

/** `2026-09-07..2026-09-13` of a bucket, whose end is exclusive. */
const daysOf = ({ start, end }: InsightBucket): string =>
  `${start}..${new Date(Date.parse(end) - DAY_MS).toISOString().slice(0, 10)}`;

interface BucketSpan {
  readonly days: string;
  /** Milliseconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** The parameters that leave what happened in a bucket: an issue was opened, a request was merged, a result was changed. */
function within(of: Counted["of"], { q }: Record<string, unknown>, { days, from, to }: BucketSpan) {
  if (of === "issues") return { created: days };
  if (of === "requests") return { merged: days };
  return { q: `(${String(q)}) after:${new Date(from).toISOString()} before:${new Date(to).toISOString()}` };
}
