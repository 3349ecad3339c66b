import type { DashboardLayout } from "../../../contract/insights/dashboards.ts";
import type { DashboardChoice } from "../../components/dashboards/DashboardFilters.tsx";
import { isPeriod, periodChoice } from "../../domain/insightPeriods.ts";
import type { Query } from "../paths.ts";

/** The filters of the address; the period is that of the dashboard where the address names none. */
export function readChoice(
  params: URLSearchParams,
  layout: Pick<DashboardLayout, "period" | "granularity">,
): DashboardChoice {
  const named = params.get("period");
  const period = isPeriod(named) ? named : layout.period;
  return {
    ...periodChoice(period, params.get("granularity") ?? layout.granularity),
    project: params.getAll("project"),
    repository: params.getAll("repository"),
  };
}

/** The address of a choice; the dashboard's own period is left out. */
export const choiceQuery = (
  { period, granularity, project, repository }: DashboardChoice,
  layout: Pick<DashboardLayout, "period" | "granularity">,
): Query => ({
  ...((period !== layout.period || granularity !== layout.granularity) && { period, granularity }),
  project,
  repository,
});
