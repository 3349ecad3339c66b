import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import type { Query } from "../paths.ts";
import { insightsQuery, type OpenPoint, readInsights, readPoint, readReleases } from "./insightsUrl.ts";

/** Marks a history entry whose drill-down was opened from the one before it. */
const OPENED_HERE = "opened here";

export interface InsightsAddress {
  /** What the address chooses. */
  readonly chosen: InsightChoice;
  /** The same, of the project whose page contains the view. */
  readonly choice: InsightChoice;
  readonly point: OpenPoint | null;
  /** Whether releases are drawn; null: their number decides. */
  readonly releases: boolean | null;
  /** The address of another choice, without a drill-down. */
  readonly hrefOfChoice: (choice: InsightChoice) => string;
  readonly choose: (next: Partial<InsightChoice>) => void;
  readonly open: (point: OpenPoint) => void;
  readonly showReleases: (areShown: boolean | null) => void;
  /** Closes the drill-down. */
  readonly close: () => void;
}

/**
 * Every selection of the insights, kept in the address.
 * @param slug the project whose page contains the view; null: all, or those of the address
 */
export function useInsightsAddress(slug: string | null, hrefOf: (query: Query) => string): InsightsAddress {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { readonly state: unknown };
  const chosen = readInsights(params);
  const point = readPoint(params);
  const releases = readReleases(params);
  // The project of a project's page is in its path.
  const hrefOfAll = (choice: InsightChoice, open: OpenPoint | null, areShown = releases): string => {
    const query = insightsQuery(choice, open, areShown);
    return hrefOf(slug === null ? query : { ...query, project: undefined });
  };
  const go = (next: Partial<InsightChoice>, open: OpenPoint | null, areShown = releases) => {
    void navigate(hrefOfAll({ ...chosen, ...next }, open, areShown), {
      preventScrollReset: true,
      replace: point !== null,
      state: open === null ? null : OPENED_HERE,
    });
  };
  return {
    chosen,
    choice: slug === null ? chosen : { ...chosen, project: [slug] },
    point,
    releases,
    hrefOfChoice: (choice) => hrefOfAll(choice, null),
    choose: (next) => go(next, null),
    open: (opened) => go({}, opened),
    showReleases: (areShown) => go({}, null, areShown),
    // A drill-down opened here is a separate history entry: closing it goes back, like the browser's Back.
    close: () => {
      if (state === OPENED_HERE) void navigate(-1);
      else go({}, null);
    },
  };
}
