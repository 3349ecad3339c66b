import type { ReactNode } from "react";
import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { InsightViewCard } from "./InsightViewCard.tsx";
import { LeadTimesFigure } from "./LeadTimesFigure.tsx";

export interface LeadTimesCardProps {
  leadTimes: InsightViews["lead_times"];
  /** Opens the issues of a bar, by the lower bound of its hours. */
  onOpen: (from: number) => void;
  /** Next to the title. */
  actions?: ReactNode;
}

/** Histogram of lead times of closed issues. */
export function LeadTimesCard({ leadTimes, onOpen, actions }: LeadTimesCardProps) {
  const { t } = useTranslation("insights");
  return (
    <InsightViewCard
      title={t("views.leadTimes")}
      text={t("views.leadTimesText")}
      isEmpty={leadTimes.every(({ n }) => n === 0)}
      actions={actions}
    >
      <LeadTimesFigure leadTimes={leadTimes} onOpen={onOpen} />
    </InsightViewCard>
  );
}
