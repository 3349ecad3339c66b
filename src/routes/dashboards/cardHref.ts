import { isChartCard } from "../../../contract/insights/dashboardRules.ts";
import type { CardAnswer, StoredCard } from "../../../contract/insights/dashboards.ts";
import type { DashboardChoice } from "../../components/dashboards/DashboardFilters.tsx";
import { chartId } from "../../components/insights/chartId.ts";
import { hrefTo } from "../paths.ts";

/** The screen that shows what a card shows, with the same filters; null for one without. */
export function cardHref(card: StoredCard, answer: CardAnswer | undefined, choice: DashboardChoice): string | null {
  const project = answer?.state === "ready" ? (answer.project?.slug ?? null) : null;
  if (card.kind === "own_metric") {
    const { period, granularity } = choice;
    return card.project === null ? null : hrefTo.projectTab(card.project, "insights", { period, granularity });
  }
  if (card.kind === "metric" || card.kind === "map" || isChartCard(card)) {
    const { period, granularity, repository } = choice;
    const query = card.project === null ? choice : { period, granularity, project: [card.project] };
    const address = hrefTo.insights({ ...query, ...(card.project === null && { repository }) });
    return card.kind === "metric" ? `${address}#${chartId(card.metric)}` : address;
  }
  if (project === null || card.kind === "text" || card.kind === "person") return null;
  if (card.of === "search") return hrefTo.search(project, { q: card.filter["q"]?.[0] ?? "" });
  // Without a state, the lists show what is open.
  const query = { ...card.filter, state: card.filter["state"] ?? "all" };
  return card.of === "issues" ? hrefTo.issues(project, query) : hrefTo.requests(project, query);
}
