import type { InsightChange, InsightTarget } from "../../../contract/insights/insights.ts";
import type { MetricId } from "../../../contract/insights/metrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Sparkline } from "../charts/Sparkline.tsx";
import { Text } from "../ui/Text.tsx";
import { ChangeMark } from "./ChangeMark.tsx";
import { TargetMark } from "./TargetMark.tsx";
import { chartId } from "./chartId.ts";
import styles from "./InsightOverview.module.css";

export interface InsightOverviewProps {
  groups: readonly {
    readonly name: string;
    readonly metrics: readonly {
      readonly metric: MetricId;
      /** Over the whole period, formatted. */
      readonly value: string;
      /** Value of the period before, formatted; null where it has none. */
      readonly previous: string | null;
      /** The value still grows, because not everything has been counted. */
      readonly isCounting: boolean;
      /** One per bucket; null is a gap. */
      readonly values: readonly (number | null)[];
      readonly change: InsightChange | null;
      readonly target: InsightTarget | null;
    }[];
  }[];
}

/** All metrics with their course, each a link to its chart. */
export function InsightOverview({ groups }: InsightOverviewProps) {
  const { t } = useTranslation("insights");
  return (
    <nav aria-label={t("overview")} className={styles.groups}>
      {groups.map(({ name, metrics }) => (
        <div key={name}>
          <Text as="h3" size="compact" tone="muted">
            {name}
          </Text>
          <ul className={styles.list}>
            {metrics.map(({ metric, value, previous, isCounting, values, change, target }) => (
              <li key={metric} className={styles.row}>
                <a href={`#${chartId(metric)}`}>{t(`metrics.${metric}.name`)}</a>
                <Sparkline values={values} />
                <Text as="div" isNumeric className={styles.value}>
                  {value}
                  {(change?.verdict === "up" || change?.verdict === "down") && (
                    <>
                      {" "}
                      <ChangeMark change={change} />
                    </>
                  )}
                  {isCounting && (
                    <Text as="div" tone="muted" size="small">
                      {t("card.soFar")}
                    </Text>
                  )}
                  {previous !== null && (
                    <Text as="div" tone="muted" size="small">
                      {t("card.previous", { value: previous })}
                    </Text>
                  )}
                  {target !== null && (
                    <div>
                      <TargetMark target={target} isShort />
                    </div>
                  )}
                </Text>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
