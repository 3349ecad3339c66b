import { INSIGHT_PERIODS } from "../../../contract/constants.ts";
import type { DashboardLayout } from "../../../contract/dashboards.ts";
import type { DashboardChoice, GranularityName, PeriodName } from "../../components/dashboards/DashboardFilters.tsx";
import type { Query } from "../paths.ts";

const isPeriod = (text: string | null): text is PeriodName => text !== null && Object.hasOwn(INSIGHT_PERIODS, text);

/** The filters of the address; the period is that of the dashboard where the address names none. */
export function readChoice(
  params: URLSearchParams,
  layout: Pick<DashboardLayout, "period" | "granularity">,
): DashboardChoice {
  const named = params.get("period");
  const period = isPeriod(named) ? named : layout.period;
  const granularity = params.get("granularity") ?? layout.granularity;
  const allowed: readonly GranularityName[] = INSIGHT_PERIODS[period];
  return {
    period,
    granularity: allowed.find((one) => one === granularity) ?? allowed[0] ?? "monthly",
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
