import { useState } from "react";
import type { Annotation } from "../../../contract/annotations.ts";
import type { InsightBucket } from "../../../contract/insights.ts";
import { MAX_DRAWN_RELEASES } from "../../domain/annotationPlaces.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";

const NONE: readonly Annotation[] = [];

/**
 * The releases, incidents and notes of a project within the buckets of its charts; of no project, none.
 * Releases are drawn by default while they are few.
 */
export function useAnnotations(slug: string | null, buckets: readonly InsightBucket[]) {
  const { insights } = useServices();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const span = { from: buckets[0]?.start ?? "", to: buckets.at(-1)?.end ?? "" };
  const query = useQuery(
    slug === null || buckets.length === 0 ? null : queryKeys.annotations(slug, span),
    (signal) => insights.annotations(slug ?? "", span, signal),
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
    setHasReleases: setChosen,
    shown: hasReleases ? all : all.filter(({ origin }) => origin === "member"),
  };
}
