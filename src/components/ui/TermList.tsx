import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "./Button.tsx";
import styles from "./TermList.module.css";
import { useShowRest } from "./useShowRest.ts";

export interface TermListProps {
  /** Terms of a text or names of the code; none is there twice. */
  terms: readonly string[];
  /** Number of terms before the rest is behind a button. Omitted: all. */
  shown?: number;
  /** The accessible name of the list, where no text before it says what the terms are. */
  label?: string | undefined;
}

/** Terms as evidence, next to each other. */
export function TermList({ terms, shown = terms.length, label }: TermListProps) {
  const { t } = useTranslation("states");
  const { isExpanded, expand, list } = useShowRest<HTMLUListElement>(shown);
  const rest = isExpanded ? 0 : terms.length - shown;
  return (
    <ul ref={list} className={styles.terms} aria-label={label}>
      {(rest > 0 ? terms.slice(0, shown) : terms).map((term) => (
        <li key={term}>
          <code>{term}</code>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <Button size="small" variant="minimal" text={t("moreTerms", { count: rest })} onClick={expand} />
        </li>
      )}
    </ul>
  );
}
