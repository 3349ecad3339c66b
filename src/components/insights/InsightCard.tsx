import { type ReactNode, useId, useRef, useState } from "react";
import type { Annotation } from "../../../contract/insights/annotations.ts";
import type { InsightTarget } from "../../../contract/insights/insights.ts";
import type { MetricId } from "../../../contract/insights/metrics.ts";
import type { AnnotationPlace } from "../../../contract/insights/annotationPlaces.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ChartBucket, ChartSeries } from "../charts/chartData.ts";
import { ChartTable } from "../charts/ChartTable.tsx";
import { exportChart } from "../charts/exportChart.ts";
import { TimeSeriesChart } from "../charts/TimeSeriesChart.tsx";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuItem } from "../ui/Menu.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { MediaIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import { Inline } from "../ui/Inline.tsx";
import { AnnotationList } from "./AnnotationList.tsx";
import { InsightMethod } from "./InsightMethod.tsx";
import { InsightNumbers, type InsightNumbersProps } from "./InsightNumbers.tsx";
import { TargetMark } from "./TargetMark.tsx";
import { chartId } from "./chartId.ts";
import { useInsightFormats } from "./useInsightFormats.ts";
import { Card } from "../ui/Card.tsx";
import styles from "./InsightCard.module.css";

export interface InsightCardProps extends Omit<InsightNumbersProps, "onOpen"> {
  kind: "bar" | "stacked" | "line";
  buckets: readonly ChartBucket[];
  series: readonly ChartSeries[];
  /** What happened meanwhile. */
  annotations?: readonly (AnnotationPlace & { readonly annotation: Annotation })[];
  /** They are of several projects, which are named. */
  namesProjects?: boolean;
  /** What the project wants it to be; null without one. */
  target?: InsightTarget | null;
  /** Opens the form of the target; omitted where the reader may not change it or the metric takes none. */
  onEditTarget?: (() => void) | undefined;
  /** Messages about what this metric currently excludes. */
  notes: readonly string[];
  /** Opens the drill-down of a bucket, or, with null, of the whole period. */
  onOpen: (bucket: number | null) => void;
  /** Further buttons next to the title. */
  actions?: ReactNode;
}

const NO_ANNOTATIONS: InsightCardProps["annotations"] & object = [];

/** One metric: its number, the previous value, its chart or table, and its method. */
export function InsightCard(props: InsightCardProps) {
  const { metric, series, change, notes, target = null, actions } = props;
  const { t } = useTranslation("insights");
  const id = useId();
  const [view, setView] = useState<View>("chart");
  const drawn = useRef<HTMLDivElement>(null);
  const isEmpty = series.every(
    ({ values, few }) => values.every((value) => value === null) && (few ?? []).every(({ length }) => length === 0),
  );
  return (
    <Card as="section" className={styles.card} aria-labelledby={id} id={chartId(metric)}>
      <header className={styles.header}>
        <Text as="h3" size="large" weight="strong" id={id}>
          {t(`metrics.${metric}.name`)}
        </Text>
        {!isEmpty && (
          <ViewControls
            metric={metric}
            view={view}
            onView={setView}
            onSave={(form) => {
              const chart = drawn.current?.querySelector("svg");
              if (chart) void exportChart(chart, metric, form);
            }}
          />
        )}
        {actions}
      </header>
      {isEmpty ? (
        <>
          <Text as="p" tone="muted">
            {t("card.none")}
          </Text>
          {target !== null && <TargetLine {...props} />}
        </>
      ) : (
        <>
          <InsightNumbers {...props} onOpen={() => props.onOpen(null)} />
          <TargetLine {...props} />
          <div ref={drawn}>{view === "chart" ? <DrawnSeries {...props} /> : <ListedSeries {...props} />}</div>
        </>
      )}
      {notes.map((note) => (
        <Text as="p" key={note} size="small" tone="muted">
          {note}
        </Text>
      ))}
      <InsightMethod metric={metric} isCompared={change !== null} />
    </Card>
  );
}

type View = "chart" | "table";

interface ViewControlsProps {
  metric: MetricId;
  view: View;
  onView: (view: View) => void;
  onSave: (form: "svg" | "png") => void;
}

/** Chart or table, and the chart as an image. */
function ViewControls({ metric, view, onView, onSave }: ViewControlsProps) {
  const { t } = useTranslation("insights");
  const name = t(`metrics.${metric}.name`);
  const other = view === "chart" ? "table" : "chart";
  return (
    <Inline gap={0} align="stretch" wraps={false}>
      <Button
        size="small"
        variant="minimal"
        text={t(`card.${other}`)}
        aria-label={`${t("card.view", { name })}: ${t(`card.${other}`)}`}
        onClick={() => onView(other)}
      />
      {view === "chart" && (
        <MenuButton
          placement="bottom-end"
          button={{ size: "small", icon: <MediaIcon />, "aria-label": t("card.imageOf", { name }) }}
          content={
            <Menu>
              <MenuItem text={t("card.svg")} onClick={() => onSave("svg")} />
              <MenuItem text={t("card.png")} onClick={() => onSave("png")} />
            </Menu>
          }
        />
      )}
    </Inline>
  );
}

/** The target, and what changes it; nothing where there is neither. */
function TargetLine({ metric, target = null, onEditTarget }: InsightCardProps) {
  const { t } = useTranslation("insights");
  if (target === null && onEditTarget === undefined) return null;
  const name = t(`metrics.${metric}.name`);
  return (
    <p className={styles.target}>
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
}

function DrawnSeries(props: InsightCardProps) {
  const { metric, kind, buckets, series, form, target = null, annotations = NO_ANNOTATIONS, onOpen } = props;
  const { namesProjects = false } = props;
  const { t } = useTranslation("insights");
  const { targetText, day } = useInsightFormats();
  return (
    <TimeSeriesChart
      label={t(`metrics.${metric}.name`)}
      kind={kind}
      buckets={buckets}
      series={series}
      guide={target === null ? null : { name: targetText(target), value: target.value }}
      events={annotations.map(({ annotation, bucket, share }) => ({
        id: annotation.id,
        kind: annotation.kind,
        bucket,
        share,
        name: t(namesProjects ? "annotations.eventOf" : "annotations.event", {
          kind: t(`annotations.kinds.${annotation.kind}`),
          project: annotation.project.name,
          title: annotation.title,
          day: day(annotation.day),
        }),
      }))}
      form={form}
      onOpen={onOpen}
    />
  );
}

function ListedSeries(props: InsightCardProps) {
  const { metric, kind, buckets, series, form, annotations = NO_ANNOTATIONS, namesProjects = false, onOpen } = props;
  const { t } = useTranslation("insights");
  const name = t(`metrics.${metric}.name`);
  return (
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
  );
}
