import { useCallback, useEffect, useRef, useState } from "react";
import type { SearchAllAnswer } from "../../../contract/search.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { GlobalSearchResults, type GlobalSearchResult } from "../../components/search/GlobalSearchResults.tsx";
import { UnsearchedProjects } from "../../components/search/UnsearchedProjects.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useRefetchOnReconnect } from "../useRefetchOnReconnect.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { MAX_PROJECTS_PER_REQUEST, mergeResults } from "./mergeResults.ts";

/** The address of a result: an issue with its evidence, a file at its line; a commit has no page of its own here. */
export const hrefOfFound = ({
  kind,
  id,
  title,
  path,
  line,
  source,
  project,
}: GlobalSearchResult): string | undefined => {
  if (kind === "issue") return hrefTo.assistance(project.slug, id);
  if (kind === "person") return hrefTo.person(project.slug, { id, title });
  if (path === null || source === null) return undefined;
  return hrefTo.document(project.slug, { source, path, line });
};

/** Results of the search over all projects, for the query in the address. */
export function HomeResultsSection({ query }: { query: string }) {
  const { search } = useServices();
  const { t } = useTranslation("home");
  const formatError = useErrorMessage();
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<{ query: string; attempt: number; result: Result<SearchAllAnswer> } | null>(
    null,
  );

  useEffect(() => {
    const newer = new AbortController();
    void search.all({ q: query, project: undefined, kind: undefined }, newer.signal).then((result) => {
      if (!newer.signal.aborted) setAnswered({ query, attempt, result });
    });
    return () => newer.abort();
  }, [search, query, attempt]);

  const [isSearchingOthers, setSearchingOthers] = useState(false);
  const leaving = useRef<AbortController | null>(null);
  // Drops the additional results of an earlier query.
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current?.abort();
  }, [query, attempt]);
  const searchOthers = async (slugs: readonly string[]): Promise<void> => {
    const signal = leaving.current?.signal;
    setSearchingOthers(true);
    const result = await search.all(
      { q: query, project: slugs.slice(0, MAX_PROJECTS_PER_REQUEST), kind: undefined },
      signal,
    );
    setSearchingOthers(false);
    if (signal?.aborted === true) return;
    setAnswered((before) => {
      if (before?.query !== query || !before.result.success) return before;
      return {
        ...before,
        result: result.success ? { ...result, data: mergeResults(before.result.data, result.data) } : result,
      };
    });
  };

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useRefetchOnReconnect(answered?.result.success === false, retry);

  const isCurrent = answered?.query === query && answered.attempt === attempt;
  if (!answered || (!isCurrent && !answered.result.success))
    return <Skeleton shape="rows" count={10} height="4.5rem" />;
  const { result } = answered;
  if (!result.success) {
    return <ErrorState title={t("searchFailed")} failure={formatError(result.error)} onRetry={retry} />;
  }
  const left = result.data.projects.filter(({ searched }) => !searched);
  // The earlier answer stays until the new one arrives.
  return (
    <div aria-busy={!isCurrent}>
      {left.length > 0 && (
        <UnsearchedProjects
          projects={left.map(({ name }) => name)}
          isSearching={isSearchingOthers}
          onSearch={() => void searchOthers(left.map(({ slug }) => slug))}
        />
      )}
      {result.data.results.length === 0 ? (
        <EmptyState title={t("found.nothingTitle", { query: answered.query })} headingLevel={3}>
          {t("found.nothingText")}
        </EmptyState>
      ) : (
        <GlobalSearchResults
          answer={result.data}
          hrefOf={hrefOfFound}
          projectHref={(slug) => hrefTo.project(slug, { q: answered.query })}
        />
      )}
    </div>
  );
}
