import { observer } from "mobx-react-lite";
import { Suspense, lazy, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { SEARCH_FACETS } from "../../../contract/constants.ts";
import { mayInProject } from "../../../contract/policy.ts";
import { withoutLeaf } from "../../../contract/printQuery.ts";
import { leavesOf } from "../../../contract/queryNodes.ts";
import { replaceWord } from "../../../contract/replaceWord.ts";
import type { SearchAnswer, SearchResult } from "../../../contract/search.ts";
import { parseQuery } from "../../../contract/searchQuery.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { NoResults } from "../../components/search/NoResults.tsx";
import { QueryErrors } from "../../components/search/QueryErrors.tsx";
import { QueryReadings } from "../../components/search/QueryReadings.tsx";
import { NO_FACETS, SearchFacetList, countChosen, hasChoices } from "../../components/search/SearchFacetList.tsx";
import { SearchField } from "../../components/search/SearchField.tsx";
import { SearchResults, type SearchResultsHandle } from "../../components/search/SearchResults.tsx";
import { SearchSummary } from "../../components/search/SearchSummary.tsx";
import { UnmatchedTerms } from "../../components/search/UnmatchedTerms.tsx";
import { Button } from "../../components/ui/Button.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { FilterIcon, LinkIcon, TimeIcon } from "../../components/ui/icons.ts";
import { useDebouncedText } from "../../components/ui/useDebouncedText.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useHistoryStep } from "../useHistoryStep.ts";
import { FileMatchesSection } from "./FileMatchesSection.tsx";
import { queryOf, SEARCH_LIMIT, readSearch, toggle, writeSearch, type SearchState } from "./searchUrl.ts";
import { useFilterValues } from "./useFilterValues.ts";
import { usePartTitle, useProject } from "./useProject.ts";
import { useSavedSearches } from "./useSavedSearches.ts";
import { useSearchHistory } from "./useSearchHistory.ts";
import styles from "./SearchTab.module.css";

/** Few projects have restricted items that one may read. */
const RestrictedSearchSection = lazy(async () => ({
  default: (await import("./RestrictedSearchSection.tsx")).RestrictedSearchSection,
}));

const SearchStart = lazy(async () => ({ default: (await import("./SearchStart.tsx")).SearchStart }));
const SaveSearchButton = lazy(async () => ({ default: (await import("./SaveSearchButton.tsx")).SaveSearchButton }));

/** The project's search: the query is kept in the address, the last answer on screen until a newer one arrives. */
export const Component = observer(function SearchTab() {
  const { project, sources } = useProject();
  const { slug, role } = project;
  const canLink = mayInProject(role, "sources.change");
  const { search } = useServices();
  const { t } = useTranslation("search");
  const { t: tProject } = useTranslation("project");
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const state = readSearch(params);
  const query = queryOf(state);
  usePartTitle("search", query.q);
  const {
    data: answer,
    error: failure,
    isLoading,
    refetch: retry,
  } = useQuery(
    state.q.trim() === "" ? null : queryKeys.search(slug, query),
    (signal) => search.project(slug, query, signal),
    { isLive: true },
  );
  const results = useRef<SearchResultsHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  const [areFacetsOpen, setFacetsOpen] = useState(false);

  const go = (next: SearchState, options?: { replace: boolean }) => setParams((now) => writeSearch(now, next), options);
  // Typing replaces the address: Back returns to the previous page and not to each intermediate text.
  const typed = useDebouncedText(state.q, (q) => go({ ...state, q, limit: SEARCH_LIMIT.first }, { replace: true }), {
    returned: useHistoryStep(),
  });
  /** A selection next to the field also submits the field's text, even before that is in the address. */
  const choose = (next: SearchState, options?: { replace: boolean }) => go({ ...next, q: typed.take() }, options);
  // A repository and its tracker often have one name.
  const isAmbiguous = (name: string) => sources.filter((source) => source.name === name).length > 1;
  const sourceNames = Object.fromEntries(
    sources.map(({ id, kind, name }) => [
      id,
      isAmbiguous(name) ? t("sourceOfKind", { name, kind: tProject(`kind.${kind}`) }) : name,
    ]),
  );
  const set = countChosen(state.chosen);
  const { searches } = useSavedSearches(slug);
  const { history, note } = useSearchHistory(slug, searches);
  const { known, setTyped } = useFilterValues(slug);
  const isSettled = typed.text === state.q && !isLoading;
  // Mistakes that the parser finds are shown at once; those that only the server can find come with its answer. A filter at the end may
  // still be getting its value.
  const mistakes = [
    ...parseQuery(typed.text).mistakes.filter(
      ({ code, end }) => isSettled || code !== "emptyFilter" || end < typed.text.trimEnd().length,
    ),
    ...(answer?.mistakes ?? []),
  ].filter((one, at, all) => all.findIndex((other) => other.code === one.code && other.at === one.at) === at);
  const hrefOf = ({ kind, id, title, source, path, line }: SearchResult): string | undefined => {
    if (kind === "issue") return hrefTo.assistance(slug, id);
    if (kind === "person") return hrefTo.person(slug, { id, title });
    return source !== null && path !== null ? hrefTo.document(slug, { source, path, line }) : undefined;
  };
  const takeOut = ({ filter, at }: SearchAnswer["filtered_by"][number]) => {
    const leaf = leavesOf(parseQuery(state.q).root).find((one) => one.leaf.at === at)?.leaf;
    if (at !== null && leaf) {
      typed.commit(withoutLeaf(state.q, leaf.at));
      return;
    }
    const facet = SEARCH_FACETS.find((name) => name === filter);
    if (facet) choose({ ...state, chosen: { ...state.chosen, [facet]: [] }, limit: SEARCH_LIMIT.first });
  };
  const replace = (word: string, by: string) => typed.commit(replaceWord(state.q, word, by, ["word", "phrase"]));
  const clearFilters = () => choose({ ...state, chosen: NO_FACETS, limit: SEARCH_LIMIT.first });

  // Restricted items are found by words alone: they have no index that filters could ask.
  const words = leavesOf(parseQuery(state.q).root)
    .flatMap(({ leaf, isExcluded }) =>
      (leaf.kind === "word" || leaf.kind === "phrase") && !isExcluded ? leaf.text : [],
    )
    .join(" ");

  // A file that filters alone have found has no matching lines.
  const hasText = leavesOf(parseQuery(state.q).root).some(
    ({ leaf, isExcluded }) => leaf.kind !== "filter" && !isExcluded,
  );

  // Code can be searched once the files are indexed, while history and symbols are still being read.
  const isReady = sources.some(
    ({ kind, sync }) =>
      sync.finished_at !== null ||
      sync.items > 0 ||
      (kind === "repository" && (sync.step === "history" || sync.step === "symbols")),
  );
  const body = () => {
    if (sources.length === 0) {
      return (
        <EmptyState
          icon={<LinkIcon size={32} />}
          title={t("noSources.title")}
          action={
            canLink ? (
              <LinkButton intent="primary" text={t("noSources.action")} href={hrefTo.projectTab(slug, "sources")} />
            ) : undefined
          }
        >
          {t("noSources.text")}
        </EmptyState>
      );
    }
    if (state.q.trim() === "") {
      return isReady ? (
        <Suspense fallback={<Skeleton shape="rows" count={4} height="2rem" />}>
          <SearchStart slug={slug} role={role} />
        </Suspense>
      ) : (
        <EmptyState icon={<TimeIcon size={32} />} title={t("notReady.title")}>
          {t("notReady.text")}
        </EmptyState>
      );
    }
    return (
      <>
        {failure && (
          <ErrorState title={t("failed")} failure={formatError(failure)} isRetrying={isLoading} onRetry={retry} />
        )}
        {!answer && isLoading && <Skeleton shape="rows" count={6} height="4.5rem" />}
        {answer && (
          <div className={styles.found} data-facets={hasChoices(answer.facets, state.chosen) || undefined}>
            {hasChoices(answer.facets, state.chosen) && (
              <div>
                <Button
                  className={styles.opener}
                  icon={<FilterIcon />}
                  text={set > 0 ? t("facet.openCount", { count: set }) : t("facet.open")}
                  aria-expanded={areFacetsOpen}
                  onClick={() => setFacetsOpen(!areFacetsOpen)}
                />
                <div className={styles.facets} data-open={areFacetsOpen || undefined}>
                  <SearchFacetList
                    facets={answer.facets}
                    chosen={state.chosen}
                    sourceNames={sourceNames}
                    onToggle={(facet, value) => choose(toggle(state, facet, value))}
                    onClear={clearFilters}
                  />
                </div>
              </div>
            )}
            <Stack gap={4}>
              <Inline justify="between" align="start">
                <SearchSummary answer={answer} sourceNames={sourceNames} />
                <Suspense fallback={null}>
                  <SaveSearchButton slug={slug} role={role} q={state.q.trim()} chosen={state.chosen} />
                </Suspense>
              </Inline>
              <QueryReadings
                reinterpreted={answer.reinterpreted}
                readings={answer.readings}
                onRead={(text) => typed.commit(text)}
              />
              {answer.results.length === 0 ? (
                <NoResults
                  answer={answer}
                  hasPattern={leavesOf(parseQuery(state.q).root).some(({ leaf }) => leaf.kind === "regex")}
                  onReplace={replace}
                  onClearFilters={clearFilters}
                  onTakeOut={takeOut}
                />
              ) : (
                <>
                  {answer.missing.length > 0 && <UnmatchedTerms missing={answer.missing} onReplace={replace} />}
                  <SearchResults
                    ref={results}
                    answer={answer}
                    isStale={isLoading}
                    sourceNames={sourceNames}
                    hrefOf={hrefOf}
                    renderMatches={
                      hasText
                        ? ({ source, path }) =>
                            source !== null &&
                            path !== null && (
                              <FileMatchesSection slug={slug} q={query.q ?? ""} source={source} path={path} />
                            )
                        : undefined
                    }
                    onShowKind={(kind) => choose({ ...state, chosen: { ...state.chosen, kind: [kind] } })}
                    onOpen={() => note(state.q)}
                    onLeave={() => place.current?.querySelector<HTMLElement>("input[type=search]")?.focus()}
                    onMore={
                      answer.results.length < answer.total && state.limit < SEARCH_LIMIT.most
                        ? () =>
                            choose(
                              { ...state, limit: Math.min(SEARCH_LIMIT.most, state.limit + 2 * SEARCH_LIMIT.first) },
                              { replace: true },
                            )
                        : undefined
                    }
                  />
                </>
              )}
            </Stack>
          </div>
        )}
      </>
    );
  };

  return (
    <Stack gap={4} ref={place}>
      <SearchField
        text={typed.text}
        isLoading={isLoading}
        known={known}
        onTypedFilter={setTyped}
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
      <QueryErrors
        query={typed.text}
        mistakes={mistakes}
        readings={answer?.readings ?? []}
        onFix={(query) => typed.commit(query)}
      />
      {body()}
      {words !== "" && sources.some(({ kind }) => kind !== "repository") && (
        <Suspense fallback={null}>
          <RestrictedSearchSection slug={slug} role={role} query={words} />
        </Suspense>
      )}
    </Stack>
  );
});
