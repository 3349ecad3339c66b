import { type ReactNode, Suspense } from "react";
import type { CardAnswer } from "../../../contract/insights/cardContents.ts";
import type { DashboardCard } from "../../../contract/insights/dashboardCards.ts";
import { CardRefusal } from "../../components/dashboards/CardRefusal.tsx";
import { DashboardCardFrame } from "../../components/dashboards/DashboardCardFrame.tsx";
import type { DashboardChoice } from "../../components/dashboards/DashboardFilters.tsx";
import { DashboardGrid } from "../../components/dashboards/DashboardGrid.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Markdown } from "../../components/ui/Markdown.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { compactItems } from "../../domain/gridItems.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SectionErrorBoundary } from "../failures/SectionErrorBoundary.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { CardBody } from "./CardBody.tsx";
import { cardHref } from "./cardHref.ts";
import { type CardAnswers, useCardAnswers } from "./useCardAnswers.ts";
import { useCardName } from "./useCardName.ts";

export interface DashboardViewProps {
  cards: readonly DashboardCard[];
  choice: DashboardChoice;
  /** Called with the cards at their new places; omitted: they cannot be moved. */
  onArrange?: (cards: readonly DashboardCard[]) => void;
  /** Buttons of a card while it is edited. */
  actionsOf?: (card: DashboardCard, name: string) => ReactNode;
}

/** The cards of a dashboard with what they show. */
export function DashboardView({ cards, choice, onArrange, actionsOf }: DashboardViewProps) {
  const answers = useCardAnswers(cards, choice);
  const nameOf = useCardName();
  const formatError = useErrorMessage();
  const states = useTranslation("states");
  return (
    <>
      {answers.isStale && answers.error && (
        <InlineNotice
          title={states.t("notRefreshed")}
          action={
            <Button size="small" text={states.t("retry")} loading={answers.isLoading} onClick={answers.refetch} />
          }
        >
          {formatError(answers.error).text}
        </InlineNotice>
      )}
      <DashboardGrid
        // A layout that was not arranged here can have a thousand empty rows.
        items={onArrange ? cards : compactItems(cards)}
        nameOf={(card) => nameOf(card, answers.of(card.id))}
        onArrange={onArrange}
      >
        {(card) => {
          const answer = answers.of(card.id);
          const name = nameOf(card, answer);
          const href = card.kind === "hidden" ? null : cardHref(card, answer, choice);
          return (
            <DashboardCardFrame
              title={href === null || onArrange ? name : <a href={href}>{name}</a>}
              name={name}
              project={projectName(card, answer)}
              actions={actionsOf?.(card, name)}
            >
              <SectionErrorBoundary resetKey={answer}>
                {/* What a kind of card loads late hides this card, and not the page. */}
                <Suspense fallback={<Skeleton isAnnounced={false} count={3} />}>
                  <CardState card={card} answer={answer} answers={answers} choice={choice} />
                </Suspense>
              </SectionErrorBoundary>
            </DashboardCardFrame>
          );
        }}
      </DashboardGrid>
    </>
  );
}

/** Name of the only project of a card or of its content; null for several. */
const projectName = (card: DashboardCard, answer: CardAnswer | undefined): string | null =>
  answer?.state === "ready" && card.kind !== "text" && card.kind !== "hidden" ? (answer.project?.name ?? null) : null;

interface CardStateProps {
  card: DashboardCard;
  answer: CardAnswer | undefined;
  answers: CardAnswers;
  choice: DashboardChoice;
}

/** A card that loads, is ready, or has no content. */
function CardState({ card, answer, answers, choice }: CardStateProps) {
  const formatError = useErrorMessage();
  const { t } = useTranslation("dashboards");
  if (card.kind === "hidden") return <CardRefusal reason="hidden" detail={null} />;
  if (card.kind === "text") return <Markdown text={card.text} headingLevel={3} />;
  const { error, isLoading, refetch } = answers;
  if (answer?.state === "ready")
    return (
      <CardBody
        card={card}
        content={answer.content}
        granularity={choice.granularity}
        project={answer.project?.slug ?? null}
      />
    );
  if (answer?.state === "refused") {
    const { reason, detail } = answer;
    const canRetry = reason === "slow" || reason === "failed";
    return (
      <CardRefusal reason={reason} detail={detail} isRetrying={isLoading} onRetry={canRetry ? refetch : undefined} />
    );
  }
  if (error)
    return (
      <CardRefusal
        reason="failed"
        detail={`${t("cardsFailed")}. ${formatError(error).text}`}
        isRetrying={isLoading}
        onRetry={refetch}
      />
    );
  return <Skeleton isAnnounced={false} count={3} />;
}
