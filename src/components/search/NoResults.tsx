import type { SearchAnswer } from "../../../contract/search/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { UnmatchedTerm } from "./UnmatchedTerm.tsx";
import { Button } from "../ui/Button.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { SearchIcon } from "../ui/icons.ts";
import styles from "./NoResults.module.css";

export interface NoResultsProps {
  answer: Pick<SearchAnswer, "missing" | "filtered_out" | "filtered_by" | "mistakes">;
  /** Replaces a word without matches. */
  onReplace: (word: string, by: string) => void;
  /** The query has a regular expression, for which no missing word can be named. */
  hasPattern?: boolean;
  /** The query with its signs and single letters in quotes, which are found in no other way; null where it has none. */
  literal?: string | null;
  /** Searches for `literal`. */
  onLiteral?: (query: string) => void;
  onClearFilters: () => void;
  /** The same query over all projects; omitted where it is that already. */
  allProjectsHref?: string | undefined;
  /** Removes one filter: of the query, or a selected facet. */
  onRemoveFilter: (filter: SearchAnswer["filtered_by"][number]) => void;
}

/** Why there is no result: words without matches, and the effect of the filters. */
export function NoResults({
  answer: { missing, filtered_out, filtered_by, mistakes },
  hasPattern = false,
  literal = null,
  onLiteral,
  onReplace,
  onClearFilters,
  allProjectsHref,
  onRemoveFilter,
}: NoResultsProps) {
  const { t, format } = useTranslation("search");
  return (
    <EmptyState
      icon={<SearchIcon size={32} />}
      headingLevel={2}
      title={t("nothing.title")}
      action={
        (filtered_out > 0 || allProjectsHref !== undefined) && (
          <>
            {filtered_out > 0 && <Button intent="primary" text={t("nothing.clear")} onClick={onClearFilters} />}
            {allProjectsHref !== undefined && <LinkButton href={allProjectsHref} text={t("nothing.allProjects")} />}
          </>
        )
      }
    >
      <ul className={styles.reasons}>
        {filtered_out > 0 && (
          <li>{t("nothing.filtered", { count: filtered_out, formatted: format.number(filtered_out) })}</li>
        )}
        {filtered_by.map((removed) => {
          const filter = `${removed.filter}:${removed.value}`;
          const { results } = removed;
          return (
            <li key={`${filter} ${removed.at ?? ""}`}>
              {t("nothing.withoutFilter", { count: results, formatted: format.number(results), filter })}{" "}
              <Button
                size="small"
                variant="outlined"
                text={t("nothing.removeFilter", { filter })}
                onClick={() => onRemoveFilter(removed)}
              />
            </li>
          );
        })}
        {missing.map((one) => (
          <UnmatchedTerm key={one.word} missing={one} hasResults={false} onReplace={onReplace} />
        ))}
        {literal !== null && (
          <li>
            {t("nothing.signs")}{" "}
            {onLiteral && (
              <Button
                size="small"
                variant="outlined"
                text={t("nothing.literal", { query: literal })}
                onClick={() => onLiteral(literal)}
              />
            )}
          </li>
        )}
        {literal === null && filtered_out === 0 && filtered_by.length === 0 && missing.length === 0 && (
          // For a query that could not be parsed it is unknown whether its words occur.
          <li>{t(mistakes.length > 0 ? "nothing.mistaken" : hasPattern ? "nothing.pattern" : "nothing.apart")}</li>
        )}
      </ul>
    </EmptyState>
  );
}
