import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ChartBucket } from "../charts/chartData.ts";
import { TimeSeriesChart } from "../charts/TimeSeriesChart.tsx";
import { NothingInPeriod } from "./NothingInPeriod.tsx";
import { useInsightFormats } from "./useInsightFormats.ts";

export interface LeadTimesFigureProps {
  leadTimes: InsightViews["lead_times"];
  /** Opens the issues of a bar, by the lower bound of its hours; omitted where there are none to open. */
  onOpen?: (from: number) => void;
}

/** Histogram of the lead times of closed issues. */
export function LeadTimesFigure({ leadTimes, onOpen }: LeadTimesFigureProps) {
  const { t, format } = useTranslation("insights");
  const { hours } = useInsightFormats();
  const counts = leadTimes.map(({ n }) => n);
  if (counts.every((n) => n === 0)) return <NothingInPeriod />;
  const buckets = leadTimes.map(({ from, to }): ChartBucket => {
    const name =
      to === null
        ? t("views.from", { from: hours.full(from) })
        : from === 0
          ? t("views.upTo", { to: hours.full(to) })
          : t("views.between", { from: hours.full(from), to: hours.full(to) });
    return { label: to === null ? `≥ ${hours.tick(from)}` : `< ${hours.tick(to)}`, name, isPartial: false };
  });
  return (
    <TimeSeriesChart
      label={t("views.leadTimes")}
      kind="bar"
      buckets={buckets}
      series={[{ id: "n", name: t("series.value"), values: counts, n: counts }]}
      form={{ full: format.number, tick: format.compact, isInteger: true }}
      onOpen={onOpen && ((place) => onOpen(leadTimes[place]?.from ?? 0))}
    />
  );
}
