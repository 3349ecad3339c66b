import { useId, useRef, useState } from "react";
import type { Annotation } from "../../../contract/annotations.ts";
import type { InsightChange, InsightTarget } from "../../../contract/insights.ts";
import { METRICS, type MetricId, TARGET_METRICS } from "../../../contract/metrics.ts";
import type { AnnotationPlace } from "../../domain/annotationPlaces.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ChartBucket, ChartSeries, ValueForm } from "../charts/chartData.ts";
import { ChartTable } from "../charts/ChartTable.tsx";
import { exportChart } from "../charts/exportChart.ts";
import { TimeSeriesChart } from "../charts/TimeSeriesChart.tsx";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuItem } from "../ui/Menu.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { ArrowRightIcon, MediaIcon } from "../ui/icons.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Text } from "../ui/Text.tsx";
import { Inline } from "../ui/Inline.tsx";
import { AnnotationList } from "./AnnotationList.tsx";
import { ChangeMark } from "./ChangeMark.tsx";
import { TargetMark } from "./TargetMark.tsx";
import { chartId } from "./chartId.ts";
import { useInsightFormats } from "./useInsightFormats.ts";
import { Card } from "../ui/Card.tsx";
import styles from "./InsightCard.module.css";

export interface InsightCardProps {
  metric: MetricId;
  kind: "bar" | "stacked" | "line";
  buckets: readonly ChartBucket[];
  series: readonly ChartSeries[];
  /** Of the first series over the whole period; null without data. */
  current: number | null;
  previous: number | null;
  /** The comparison with the period before; null for a metric that is not compared. */
  change: InsightChange | null;
  /** What happened meanwhile. */
  annotations?: readonly (AnnotationPlace & { readonly annotation: Annotation })[];
  /** They are of several projects, which are named. */
  namesProjects?: boolean;
  /** What the project wants it to be; null without one. */
  target?: InsightTarget | null;
  /** Opens the form of the target; omitted where the reader may not change it or the metric takes none. */
  onEditTarget?: (() => void) | undefined;
  /** Where each series is a separate entity, its value over the whole period, instead of a single number. */
  parts?: readonly { readonly name: string; readonly value: number }[] | undefined;
  /** Number of rows of the whole period. */
  n: number;
  form: ValueForm;
  /** The number still grows, because not everything has been counted. */
  isCounting?: boolean;
  /** Messages about what this metric currently excludes. */
  notes: readonly string[];
  /** Opens the drill-down of a bucket, or, with null, of the whole period. */
  onOpen: (bucket: number | null) => void;
}

const NO_ANNOTATIONS: InsightCardProps["annotations"] & object = [];

/** How the comparison of a metric is calculated. */
const METHOD_OF_SHAPE = {
  durations: "durations",
  share: "share",
  count: "count",
  level: "notCompared",
  states: "notCompared",
  categories: "notCompared",
} as const;

/** One metric: its number, the previous value, its chart or table, and its method. */
export function InsightCard(props: InsightCardProps) {
  const { metric, kind, buckets, series, current, previous, change, parts, n, form, notes, onOpen } = props;
  const {
    target = null,
    onEditTarget,
    annotations = NO_ANNOTATIONS,
    namesProjects = false,
    isCounting = false,
  } = props;
  const { t, format } = useTranslation("insights");
  const { t: tCharts } = useTranslation("charts");
  const { differenceIn, target: wordsOf, day } = useInsightFormats();
  const id = useId();
  const [view, setView] = useState<"chart" | "table">("chart");
  const drawn = useRef<HTMLDivElement>(null);
  const name = t(`metrics.${metric}.name`);
  const isEmpty = series.every(
    ({ values, few }) => values.every((value) => value === null) && (few ?? []).every(({ length }) => length === 0),
  );
  const save = (form: "svg" | "png") => {
    const chart = drawn.current?.querySelector("svg");
    if (chart) void exportChart(chart, metric, form);
  };
  const targetLine = (target !== null || onEditTarget !== undefined) && (
    <p className={styles.numbers}>
      {target !== null && <TargetMark target={target} />}
      {onEditTarget && (
        <Button
          size="small"
          variant="minimal"
          text={t(target === null ? "target.set" : "target.change")}
          aria-label={t(target === null ? "target.setOf" : "target.changeOf", { name })}
          onClick={onEditTarget}
        />
      )}
    </p>
  );
  return (
    <Card as="section" className={styles.card} aria-labelledby={id} id={chartId(metric)}>
      <header className={styles.header}>
        <Text as="h3" size="large" weight="strong" id={id}>
          {name}
        </Text>
        {!isEmpty && (
          <Inline gap={0} align="stretch" wraps={false}>
            <Button
              size="small"
              variant="minimal"
              text={view === "chart" ? t("card.table") : t("card.chart")}
              aria-label={`${t("card.view", { name })}: ${view === "chart" ? t("card.table") : t("card.chart")}`}
              onClick={() => setView(view === "chart" ? "table" : "chart")}
            />
            {view === "chart" && (
              <MenuButton
                placement="bottom-end"
                button={{ size: "small", icon: <MediaIcon />, "aria-label": t("card.imageOf", { name }) }}
                content={
                  <Menu>
                    <MenuItem text={t("card.svg")} onClick={() => save("svg")} />
                    <MenuItem text={t("card.png")} onClick={() => save("png")} />
                  </Menu>
                }
              />
            )}
          </Inline>
        )}
      </header>
      {isEmpty ? (
        <>
          <Text as="p" tone="muted" className={styles.none}>
            {t("card.none")}
          </Text>
          {target !== null && targetLine}
        </>
      ) : (
        <>
          <p className={styles.numbers}>
            {parts ? (
              <Text tone="muted" className={styles.previous}>
                {format.list(parts.map((part) => t("card.part", { name: part.name, value: form.full(part.value) })))}
              </Text>
            ) : (
              <>
                <Text size="title" weight="strong" isNumeric>
                  {current === null
                    ? n === 0
                      ? tCharts("table.gap")
                      : t("card.tooFew", { count: n })
                    : form.full(current)}
                </Text>
                {isCounting && <Text tone="muted">{t("card.soFar")}</Text>}
                <Text tone="muted" className={styles.previous}>
                  {previous === null ? t("card.noPrevious") : t("card.previous", { value: form.full(previous) })}
                </Text>
              </>
            )}
            {change !== null && change.verdict !== "uncovered" && <ChangeMark change={change} />}
            <Button
              size="small"
              variant="minimal"
              intent="primary"
              endIcon={<ArrowRightIcon />}
              className={styles.rows}
              text={t("card.rows", { count: n, formatted: format.number(n) })}
              aria-label={`${t("card.openAll", { name })}: ${t("card.rows", { count: n, formatted: format.number(n) })}`}
              disabled={n === 0}
              onClick={() => onOpen(null)}
            />
          </p>
          {change !== null && change.difference !== null && (
            <Text as="p" tone="muted" size="small" className={styles.note}>
              {t("change.difference", { range: differenceIn(change.unit, change.difference) })}
            </Text>
          )}
          {targetLine}
          <div ref={drawn}>
            {view === "chart" ? (
              <TimeSeriesChart
                label={name}
                kind={kind}
                buckets={buckets}
                series={series}
                guide={target === null ? null : { name: wordsOf(target), value: target.value }}
                marks={annotations.map(({ annotation, bucket, share }) => ({
                  id: annotation.id,
                  kind: annotation.kind,
                  bucket,
                  share,
                  name: t(namesProjects ? "annotations.markOf" : "annotations.mark", {
                    kind: t(`annotations.kinds.${annotation.kind}`),
                    project: annotation.project.name,
                    title: annotation.title,
                    day: day(annotation.day),
                  }),
                }))}
                form={form}
                onOpen={onOpen}
              />
            ) : (
              <>
                <ChartTable
                  label={name}
                  buckets={buckets}
                  series={series}
                  formatValue={form.full}
                  isSplit={kind === "stacked"}
                  onOpen={onOpen}
                />
                {annotations.length > 0 && (
                  <AnnotationList
                    label={t("annotations.of", { name })}
                    annotations={annotations.map(({ annotation }) => annotation)}
                    namesProjects={namesProjects}
                  />
                )}
              </>
            )}
          </div>
        </>
      )}
      {notes.map((note) => (
        <Text as="p" key={note} tone="muted" className={styles.note}>
          {note}
        </Text>
      ))}
      <div className={styles.how}>
        <Disclosure variant="quiet" summary={t("card.how")}>
          <dl>
            <dt>{t("card.counts")}</dt>
            <dd>{t(`metrics.${metric}.says`)}</dd>
            <dt>{t("card.leaves")}</dt>
            <dd>{t(`metrics.${metric}.leaves`)}</dd>
            <dt>{t("card.source")}</dt>
            <dd>{t(`metrics.${metric}.source`)}</dd>
            <dt>{t("card.comparison")}</dt>
            <dd>{t(change === null ? "method.notCompared" : `method.${METHOD_OF_SHAPE[METRICS[metric].shape]}`)}</dd>
            {TARGET_METRICS.some((one) => one === metric) && (
              <>
                <dt>{t("target.how")}</dt>
                <dd>{t("target.method")}</dd>
              </>
            )}
          </dl>
        </Disclosure>
      </div>
    </Card>
  );
}
