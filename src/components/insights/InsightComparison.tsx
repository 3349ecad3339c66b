/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers drop the roles of a table that a phone lays out as blocks */
import type { InsightChange, InsightTarget } from "../../../contract/insights/insights.ts";
import { COMPARED_METRICS, type ComparedMetric } from "../../../contract/insights/metrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Table } from "../ui/Table.tsx";
import { Text } from "../ui/Text.tsx";
import { ChangeMark } from "./ChangeMark.tsx";
import { TargetMark } from "./TargetMark.tsx";
import { useInsightFormats } from "./useInsightFormats.ts";
import styles from "./InsightComparison.module.css";

export interface InsightComparisonProps {
  /** Projects, repositories, trackers or periods, next to each other. */
  members: readonly {
    readonly id: string;
    readonly name: string;
    /** This page for it alone; null where it is on it. */
    readonly href: string | null;
    /** The period before, in place of the current one. */
    readonly isEarlier?: boolean;
    readonly changes: readonly InsightChange[];
    readonly targets?: readonly InsightTarget[];
  }[];
}

/** Columns that fit next to each other on a phone. */
const FEW = 3;

type Member = InsightComparisonProps["members"][number];

/** Issues closed are shown as their rate, which is what a target is of. */
const targetOf = (metric: ComparedMetric): ComparedMetric => (metric === "issues_closed" ? "throughput" : metric);

/** The same metrics of several projects, sources or periods: value, rows, interval, and whether each changed. */
export function InsightComparison({ members }: InsightComparisonProps) {
  const { t } = useTranslation("insights");
  const { t: tCharts } = useTranslation("charts");
  const cellOf = ({ changes, isEarlier }: Member, metric: ComparedMetric) =>
    changes.find(
      (one) =>
        one.metric === metric &&
        (isEarlier === true ? one.previous.n > 0 && one.verdict !== "uncovered" : one.current.n > 0),
    );
  // Closed per week is the rate of the issues closed.
  const shown = COMPARED_METRICS.filter(
    (metric) => metric !== "throughput" && members.some((member) => cellOf(member, metric)),
  );
  if (shown.length === 0) return <Text tone="muted">{t("card.none")}</Text>;
  const isStacked = members.length > FEW || undefined;
  return (
    <Table label={t("comparison.title")}>
      {/* The roles of a table stay where a phone lays it out as blocks. */}
      <thead role="rowgroup" className={styles.head} data-stacked={isStacked}>
        <tr role="row">
          <th role="columnheader" scope="col">
            {t("comparison.metric")}
          </th>
          {members.map(({ id, name, href }) => (
            <th key={id} role="columnheader" scope="col" data-align="end">
              <span className={styles.member}>
                <MemberName name={name} href={href} />
              </span>
              {isStacked && href !== null && <span className={styles.plain}>{name}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.rows} data-stacked={isStacked}>
        {shown.map((metric) => (
          <tr key={metric} role="row">
            <th role="rowheader" scope="row" className={styles.metric}>
              {t(`metrics.${metric}.name`)}
            </th>
            {members.map((member) => {
              const { id, name, href, targets, isEarlier = false } = member;
              const change = cellOf(member, metric);
              return (
                <td key={id} role="cell" data-align="end">
                  {isStacked && (
                    <Text tone="muted" size="small" overflow="anywhere" className={styles.of}>
                      <MemberName name={name} href={href} />
                    </Text>
                  )}
                  {change === undefined ? (
                    tCharts("table.gap")
                  ) : (
                    <ComparisonCell
                      isOfFew={members.length <= FEW}
                      isEarlier={isEarlier}
                      change={change}
                      target={targets?.find((one) => one.metric === targetOf(metric))}
                    />
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function MemberName({ name, href }: Pick<Member, "name" | "href">) {
  return href === null ? (
    name
  ) : (
    <a href={href}>
      <ForeignText text={name} />
    </a>
  );
}

interface ComparisonCellProps {
  change: InsightChange;
  /** So few columns that they share the width of a phone. */
  isOfFew: boolean;
  isEarlier: boolean;
  target: InsightTarget | undefined;
}

function ComparisonCell({ change, isOfFew, isEarlier, target }: ComparisonCellProps) {
  const { t, format } = useTranslation("insights");
  const { valueIn } = useInsightFormats();
  const { unit, verdict } = change;
  const { value, n, interval } = isEarlier ? change.previous : change.current;
  return (
    <div className={styles.cell} data-few={isOfFew || undefined}>
      <Text as="div" isNumeric weight="medium">
        {value === null ? "" : valueIn(unit, value)}
      </Text>
      <Text as="div" tone="muted" size="small">
        {interval === null
          ? t("card.rows", { count: n, formatted: format.number(n) })
          : t("comparison.interval", {
              range: t("units.range", { low: valueIn(unit, interval.low), high: valueIn(unit, interval.high) }),
              rows: t("card.rows", { count: n, formatted: format.number(n) }),
            })}
      </Text>
      {(verdict === "up" || verdict === "down") && (
        <Text as="div" size="small">
          {isEarlier && `${t("comparison.since")} `}
          <ChangeMark change={change} />
        </Text>
      )}
      {target !== undefined && (
        <div>
          <TargetMark target={target} />
        </div>
      )}
    </div>
  );
}
