import type { InsightSeries, InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ScatterPlot } from "../charts/ScatterPlot.tsx";
import { InsightViewCard } from "./InsightViewCard.tsx";
import { useInsightFormats } from "./useInsightFormats.ts";

export interface ControlChartCardProps {
  control: InsightViews["control"];
  /** The series of the lead time, for the guide lines: over the whole period, also where not every issue is drawn. */
  leadTimes: readonly InsightSeries[];
  hrefOf: (issue: InsightViews["control"][number]) => string;
}

/** Control chart: a point per closed issue, linked to it. */
export function ControlChartCard({ control, leadTimes, hrefOf }: ControlChartCardProps) {
  const { t } = useTranslation("insights");
  const { hours } = useInsightFormats();
  const guides = (["median", "p90"] as const).flatMap((part) => {
    const value = leadTimes.find(({ series }) => series === part)?.current.value;
    return value == null ? [] : [{ name: t(`series.${part}`), value }];
  });
  return (
    <InsightViewCard title={t("views.control")} text={t("views.controlText")} isEmpty={control.length === 0}>
      <ScatterPlot
        label={t("views.control")}
        points={control.map((issue) => {
          const { id, key, title, closed_at, hours: value } = issue;
          return {
            id,
            title: `${key} ${title}`,
            at: Date.parse(closed_at),
            value,
            href: hrefOf(issue),
          };
        })}
        guides={guides}
        form={hours}
      />
    </InsightViewCard>
  );
}
