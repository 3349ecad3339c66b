import { useState } from "react";
import type { OwnMetric } from "../../../contract/insights/ownMetrics.ts";
import { DrilldownDrawer } from "../../components/insights/DrilldownDrawer.tsx";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { useInsightFormats } from "../../components/insights/useInsightFormats.ts";
import { OwnMetricCard, type OwnMetricCardProps } from "../../components/ownMetrics/OwnMetricCard.tsx";
import { OwnMetricFigure } from "../../components/ownMetrics/OwnMetricFigure.tsx";
import { useOwnMetricForms } from "../../components/ownMetrics/useOwnMetricForms.ts";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefOfPerson, hrefOfRow } from "../insights/rowAddresses.ts";
import { useMoreState } from "../lists/useMoreState.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface OwnMetricEntryProps extends Omit<OwnMetricCardProps, "children" | "actions" | "onRows"> {
  metric: OwnMetric;
  choice: InsightChoice;
}

interface OpenRows {
  /** The first day of a bucket; null: the whole period. */
  readonly bucket: string | null;
  readonly title: string;
}

/** A metric with its values over the chosen period, and the rows behind them. */
export function OwnMetricEntry({ metric, choice, ...card }: OwnMetricEntryProps) {
  const services = useServices();
  const { t } = useTranslation("ownMetrics");
  const formatError = useErrorMessage();
  const { bucket } = useInsightFormats();
  const forms = useOwnMetricForms();
  const [open, setOpen] = useState<OpenRows | null>(null);
  const { id, name, definition } = metric;
  const query = { project: choice.project, period: choice.period, granularity: choice.granularity };
  const values = useQuery(
    definition === null ? null : insightKeys.ownMetricValues(id, query),
    (signal) => services.ownMetrics.values(id, query, signal),
    { isLive: true },
  );
  const point = { bucket: open?.bucket ?? undefined };
  const list = usePagedQuery(open && insightKeys.ownMetricRows(id, { ...query, ...point }), (cursor, signal) =>
    services.ownMetrics.rows(id, query, point, cursor, signal),
  );
  const more = useMoreState(list);
  const hasRows = definition?.kind === "rows";
  return (
    <OwnMetricCard
      {...card}
      metric={metric}
      actions={
        definition !== null && (
          <LazyAddToDashboard
            name={name}
            card={{
              kind: "own_metric",
              title: null,
              metric: id,
              // A metric of a project is about that project alone.
              project: metric.project === null ? (choice.project[0] ?? null) : null,
            }}
          />
        )
      }
      onRows={hasRows ? () => setOpen({ bucket: null, title: t("card.rowsOf", { name }) }) : undefined}
    >
      {definition !== null && (
        <AsyncContent query={values} failed={t("valuesFailed")} loading={<Skeleton count={1} height="12rem" />}>
          {(found) => (
            <OwnMetricFigure
              name={name}
              values={found}
              buckets={found.buckets.map((one) => bucket(one, choice.granularity))}
              onOpen={
                hasRows
                  ? (at) => {
                      const chosen = found.buckets[at];
                      if (!chosen) return;
                      const group = bucket(chosen, choice.granularity).name;
                      setOpen({ bucket: chosen.start, title: t("card.rowsOfGroup", { name, group }) });
                    }
                  : undefined
              }
            />
          )}
        </AsyncContent>
      )}
      <DrilldownDrawer
        title={open?.title ?? null}
        rows={list.first === null ? null : list.rows}
        count={list.first?.count ?? 0}
        failure={list.first === null && list.error ? formatError(list.error) : null}
        formatValue={forms[values.data?.unit ?? "number"].full}
        hrefOf={hrefOfRow}
        personHref={hrefOfPerson}
        more={more}
        onRetry={list.refetch}
        onClose={() => setOpen(null)}
      />
    </OwnMetricCard>
  );
}
