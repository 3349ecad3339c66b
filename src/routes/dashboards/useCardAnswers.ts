import type { CardAnswer } from "../../../contract/insights/cardContents.ts";
import type { DashboardCard, DataCard } from "../../../contract/insights/dashboardCards.ts";
import type { DashboardChoice } from "../../components/dashboards/DashboardFilters.tsx";
import { insightKeys } from "../../queries/insightKeys.ts";
import { type QueryState, useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useLiveInsights } from "../connection/useLiveInsights.ts";

/** A card as far as its content depends on it: a moved or renamed card is not computed again. */
const withoutPlace = (card: DataCard): DataCard => ({ ...card, x: 0, y: 0, w: 1, h: 1, title: null });

const isData = (card: DashboardCard): card is DataCard => card.kind !== "text" && card.kind !== "hidden";

export interface CardAnswers extends Pick<QueryState<unknown>, "error" | "isLoading" | "refetch"> {
  /** Undefined while it is not there, and where the cards of another period, filter or layout are all that is known. */
  readonly of: (id: string) => CardAnswer | undefined;
  /** The cards are those of before: computing them again has failed. */
  readonly isStale: boolean;
}

/** What the cards of a page show; computed again when a sync of one of the reader's projects ends. */
export function useCardAnswers(cards: readonly DashboardCard[], choice: DashboardChoice): CardAnswers {
  const services = useServices();
  useLiveInsights();
  const body = {
    period: choice.period,
    granularity: choice.granularity,
    project: choice.project,
    repository: choice.repository,
    cards: cards
      .filter(isData)
      .map(withoutPlace)
      .toSorted((a, b) => a.id.localeCompare(b.id, "en")),
  };
  const { data, isPrevious, error, isLoading, refetch } = useQuery(
    body.cards.length === 0 ? null : insightKeys.dashboardCards(body),
    (signal) => services.dashboards.cards(body, signal),
    { isLive: true },
  );
  const shown = isPrevious ? [] : (data?.cards ?? []);
  return {
    of: (id) => shown.find((one) => one.id === id),
    isStale: error !== null && shown.length > 0,
    error,
    isLoading,
    refetch,
  };
}
