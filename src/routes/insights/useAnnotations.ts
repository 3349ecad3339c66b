import type { Annotation } from "../../../contract/insights/annotations.ts";
import type { InsightBucket } from "../../../contract/insights/insights.ts";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { MAX_DRAWN_RELEASES } from "../../../contract/insights/annotationPlaces.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";

const NONE: readonly Annotation[] = [];

/**
 * The releases of the chosen repositories, and the incidents and notes of the chosen projects, within the buckets of their charts.
 * @param chosen whether releases are drawn; null: while they are few
 */
export function useAnnotations(
  { project, repository }: Pick<InsightChoice, "project" | "repository">,
  buckets: readonly InsightBucket[],
  chosen: boolean | null,
) {
  const { insights } = useServices();
  const requested = { project, repository, from: buckets[0]?.start ?? "", to: buckets.at(-1)?.end ?? "" };
  const query = useQuery(
    buckets.length === 0 ? null : insightKeys.annotations(requested),
    (signal) => insights.annotations(requested, signal),
    { isLive: true },
  );
  const all = (query.data ?? NONE).toSorted((a, b) => a.day.localeCompare(b.day));
  const releases = all.filter(({ origin }) => origin !== "member").length;
  const hasReleases = chosen ?? releases <= MAX_DRAWN_RELEASES;
  return {
    query,
    /** Number of releases that the hosts or the tags report. */
    releases,
    hasReleases,
    shown: hasReleases ? all : all.filter(({ origin }) => origin === "member"),
  };
}
