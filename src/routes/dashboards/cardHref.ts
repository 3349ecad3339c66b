import { isChartCard, NEWEST_COMMITS } from "../../../contract/insights/dashboardRules.ts";
import type { CardFilter } from "../../../contract/insights/cardFilters.ts";
import type { CardAnswer } from "../../../contract/insights/cardContents.ts";
import type { StoredCard } from "../../../contract/insights/dashboardCards.ts";
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
  if (card.kind === "metric" || card.kind === "map" || card.kind === "comparison" || isChartCard(card)) {
    const { period, granularity } = choice;
    const address = hrefTo.insights({
      ...(card.project === null ? choice : { period, granularity, project: [card.project] }),
    });
    return card.kind === "metric" ? `${address}#${chartId(card.metric)}` : address;
  }
  if (card.kind === "departure")
    return answer?.state === "ready" && answer.content.kind === "departure"
      ? hrefTo.projectTab(card.project, "experts", { view: "map", leave: answer.content.leaving.person.id })
      : null;
  if (card.kind === "text" || card.kind === "person" || answer?.state !== "ready") return null;
  if (card.of === "search") return searchHref(project, card.filter, choice);
  if (card.of === "commits") {
    const { repository = [], path, revision, from, to } = card.filter;
    if (project === null || path === undefined)
      return searchHref(project, { q: [NEWEST_COMMITS], repository: [...repository] }, choice);
    const place = { repository: repository[0] ?? "", path: path[0], revision: revision?.[0] };
    const [first] = from ?? [];
    return hrefTo.code(project, place, { view: "history", lines: first && `${first}-${to?.[0] ?? first}` });
  }
  if (project === null) return null;
  if (card.of === "documents") return hrefTo.document(project, { source: card.filter["source"]?.[0] });
  // Without a state, the lists show what is open.
  const query = { ...card.filter, state: card.filter["state"] ?? "all" };
  return card.of === "issues" ? hrefTo.issues(project, query) : hrefTo.requests(project, query);
}

/** The search of a project, or over those of the filter, of the page, or all. */
function searchHref(project: string | null, filter: CardFilter, choice: DashboardChoice): string {
  const { q, project: named, ...facets } = filter;
  const search = { q: q?.[0] ?? "", facets };
  if (project !== null) return hrefTo.search(project, search);
  return hrefTo.home({ q: search.q, ...facets, project: named ?? choice.project });
}
