import type { SearchAnswer, SearchMistake } from "../../../contract/search/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { WarningSignIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./QueryErrors.module.css";

export interface QueryErrorsProps {
  /** The query that contains the mistakes. */
  query: string;
  mistakes: readonly Omit<SearchMistake, "detail">[];
  /** Corrected queries with their number of results, once it is known. */
  readings?: SearchAnswer["readings"];
  /** Replaces the query with the corrected one. */
  onFix: (query: string) => void;
}

/** Characters of context shown before and after a mistake. */
const AROUND = 24;

/** Probable mistakes in the query: position, explanation, and a one-click fix. */
export function QueryErrors({ query, mistakes, readings = [], onFix }: QueryErrorsProps) {
  const { t, format } = useTranslation("search");
  // Mistakes of an earlier version of the query are dropped.
  const current = mistakes.filter(({ at, end, found }) => query.slice(at, end) === found);
  if (current.length === 0) return null;
  return (
    <div role="status">
      <ul className={styles.mistakes} aria-label={t("mistake.title")}>
        {current.map(({ code, at, end, found, fix }) => {
          const corrected = fix === null ? null : query.slice(0, at) + fix + query.slice(end);
          const reading = readings.find(({ q }) => q === corrected?.trim());
          return (
            <li key={`${code} ${at}`} className={styles.mistake}>
              <Text tone="muted" className={styles.icon}>
                <Icon of={WarningSignIcon} size={14} />
              </Text>
              <div className={styles.said}>
                <span className={styles.text}>
                  <Text tone="muted" isNumeric>
                    {t("mistake.column", { column: at + 1 })}
                  </Text>{" "}
                  {t(`mistake.${code}`, { found })}
                </span>
                <code className={styles.piece}>
                  {at > AROUND && "…"}
                  {query.slice(Math.max(0, at - AROUND), at)}
                  <mark>{query.slice(at, end)}</mark>
                  {query.slice(end, end + AROUND)}
                  {end + AROUND < query.length && "…"}
                </code>
                {fix !== null && corrected !== null && (
                  <Button
                    size="small"
                    variant="outlined"
                    text={fix.trim() === "" ? t("mistake.remove") : t("mistake.fix", { fix: fix.trim() })}
                    onClick={() => onFix(corrected)}
                  />
                )}
                {reading && (
                  <Text tone="muted" isNumeric>
                    {t(reading.total_capped ? "atLeast" : "total", {
                      count: reading.total,
                      formatted: format.number(reading.total),
                    })}
                  </Text>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
