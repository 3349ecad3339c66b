import { type ReactNode, useId, useState } from "react";
import type { Insights } from "../../../contract/insights/insights.ts";
import { isWithinYear } from "../../../contract/insights/metrics.ts";
import { InsightComparison } from "../../components/insights/InsightComparison.tsx";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { DisclosureButton } from "../../components/ui/DisclosureButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";

export interface PeriodComparisonSectionProps {
  choice: InsightChoice;
  insights: Insights;
  /** Next to what is compared. */
  actions: ReactNode;
}

/** The period next to the one before it and, where it is shorter than a year, to the same days a year before; on demand. */
export function PeriodComparisonSection({ choice, insights, actions }: PeriodComparisonSectionProps) {
  const { t } = useTranslation("insights");
  const services = useServices();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const yearChoice = { ...choice, against: "year_before" as const };
  const hasYear = isWithinYear(choice.period);
  const query = useQuery(
    isOpen && hasYear ? insightKeys.insightSeries(yearChoice) : null,
    (signal) => services.insights.series(yearChoice, signal),
    { isLive: true },
  );
  const { changes } = insights;
  const tableWith = (yearBefore: Insights | null) => (
    <InsightComparison
      members={[
        { id: "current", name: t("comparison.current"), href: null, changes, targets: insights.targets },
        { id: "before", name: t("comparison.before"), href: null, changes, isEarlier: true },
        ...(yearBefore
          ? [
              {
                id: "year_before",
                name: t("comparison.yearBefore"),
                href: null,
                changes: yearBefore.changes,
                isEarlier: true,
              },
            ]
          : []),
      ]}
    />
  );
  return (
    <section>
      <DisclosureButton isOpen={isOpen} controls={id} variant="link" onToggle={() => setIsOpen(!isOpen)}>
        {t("comparison.periods")}
      </DisclosureButton>
      {isOpen && (
        <div id={id}>
          {actions}
          {hasYear ? (
            <AsyncContent query={query} failed={t("failed")} loading={<Skeleton shape="rows" count={8} />}>
              {tableWith}
            </AsyncContent>
          ) : (
            tableWith(null)
          )}
        </div>
      )}
    </section>
  );
}
