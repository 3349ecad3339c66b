import type { CSSProperties } from "react";
import { useWords } from "../../i18n/useWords.ts";
import { ScrollRegion } from "../ScrollRegion/ScrollRegion.tsx";
import styles from "./Chart.module.css";

export interface HeatMapProps {
  label: string;
  /** Seven days from Monday, 24 hours each. */
  counts: readonly (readonly number[])[];
}

/** A Monday, for the names of the days. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const DAY = 86_400_000;

/** How much happened at which hour of which weekday: a table whose cells are tinted by their number. */
export function HeatMap({ label, counts }: HeatMapProps) {
  const { format, locale } = useWords("insights");
  const days = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  const most = Math.max(1, ...counts.flat());
  return (
    <ScrollRegion label={label}>
      <table className={styles.heat} style={{ minInlineSize: "36rem" }}>
        <thead>
          <tr>
            <td aria-hidden="true" />
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col">
                <span className={hour % 3 === 0 ? undefined : "visually-hidden"}>{hour}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map((hours, day) => (
            // Days have no other identity than their place in the week.
            <tr key={MONDAY + day * DAY}>
              <th scope="row">{days.format(MONDAY + day * DAY)}</th>
              {hours.map((count, hour) => (
                <td
                  key={`${day}-${hour}`}
                  style={{ "--heat": Math.sqrt(count / most) } as CSSProperties}
                  title={format.number(count)}
                >
                  <span className="visually-hidden">{format.number(count)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
