import { isChartCard } from "../../../contract/insights/dashboardRules.ts";
import type { CardAnswer } from "../../../contract/insights/cardContents.ts";
import type { DashboardCard } from "../../../contract/insights/dashboardCards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";

/** The name of a card: its own title, or what it shows. */
export function useCardName() {
  const { t } = useTranslation("dashboards");
  const { t: tExperts } = useTranslation("experts");
  const { t: tInsights } = useTranslation("insights");
  return (card: DashboardCard, answer: CardAnswer | undefined): string => {
    if (card.kind === "hidden") return t("card.hidden");
    if (card.title !== null && card.title !== "") return card.title;
    if (card.kind === "metric") return tInsights(`metrics.${card.metric}.name`);
    if (card.kind === "own_metric")
      return answer?.state === "ready" && answer.content.kind === "own_metric"
        ? answer.content.name
        : t("kinds.own_metric.name");
    if (card.kind === "comparison") return t(`comparisons.${card.by}`);
    if (card.kind === "departure")
      return answer?.state === "ready" && answer.content.kind === "departure"
        ? tExperts("departure.title", { name: answer.content.leaving.person.name })
        : t("kinds.departure.name");
    if (card.kind === "map") return t(`maps.${card.map}`);
    if (isChartCard(card)) return t(`kinds.${card.kind}.name`);
    if (card.kind === "text") return t("textTitle");
    if (card.kind === "person")
      return answer?.state === "ready" && answer.content.kind === "person"
        ? answer.content.person.name
        : t("person.title");
    const { q, path, outdated } = card.filter;
    if (card.of === "commits" && path) return t("commitsOf", { path: path[0] ?? "" });
    if (card.of === "documents" && outdated) return t("outdatedPages");
    const [state, ...others] = card.filter["state"] ?? [];
    if (card.of === "issues" && others.length === 0 && (state === "open" || state === "closed"))
      return t(`issuesIn.${state}`);
    if (card.of === "requests" && others.length === 0 && (state === "open" || state === "closed" || state === "merged"))
      return t(`requestsIn.${state}`);
    return t(`countOf.${card.of}`, { q: q?.[0] ?? "" });
  };
}
