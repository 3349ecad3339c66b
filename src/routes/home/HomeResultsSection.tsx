import { useState } from "react";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { GlobalSearchResults } from "../../components/search/GlobalSearchResults.tsx";
import { UnsearchedProjects } from "../../components/search/UnsearchedProjects.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQueries } from "../../queries/useQueries.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { MAX_PROJECTS_PER_REQUEST, mergeResults } from "./mergeResults.ts";

/** Results of the search over all projects, for the query in the address. */
export function HomeResultsSection({ query }: { query: string }) {
  const { search } = useServices();
  const { t } = useTranslation("home");
  const formatError = useErrorMessage();
  const asked = { q: query, project: undefined, kind: undefined };
  const { data, error, isLoading, refetch } = useQuery(queryKeys.searchAll(asked), async (signal) => {
    const result = await search.all(asked, signal);
    return result.success ? { ...result, data: { query, answer: result.data } } : result;
  });
  const [others, setOthers] = useState<{ query: string; batches: readonly (readonly string[])[] }>({
    query,
    batches: [],
  });
  const batches = others.query === query ? others.batches : [];
  const { states, retry } = useQueries(
    batches.map((slugs) => {
      const batch = { q: query, project: [...slugs], kind: undefined };
      return { queryKey: queryKeys.searchAll(batch), queryFn: (signal) => search.all(batch, signal) };
    }),
  );
  const failure = error ?? states.find((state) => state.error)?.error;
  if (failure) {
    return (
      <ErrorState
        title={t("searchFailed")}
        failure={formatError(failure)}
        isRetrying={isLoading || states.some((state) => state.isLoading)}
        onRetry={error ? refetch : retry}
      />
    );
  }
  if (!data) return <Skeleton shape="rows" count={10} height="4.5rem" />;
  const found = states.flatMap((state) => state.data ?? []);
  const answer = data.query === query ? found.reduce(mergeResults, data.answer) : data.answer;
  const left = answer.projects.filter(({ searched }) => !searched);
  const searchOthers = () =>
    setOthers({ query, batches: [...batches, left.slice(0, MAX_PROJECTS_PER_REQUEST).map(({ slug }) => slug)] });
  // The earlier answer stays until the new one arrives.
  return (
    <div aria-busy={isLoading}>
      {left.length > 0 && (
        <UnsearchedProjects
          projects={left.map(({ name }) => name)}
          isSearching={states.some((state) => state.isLoading)}
          onSearch={searchOthers}
        />
      )}
      {answer.results.length === 0 ? (
        <EmptyState title={t("found.nothingTitle", { query: data.query })} headingLevel={3}>
          {t("found.nothingText")}
        </EmptyState>
      ) : (
        <GlobalSearchResults
          answer={answer}
          hrefOf={(result) => hrefTo.searchResult(result.project.slug, result)}
          projectHref={(slug) => hrefTo.project(slug, { q: data.query })}
        />
      )}
    </div>
  );
}
