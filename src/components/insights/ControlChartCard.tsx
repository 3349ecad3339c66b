import type { ReactNode } from "react";
import type { InsightSeries } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ControlFigure, type ControlFigureProps } from "./ControlFigure.tsx";
import { InsightViewCard } from "./InsightViewCard.tsx";

export interface ControlChartCardProps extends Pick<ControlFigureProps, "control" | "hrefOf"> {
  /** The series of the lead time, for the guide lines: over the whole period, also where not every issue is drawn. */
  leadTimes: readonly InsightSeries[];
  /** Next to the title. */
  actions?: ReactNode;
}

/** Control chart: a point per closed issue, linked to it. */
export function ControlChartCard({ control, leadTimes, hrefOf, actions }: ControlChartCardProps) {
  const { t } = useTranslation("insights");
  const guide = (part: string): number | null => leadTimes.find(({ series }) => series === part)?.current.value ?? null;
  return (
    <InsightViewCard
      title={t("views.control")}
      text={t("views.controlText")}
      isEmpty={control.length === 0}
      actions={actions}
    >
      <ControlFigure control={control} median={guide("median")} p90={guide("p90")} hrefOf={hrefOf} />
    </InsightViewCard>
  );
}
