import { DASHBOARD_FILE } from "../../../contract/insights/dashboardRules.ts";
import type { DashboardFile, DashboardPage } from "../../../contract/insights/dashboards.ts";
import { visibleCards } from "../../domain/dashboardCards.ts";
import { downloadJson } from "../downloads/downloadJson.ts";

/** Downloads a dashboard without its hidden cards. @returns the name of the file */
export function exportDashboard({ name, layout }: Pick<DashboardPage, "name" | "layout">): string {
  const file: DashboardFile = {
    ...DASHBOARD_FILE,
    name,
    layout: { period: layout.period, granularity: layout.granularity, cards: visibleCards(layout.cards) },
  };
  return downloadJson(name, file);
}
