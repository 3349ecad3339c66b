import { METRICS, type MetricId } from "../../../contract/insights/metrics.ts";
import { TARGET_METRICS } from "../../../contract/insights/targetMetrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import styles from "./InsightMethod.module.css";

export interface InsightMethodProps {
  metric: MetricId;
  isCompared: boolean;
}

/** How the comparison of a metric is calculated. */
const METHOD_OF_SHAPE = {
  durations: "durations",
  share: "share",
  count: "count",
  level: "notCompared",
  states: "notCompared",
  categories: "notCompared",
} as const;

/** What the metric counts and leaves out, and how it is compared. */
export function InsightMethod({ metric, isCompared }: InsightMethodProps) {
  const { t } = useTranslation("insights");
  return (
    <div className={styles.method}>
      <Disclosure variant="quiet" summary={t("card.how")}>
        <dl>
          <dt>{t("card.counts")}</dt>
          <dd>{t(`metrics.${metric}.says`)}</dd>
          <dt>{t("card.leaves")}</dt>
          <dd>{t(`metrics.${metric}.leaves`)}</dd>
          <dt>{t("card.source")}</dt>
          <dd>{t(`metrics.${metric}.source`)}</dd>
          <dt>{t("card.comparison")}</dt>
          <dd>{t(isCompared ? `method.${METHOD_OF_SHAPE[METRICS[metric].shape]}` : "method.notCompared")}</dd>
          {TARGET_METRICS.some((one) => one === metric) && (
            <>
              <dt>{t("target.how")}</dt>
              <dd>{t("target.method")}</dd>
            </>
          )}
        </dl>
      </Disclosure>
    </div>
  );
}
