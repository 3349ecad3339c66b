import type { SearchAnswer } from "../../../contract/search/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./QueryReadings.module.css";

export interface QueryReadingsProps {
  /** Words that were read as others. */
  reinterpreted: SearchAnswer["reinterpreted"];
  /** Other readings of the query with their number of results; corrected mistakes are shown with the mistakes. */
  readings: SearchAnswer["readings"];
  /** Searches another reading. */
  onRead: (query: string) => void;
}

/** How the query was understood where it is not searched as written, and what else it can mean. */
export function QueryReadings({ reinterpreted, readings, onRead }: QueryReadingsProps) {
  const { t, format } = useTranslation("search");
  const others = readings.flatMap(({ code, ...reading }) => (code === "fix" ? [] : { code, ...reading }));
  if (reinterpreted.length === 0 && others.length === 0) return null;
  return (
    <section className={styles.readings} aria-label={t("reading.title")}>
      {reinterpreted.length > 0 && (
        <ul className={styles.words}>
          {reinterpreted.map(({ code, word, by }) => (
            <li key={word}>{t(`reading.${code}`, { word, by: format.list(by) })}</li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={styles.others}>
          {others.map(({ code, q, total, total_capped }) => (
            <li key={q}>
              <Button size="small" variant="outlined" onClick={() => onRead(q)}>
                <span className={styles.reading}>
                  {t(`reading.${code}`)} <code>{q}</code>{" "}
                  <Text tone="muted">
                    {t(total_capped ? "atLeast" : "total", { count: total, formatted: format.number(total) })}
                  </Text>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
