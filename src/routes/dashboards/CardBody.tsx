import type { CardContent } from "../../../contract/insights/cardContents.ts";
import type { DataCard, MetricCard } from "../../../contract/insights/dashboardCards.ts";
import { METRICS, hasSeries } from "../../../contract/insights/metrics.ts";
import { CountFigure } from "../../components/dashboards/CountFigure.tsx";
import { PersonFigure } from "../../components/dashboards/PersonFigure.tsx";
import { DepartureImpactPanel } from "../../components/experts/DepartureImpactPanel.tsx";
import { ControlFigure } from "../../components/insights/ControlFigure.tsx";
import { CouplingTable } from "../../components/insights/CouplingTable.tsx";
import { HoursFigure } from "../../components/insights/HoursFigure.tsx";
import { InsightComparison } from "../../components/insights/InsightComparison.tsx";
import { LeadTimesFigure } from "../../components/insights/LeadTimesFigure.tsx";
import { MapFigure } from "../../components/insights/MapFigure.tsx";
import { MetricFigure } from "../../components/insights/MetricFigure.tsx";
import { OwnMetricFigure } from "../../components/ownMetrics/OwnMetricFigure.tsx";
import { useInsightFormats } from "../../components/insights/useInsightFormats.ts";
import { useOwnMetricText } from "../../components/ownMetrics/useOwnMetricText.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { KIND_OF_SHAPE, partsOf } from "../insights/insightGroups.ts";
import { hrefTo } from "../paths.ts";
import { CardList, isListContent } from "./CardLists.tsx";

type ContentOf<Kind extends CardContent["kind"]> = Extract<CardContent, { kind: Kind }>;

export interface CardBodyProps {
  card: DataCard;
  content: CardContent;
  /** Granularity of the page's period. */
  granularity: string;
  /** The project of the content; null: several. */
  project: string | null;
}

/** The content of a card by its kind. */
export function CardBody({ card, content, granularity, project }: CardBodyProps) {
  if (content.kind === "metric" && card.kind === "metric")
    return <MetricBody card={card} content={content} granularity={granularity} />;
  if (content.kind === "own_metric") return <OwnMetricBody content={content} granularity={granularity} />;
  if (content.kind === "count" && card.kind === "count")
    return <CountBody of={card.of} content={content} granularity={granularity} />;
  if (isListContent(content)) return <CardList content={content} project={project} />;
  if (content.kind === "person")
    return (
      <PersonFigure {...content} name={content.person.name} href={hrefTo.personAt(project ?? "", content.address)} />
    );
  if (content.kind === "comparison") return <ComparisonBody content={content} />;
  if (content.kind === "departure")
    return (
      <DepartureImpactPanel
        leaving={content.leaving}
        truckFactor={content.truck_factor}
        hrefOf={(repository, folder) =>
          hrefTo.projectTab(project ?? "", "experts", {
            view: "map",
            leave: content.leaving.person.id,
            repository,
            folder,
          })
        }
        personHref={(one) => hrefTo.person(project ?? "", one)}
        hasHeading={false}
      />
    );
  if (content.kind === "hotspots" || content.kind === "knowledge")
    return (
      <MapFigure
        hotspots={content.kind === "hotspots" ? content.hotspots : null}
        knowledge={content.kind === "knowledge" ? content.knowledge : null}
        truckFactor={content.kind === "knowledge" ? content.truck_factor : null}
        fileHref={({ project: slug, ...file }) => hrefTo.code(slug, file)}
        mapHref={({ project: slug }) => hrefTo.projectTab(slug, "experts", { view: "map" })}
      />
    );
  return <ChartBody content={content} />;
}

/** The charts of Insights that are neither a metric nor a map. */
function ChartBody({ content }: { content: CardContent }) {
  const { t } = useTranslation("dashboards");
  const { note } = useInsightFormats();
  switch (content.kind) {
    case "control":
      return (
        <>
          <ControlFigure {...content} hrefOf={({ project, address }) => hrefTo.issue(project, address)} />
          {content.notes.map((one) => (
            <Text key={one.code} as="p" size="small" tone="muted">
              {note(one)}
            </Text>
          ))}
        </>
      );
    case "lead_times":
      return <LeadTimesFigure leadTimes={content.lead_times} />;
    case "coupling":
      return (
        <CouplingTable coupling={content.coupling} fileHref={({ project, ...file }) => hrefTo.code(project, file)} />
      );
    case "hours":
      return (
        <Stack gap={2}>
          <HoursFigure activity={content.activity} />
          <Text as="p" size="small" tone="muted">
            {t("zone", { zone: content.time_zone })}
          </Text>
        </Stack>
      );
    default:
      return null;
  }
}

function MetricBody({
  card: { metric, display },
  content: { buckets, series, change, target, notes },
  granularity,
}: {
  card: MetricCard;
  content: ContentOf<"metric">;
  granularity: string;
}) {
  const { t } = useTranslation("insights");
  const { formats, bucket, note } = useInsightFormats();
  const { shape, unit } = METRICS[metric];
  // A state has the tracker's own name.
  const nameOf = (name: string): string => (shape === "states" ? name : t(`series.${name as "value"}`));
  return (
    <MetricFigure
      metric={metric}
      display={display}
      kind={KIND_OF_SHAPE[shape]}
      buckets={buckets.map((one) => bucket(one, granularity))}
      series={series.map((one) => ({ ...one, id: one.series, name: nameOf(one.series) }))}
      current={series[0]?.current.value ?? null}
      previous={series[0]?.previous.value ?? null}
      change={change}
      target={target}
      parts={hasSeries(metric) ? partsOf(series, nameOf) : undefined}
      form={formats[unit]}
      notes={notes.filter((one) => one.metric !== null).map(note)}
    />
  );
}

function OwnMetricBody({
  content: { name, values, definitions },
  granularity,
}: {
  content: ContentOf<"own_metric">;
  granularity: string;
}) {
  const { bucket } = useInsightFormats();
  const { t } = useTranslation("ownMetrics");
  const { definitionText } = useOwnMetricText();
  return (
    <Stack gap={2}>
      <OwnMetricFigure name={name} values={values} buckets={values.buckets.map((one) => bucket(one, granularity))} />
      {definitions.map((one, at) => (
        <Text key={one.id} as="p" tone="muted" size="small" overflow="anywhere">
          {at > 0 && `${one.name}: `}
          {one.definition === null ? t("card.unreadable") : definitionText(one.definition)}
        </Text>
      ))}
    </Stack>
  );
}

const PERIOD_NAMES = { current: "current", before: "before", year_before: "yearBefore" } as const;
const isPeriod = (id: string): id is keyof typeof PERIOD_NAMES => id in PERIOD_NAMES;

function ComparisonBody({ content: { by, members } }: { content: ContentOf<"comparison"> }) {
  const { t } = useTranslation("dashboards");
  const { t: tInsights } = useTranslation("insights");
  if (members.length === 0) return <Text tone="muted">{t("nothingCompared")}</Text>;
  return (
    <InsightComparison
      members={members.map(({ id, name, is_earlier: isEarlier, ...numbers }) => ({
        ...numbers,
        id,
        isEarlier,
        name: by === "periods" && isPeriod(id) ? tInsights(`comparison.${PERIOD_NAMES[id]}`) : name,
        href: by === "projects" ? hrefTo.insights({ project: [id] }) : null,
      }))}
    />
  );
}

function CountBody({
  of,
  content: { count, capped, buckets, counts },
  granularity,
}: {
  of: "issues" | "requests" | "search";
  content: ContentOf<"count">;
  granularity: string;
}) {
  const { t } = useTranslation("dashboards");
  const { bucket } = useInsightFormats();
  return (
    <CountFigure
      count={count}
      isCapped={capped}
      parts={buckets.map((one, at) => ({ name: bucket(one, granularity).name, count: counts[at] ?? 0 }))}
      partsName={t(`count.${of}`)}
    />
  );
}
