import { type RefObject, Suspense, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { QueryErrors } from "../../components/search/QueryErrors.tsx";
import type { SearchResultsHandle } from "../../components/search/SearchResults.tsx";
import { UnsearchableSources } from "../../components/search/UnsearchableSources.tsx";
import { UnsearchedProjects } from "../../components/search/UnsearchedProjects.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQueries } from "../../queries/useQueries.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { EarlierResults } from "../search/lazyEarlierResults.ts";
import { SearchResultsSection } from "../search/SearchResultsSection.tsx";
import { SearchTokens } from "../search/SearchTokens.tsx";
import { SEARCH_LIMIT, type SearchState, queryOfAll, readSearch, writeSearch } from "../search/searchUrl.ts";
import { ALL_PROJECTS } from "../search/useSearchHistory.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { MAX_PROJECTS_PER_REQUEST, mergeResults } from "./mergeResults.ts";

export interface HomeResultsSectionProps {
  resultsRef: RefObject<SearchResultsHandle | null>;
  /** Moves the focus back to the field. */
  onLeave: () => void;
}

/** Results of the search over all projects, for the query in the address. */
export function HomeResultsSection({ resultsRef, onLeave }: HomeResultsSectionProps) {
  const { search } = useServices();
  const { t } = useTranslation("home");
  const formatError = useErrorMessage();
  const { noteSearch } = useStore().preferences;
  const [params, setParams] = useSearchParams();
  const state = readSearch(params);
  const request = queryOfAll(state);
  const key = JSON.stringify(request);
  const found = useQuery(queryKeys.searchAll(request), async (signal) => {
    const result = await search.all(request, signal);
    return result.success ? { ...result, data: { key, answer: result.data } } : result;
  });
  const { data, isLoading } = found;
  const [others, setOthers] = useState<{ key: string; batches: readonly (readonly string[])[] }>({ key, batches: [] });
  const batches = others.key === key ? others.batches : [];
  const { states, retry } = useQueries(
    batches.map((slugs) => {
      const batch = { ...request, project: [...slugs] };
      return { queryKey: queryKeys.searchAll(batch), queryFn: (signal: AbortSignal) => search.all(batch, signal) };
    }),
  );
  const go = (next: SearchState, options?: { replace: boolean }) => setParams((now) => writeSearch(now, next), options);
  const failure = states.find((one) => one.error)?.error;
  const further = states.flatMap((one) => one.data ?? []);
  const answer = data && (data.key === key ? further.reduce(mergeResults, data.answer) : data.answer);
  const left = answer?.projects.filter(({ searched }) => !searched) ?? [];
  const names = Object.fromEntries([
    ...(answer?.sources ?? []).map(({ id, name }) => [id, name]),
    ...(answer?.projects ?? []).map(({ slug, name }) => [slug, name]),
  ]) as Record<string, string>;
  const projects = (answer?.projects ?? [])
    .flatMap(({ slug, total }) => (total > 0 ? [{ value: slug, count: total }] : []))
    .sort((a, b) => b.count - a.count);
  const onText = (q: string) => go({ ...state, q, limit: SEARCH_LIMIT.first });
  return (
    <Stack gap={4}>
      <SearchTokens
        query={state.q}
        chosen={state.chosen}
        sourceNames={names}
        onEmptied={onLeave}
        onChange={({ q, chosen }) => go({ ...state, q, chosen, limit: SEARCH_LIMIT.first })}
      />
      <QueryErrors
        query={state.q}
        mistakes={answer?.mistakes ?? []}
        readings={answer?.readings ?? []}
        onFix={(q) => {
          onText(q);
          onLeave();
        }}
      />
      {left.length > 0 && (
        <UnsearchedProjects
          projects={left.map(({ name }) => name)}
          isSearching={states.some((one) => one.isLoading)}
          failure={failure ? formatError(failure).text : undefined}
          onSearch={
            failure
              ? retry
              : () =>
                  setOthers({
                    key,
                    batches: [...batches, left.slice(0, MAX_PROJECTS_PER_REQUEST).map(({ slug }) => slug)],
                  })
          }
        />
      )}
      {answer && (
        <UnsearchableSources unsearchable={answer.unsearchable} hrefOf={(slug) => hrefTo.projectTab(slug, "sources")} />
      )}
      {answer && (
        <Suspense fallback={null}>
          <EarlierResults q={state.q} found={found} queryKey={queryKeys.searchAll(request)} />
        </Suspense>
      )}
      <AsyncContent
        query={{ ...found, data: answer, ...(found.isEarlier && { error: null }) }}
        keepsPrevious
        failed={t("searchFailed")}
        loading={<Skeleton shape="rows" count={10} height="4.5rem" />}
      >
        {(merged) => (
          <SearchResultsSection
            scope={null}
            state={state}
            answer={{ ...merged, facets: { ...merged.facets, project: projects }, sources: [], unsearched: [] }}
            isLoading={isLoading}
            sourceNames={names}
            resultsRef={resultsRef}
            onSearch={go}
            onText={onText}
            onOpen={() => noteSearch(ALL_PROJECTS, state.q.trim())}
            onLeave={onLeave}
          />
        )}
      </AsyncContent>
    </Stack>
  );
}
