import { observer } from "mobx-react-lite";
import { Suspense, lazy, useMemo, useRef, useState, type ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import { leavesOf, type QueryMistake } from "../../../contract/query/queryNodes.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import { QueryErrors } from "../../components/search/QueryErrors.tsx";
import type { TypedFilter } from "../../components/search/queryCompletions.ts";
import { SearchField } from "../../components/search/SearchField.tsx";
import type { SearchResultsHandle } from "../../components/search/SearchResults.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useDebouncedText } from "../../components/ui/useDebouncedText.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { QueryKey } from "../../queries/queryKey.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { type QueryState, useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useHistoryStep } from "../addresses/useHistoryStep.ts";
import { useSourceNames } from "../sources/useSourceNames.ts";
import { EarlierResults } from "./lazyEarlierResults.ts";
import { SearchResultsSection } from "./SearchResultsSection.tsx";
import { queryOf, SEARCH_LIMIT, readSearch, writeSearch, type SearchState } from "./searchUrl.ts";
import { useFilterValues } from "./useFilterValues.ts";
import { useTabTitle, useProject } from "../project/useProject.ts";
import { useSavedSearches } from "./useSavedSearches.ts";
import { SearchTokens } from "./SearchTokens.tsx";
import { useSearchHistory } from "./useSearchHistory.ts";

/** A search is opened with its query more often than without. */
const BlankSearch = lazy(async () => ({ default: (await import("./BlankSearch.tsx")).BlankSearch }));

/** Few projects have restricted items that one may read. */
const RestrictedSearchSection = lazy(async () => ({
  default: (await import("../sources/RestrictedSearchSection.tsx")).RestrictedSearchSection,
}));

/** Mistakes that the parser finds are shown at once; those that only the server can find come with its answer. */
function queryMistakes(text: string, isSettled: boolean, found: readonly QueryMistake[]): QueryMistake[] {
  // While it is typed, a filter at the end may still be getting its value.
  const parsed = parseQuery(text).mistakes.filter(
    ({ code, end }) => isSettled || code !== "emptyFilter" || end < text.trimEnd().length,
  );
  return [...parsed, ...found].filter(
    (one, at, all) => all.findIndex((other) => other.code === one.code && other.at === one.at) === at,
  );
}

/** Restricted items are found by words alone: they have no index that filters could ask. */
const wordsOf = (query: string): string =>
  leavesOf(parseQuery(query).root)
    .flatMap(({ leaf, isExcluded }) =>
      (leaf.kind === "word" || leaf.kind === "phrase") && !isExcluded ? leaf.text : [],
    )
    .join(" ");

interface FoundResultsProps {
  q: string;
  found: QueryState<SearchAnswer>;
  queryKey: QueryKey;
  children: (answer: SearchAnswer) => ReactNode;
}

/** The newest answer; an earlier one, with its age, where the server cannot give it. */
function FoundResults({ q, found, queryKey, children }: FoundResultsProps) {
  const { t } = useTranslation("search");
  return (
    <>
      {found.data && (
        <Suspense fallback={null}>
          <EarlierResults q={q} found={found} queryKey={queryKey} />
        </Suspense>
      )}
      <AsyncContent
        query={found.isEarlier ? { ...found, error: null } : found}
        keepsPrevious
        failed={t("failed")}
        loading={<Skeleton shape="rows" count={6} height="4.5rem" />}
      >
        {children}
      </AsyncContent>
    </>
  );
}

/** The project's search: the query is kept in the address, the last answer on screen until a newer one arrives. */
export const Component = observer(function SearchTab() {
  const { project, sources } = useProject();
  const { slug, role } = project;
  const scope = useMemo(() => ({ slug, role }), [slug, role]);
  const { search } = useServices();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readSearch(params), [params]);
  const query = queryOf(state);
  useTabTitle("search", query.q);
  const found = useQuery(
    state.q.trim() === "" ? null : queryKeys.search(slug, query),
    (signal) => search.project(slug, query, signal),
    { isLive: true },
  );
  const { data: answer, isLoading } = found;
  const results = useRef<SearchResultsHandle>(null);
  const container = useRef<HTMLDivElement>(null);
  const focusField = useStableCallback(() =>
    container.current?.querySelector<HTMLElement>("input[type=search]")?.focus(),
  );

  const go = (next: SearchState, options?: { replace: boolean }) => setParams((now) => writeSearch(now, next), options);
  // Typing replaces the address: Back returns to the previous page and not to each intermediate text.
  const typed = useDebouncedText(state.q, (q) => go({ ...state, q, limit: SEARCH_LIMIT.first }, { replace: true }), {
    historyKey: useHistoryStep(),
  });
  /** A selection next to the field also submits the field's text, even before that is in the address. */
  const choose = useStableCallback((next: SearchState, options?: { replace: boolean }) =>
    go({ ...next, q: typed.take() }, options),
  );
  const sourceNames = useSourceNames(sources);
  const { searches } = useSavedSearches(slug);
  const { history, note } = useSearchHistory(slug, searches);
  const searchText = useStableCallback(typed.commit);
  const noteOpened = useStableCallback(() => note(state.q));
  const [typedFilter, setTypedFilter] = useState<TypedFilter | null>(null);
  const known = useFilterValues(slug, typedFilter);
  const isSettled = typed.text === state.q && !isLoading;
  const mistakes = queryMistakes(typed.text, isSettled, answer?.mistakes ?? []);
  const words = wordsOf(state.q);
  return (
    <Stack gap={4} ref={container}>
      <SearchField
        text={typed.text}
        isLoading={isLoading}
        known={known}
        onTypedFilter={setTypedFilter}
        onChange={typed.type}
        history={history}
        onChoosePast={(past) => {
          const search = searches.find(({ id }) => id === past.id);
          if (search) void navigate(hrefTo.search(slug, search));
          else typed.commit(past.q);
        }}
        onSubmit={() => {
          note(typed.text);
          typed.commit();
        }}
        onLeave={() => results.current?.focusFirst()}
      />
      <SearchTokens
        query={typed.text}
        chosen={state.chosen}
        sourceNames={sourceNames}
        onEmptied={focusField}
        onChange={({ q, chosen }) => {
          if (q === typed.text) choose({ ...state, chosen, limit: SEARCH_LIMIT.first });
          else {
            typed.commit(q);
            if (chosen !== state.chosen) go({ ...state, q, chosen, limit: SEARCH_LIMIT.first });
          }
        }}
      />
      <QueryErrors
        query={typed.text}
        mistakes={mistakes}
        readings={answer?.readings ?? []}
        onFix={(query) => {
          typed.commit(query);
          focusField();
        }}
      />
      {sources.length === 0 || state.q.trim() === "" ? (
        <Suspense fallback={<Skeleton shape="rows" count={4} height="2rem" />}>
          <BlankSearch sources={sources} scope={scope} />
        </Suspense>
      ) : (
        <FoundResults q={state.q} found={found} queryKey={queryKeys.search(slug, query)}>
          {(answer) => (
            <SearchResultsSection
              scope={scope}
              state={state}
              answer={answer}
              isLoading={isLoading}
              sourceNames={sourceNames}
              resultsRef={results}
              onSearch={choose}
              onText={searchText}
              onOpen={noteOpened}
              onLeave={focusField}
            />
          )}
        </FoundResults>
      )}
      {words !== "" && sources.some(({ kind }) => kind !== "repository") && (
        <Suspense fallback={null}>
          <RestrictedSearchSection slug={slug} role={role} query={words} />
        </Suspense>
      )}
    </Stack>
  );
});
