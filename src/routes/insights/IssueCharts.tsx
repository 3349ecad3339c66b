import type { InsightSeries, InsightViews } from "../../../contract/insights.ts";
import type { ChartBucket } from "../../components/charts/chartData.ts";
import { ScatterPlot } from "../../components/charts/ScatterPlot.tsx";
import { TimeSeriesChart } from "../../components/charts/TimeSeriesChart.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import type { OpenPoint } from "./insightsUrl.ts";
import { useInsightFormats } from "./useInsightFormats.ts";
import { Text } from "../../components/ui/Text.tsx";
import styles from "./InsightsSection.module.css";

export interface ControlProps {
  views: InsightViews;
  /** The series of the lead time, for the guide lines: over the whole period, also where not every issue is drawn. */
  leadTimes: readonly InsightSeries[];
}

/** Control chart: a point per closed issue, linked to it. */
export function Control({ views: { control }, leadTimes }: ControlProps) {
  const { t } = useTranslation("insights");
  const { hours } = useInsightFormats();
  const guides = (["median", "p90"] as const).flatMap((part) => {
    const value = leadTimes.find(({ series }) => series === part)?.current.value;
    return value == null ? [] : [{ name: t(`series.${part}`), value }];
  });
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-labelledby="insights-control">
      <h3 id="insights-control">{t("views.control")}</h3>
      <Text as="p" size="small" tone="muted" className={styles.text}>
        {control.length === 0 ? t("views.none") : t("views.controlText")}
      </Text>
      {control.length > 0 && (
        <ScatterPlot
          label={t("views.control")}
          points={control.map(({ id, project, key, address, title, closed_at, hours: value }) => ({
            id,
            title: `${key} ${title}`,
            at: Date.parse(closed_at),
            value,
            href: hrefTo.assistance(project, address),
          }))}
          guides={guides}
          form={hours}
        />
      )}
    </section>
  );
}

export interface LeadTimesProps {
  views: InsightViews;
  onOpen: (point: OpenPoint) => void;
}

/** Histogram of lead times of closed issues. */
export function LeadTimes({ views: { lead_times }, onOpen }: LeadTimesProps) {
  const { t, format } = useTranslation("insights");
  const { hours } = useInsightFormats();
  const buckets = lead_times.map(({ from, to }): ChartBucket => {
    const name =
      to === null
        ? t("views.from", { from: hours.full(from) })
        : from === 0
          ? t("views.upTo", { to: hours.full(to) })
          : t("views.between", { from: hours.full(from), to: hours.full(to) });
    return { label: to === null ? `≥ ${hours.tick(from)}` : `< ${hours.tick(to)}`, name, isPartial: false };
  });
  const counts = lead_times.map(({ n }) => n);
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-labelledby="insights-lead-times">
      <h3 id="insights-lead-times">{t("views.leadTimes")}</h3>
      <Text as="p" size="small" tone="muted" className={styles.text}>
        {counts.every((n) => n === 0) ? t("views.none") : t("views.leadTimesText")}
      </Text>
      {counts.some((n) => n > 0) && (
        <TimeSeriesChart
          label={t("views.leadTimes")}
          kind="bar"
          buckets={buckets}
          series={[{ id: "n", name: t("series.value"), values: counts, n: counts }]}
          form={{ full: format.number, tick: format.compact, isWhole: true }}
          onOpen={(place) => onOpen({ kind: "view", view: "lead_time", at: [String(lead_times[place]?.from ?? 0)] })}
        />
      )}
    </section>
  );
}
