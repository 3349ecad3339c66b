import type { SearchAllAnswer } from "../../../contract/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SearchResultItem } from "./SearchResultItem.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./GlobalSearchResults.module.css";

export type GlobalSearchResult = SearchAllAnswer["results"][number];

export interface GlobalSearchResultsProps {
  answer: SearchAllAnswer;
  /** The app's own page for a result; undefined where there is none. */
  hrefOf: (result: GlobalSearchResult) => string | undefined;
  /** The same search in one project, with all of its filters. */
  projectHref: (slug: string) => string;
}

/** Results of a search over all projects: the count per project, then the best of all. */
export function GlobalSearchResults({ answer, hrefOf, projectHref }: GlobalSearchResultsProps) {
  const { t, format } = useTranslation("home");
  const count = format.number(answer.total);
  return (
    <div className={styles.found}>
      <Text as="p" tone="muted" role="status">
        {answer.total_capped
          ? t("found.atLeast", { count: answer.total, formatted: count })
          : t("found.total", { count: answer.total, formatted: count })}
      </Text>
      <ul className={styles.projects}>
        {answer.projects
          .filter(({ total }) => total > 0)
          .map(({ slug, name, total, total_capped }) => (
            <li key={slug}>
              <a href={projectHref(slug)}>
                {name} <Text tone="muted">{`${format.number(total)}${total_capped ? "+" : ""}`}</Text>
              </a>
            </li>
          ))}
      </ul>
      <ul className={styles.list}>
        {answer.results.map((result) => (
          <li key={`${result.project.slug} ${result.kind} ${result.id} ${result.line ?? ""}`}>
            <SearchResultItem result={result} href={hrefOf(result)} sourceName={result.project.name} />
          </li>
        ))}
      </ul>
    </div>
  );
}
