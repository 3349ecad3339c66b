import type { CSSProperties } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { measureFormatters } from "../../domain/measureFormatters.ts";
import { largest } from "../../domain/extremes.ts";
import { ScrollableRegion } from "../ui/ScrollableRegion.tsx";
import { useRovingTabIndex } from "../ui/useRovingTabIndex.ts";
import { PlainButton } from "../ui/PlainButton.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./Chart.module.css";

export interface HeatmapProps {
  label: string;
  /** Seven days from Monday, 24 hours each. */
  counts: readonly (readonly number[])[];
  /** Opens the drill-down of an hour; `day` 0 is Monday. Omitted: the hours are only read. */
  onOpen?: ((day: number, hour: number) => void) | undefined;
}

const HOURS = 24;
/** Activity by weekday and hour: a table with cells tinted by their number. Arrow keys move, Enter opens. */
export function Heatmap({ label, counts, onOpen }: HeatmapProps) {
  const { t, locale } = useTranslation("charts");
  const { weekday } = measureFormatters(locale);
  const maxCount = largest(counts.flat(), 1);
  const item = useRovingTabIndex(counts.length * HOURS, { columns: HOURS });
  return (
    <ScrollableRegion label={label}>
      <table className={styles.heat} aria-label={label}>
        <thead>
          <tr>
            <td aria-hidden="true" />
            {Array.from({ length: HOURS }, (_, hour) => (
              <Text key={hour} as="th" tone="muted" scope="col">
                <span className={hour % 3 === 0 ? undefined : "visually-hidden"}>{hour}</span>
              </Text>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map((hours, day) => (
            // Days have no other identity than their position in the week.
            <tr key={weekday(day + 1, "long")}>
              <Text as="th" tone="muted" scope="row">
                {weekday(day + 1, "short")}
              </Text>
              {hours.map((count, hour) => {
                const name = t("chart.hour", { day: weekday(day + 1, "long"), hour, count });
                return (
                  <td key={`${day}-${hour}`} style={{ "--heat": Math.sqrt(count / maxCount) } as CSSProperties}>
                    <PlainButton
                      className={styles.hour}
                      {...item(day * HOURS + hour)}
                      aria-label={name}
                      title={name}
                      aria-disabled={count === 0 || onOpen === undefined}
                      onClick={() => {
                        if (count > 0) onOpen?.(day, hour);
                      }}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableRegion>
  );
}
