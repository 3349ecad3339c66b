/** What the cards of charts show, as the calls of Insights answer it. */
import type { DashboardChart } from "../../../contract/insights/dashboardRules.ts";
import type { CardContent } from "../../../contract/insights/cardContents.ts";
import type { Insights, InsightViews } from "../../../contract/insights/insights.ts";

/** The chart that needs the series of the lead time as well: its guide lines are over the whole period. */
export function controlContent(views: InsightViews, { series }: Insights): CardContent {
  const leadTime = (part: string): number | null =>
    series.find((item) => item.metric === "lead_time" && item.series === part)?.current.value ?? null;
  const notes = views.notes.filter(({ metric }) => metric === "lead_time");
  return { kind: "control", control: views.control, median: leadTime("median"), p90: leadTime("p90"), notes };
}

/** The charts that are in the views. */
export function viewContent(kind: Exclude<DashboardChart, "control">, views: InsightViews): CardContent {
  switch (kind) {
    case "lead_times":
      return { kind, lead_times: views.lead_times };
    case "coupling":
      return { kind, coupling: views.coupling };
    case "hours":
      return { kind, activity: views.activity, time_zone: views.time_zone };
  }
}
