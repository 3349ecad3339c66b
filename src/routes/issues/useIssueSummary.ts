import { useEffect, useState } from "react";
import type { IssuePage } from "../../../contract/issues.ts";
import { NOBODY } from "../../components/issues/issueFilter.ts";
import { useServices } from "../appContext.tsx";

export interface IssueSummaryCounts {
  readonly open: number;
  readonly closed: number;
  readonly unassigned: number | null | undefined;
  readonly oldest: { readonly id: string; readonly at: string; readonly title: string } | null | undefined;
}

/**
 * The numbers above the list. Open and closed come with the facets, which count the whole project; the other two are fetched by requests of
 * one row, and again only when the first two have changed.
 */
export function useIssueSummary(slug: string, facets: IssuePage["facets"]): IssueSummaryCounts {
  const services = useServices();
  const count = (state: string): number => facets.state.find(({ value }) => value === state)?.count ?? 0;
  const open = count("open");
  const closed = count("closed");
  const [asked, setAsked] = useState<Pick<IssueSummaryCounts, "unassigned" | "oldest">>({
    unassigned: undefined,
    oldest: undefined,
  });
  useEffect(() => {
    if (open === 0) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = (part: { assignee?: string[] }) =>
      services.issues.list(slug, { state: ["open"], sort: "created_at", limit: 1, ...part }, signal);
    void ask({ assignee: [NOBODY] }).then((result) => {
      if (!signal.aborted) setAsked((now) => ({ ...now, unassigned: result.success ? result.data.count : null }));
    });
    void ask({}).then((result) => {
      const row = result.success ? result.data.results[0] : undefined;
      if (signal.aborted) return;
      setAsked((now) => ({ ...now, oldest: row ? { id: row.id, at: row.created_at, title: row.title } : null }));
    });
    return () => controller.abort();
  }, [services, slug, open, closed]);
  return open === 0 ? { open, closed, unassigned: 0, oldest: null } : { open, closed, ...asked };
}
