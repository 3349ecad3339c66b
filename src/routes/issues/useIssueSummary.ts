import type { IssuePage } from "../../../contract/issues/issues.ts";
import { UNASSIGNED } from "../../components/issues/issueFilter.ts";
import { useInvalidateOnChange } from "../../queries/useInvalidateOnChange.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";

export interface IssueSummaryCounts {
  readonly open: number;
  readonly closed: number;
  readonly unassigned: number | null | undefined;
  readonly oldest: { readonly address: string; readonly at: string; readonly title: string } | null | undefined;
}

/** One row: the count is in the page. */
const OLDEST = { state: ["open"] as "open"[], sort: "created_at" as const, limit: 1 };

/**
 * The numbers above the list. Open and closed come with the facets, which count the whole project; the other two are fetched by requests of
 * one row, and again only when the first two have changed.
 */
export function useIssueSummary(slug: string, facets: IssuePage["facets"]): IssueSummaryCounts {
  const { issues } = useServices();
  const count = (state: string): number => facets.state.find(({ value }) => value === state)?.count ?? 0;
  const open = count("open");
  const closed = count("closed");
  const useOldest = (part: { assignee?: string[] }) => {
    const query = { ...OLDEST, ...part };
    return useQuery(open === 0 ? null : queryKeys.issueSummary(slug, query), (signal) =>
      issues.list(slug, query, signal),
    );
  };
  useInvalidateOnChange(slug, `${open} ${closed}`, { queryKey: queryKeys.allIssueSummaries(slug) });
  const unassigned = useOldest({ assignee: [UNASSIGNED] });
  const oldest = useOldest({});
  if (open === 0) return { open, closed, unassigned: 0, oldest: null };
  const row = oldest.data?.results[0];
  return {
    open,
    closed,
    unassigned: unassigned.data?.count ?? (unassigned.error ? null : undefined),
    oldest: row
      ? { address: row.address, at: row.created_at, title: row.title }
      : oldest.data || oldest.error
        ? null
        : undefined,
  };
}
