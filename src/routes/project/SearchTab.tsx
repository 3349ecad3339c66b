import { observer } from "mobx-react-lite";
import { Suspense, lazy, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { mayInProject } from "../../../contract/policy.ts";
import { leavesOf } from "../../../contract/queryNodes.ts";
import { parseQuery } from "../../../contract/searchQuery.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { QueryErrors } from "../../components/search/QueryErrors.tsx";
import { SearchField } from "../../components/search/SearchField.tsx";
import type { SearchResultsHandle } from "../../components/search/SearchResults.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { LinkIcon, TimeIcon } from "../../components/ui/icons.ts";
import { useDebouncedText } from "../../components/ui/useDebouncedText.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useHistoryStep } from "../useHistoryStep.ts";
import { SearchResultsSection } from "../search/SearchResultsSection.tsx";
import { queryOf, SEARCH_LIMIT, readSearch, writeSearch, type SearchState } from "../search/searchUrl.ts";
import { useFilterValues } from "../search/useFilterValues.ts";
import { usePartTitle, useProject } from "./useProject.ts";
import { useSavedSearches } from "../search/useSavedSearches.ts";
import { SearchTokens } from "../search/SearchTokens.tsx";
import { useSearchHistory } from "../search/useSearchHistory.ts";

/** Few projects have restricted items that one may read. */
const RestrictedSearchSection = lazy(async () => ({
  default: (await import("./RestrictedSearchSection.tsx")).RestrictedSearchSection,
}));

const SearchStart = lazy(async () => ({ default: (await import("../search/SearchStart.tsx")).SearchStart }));

/** The project's search: the query is kept in the address, the last answer on screen until a newer one arrives. */
export const Component = observer(function SearchTab() {
  const { project, sources } = useProject();
  const { slug, role } = project;
  const scope = { slug, role };
  const canLink = mayInProject(role, "sources.change");
  const { search } = useServices();
  const { t } = useTranslation("search");
  const { t: tProject } = useTranslation("project");
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const state = readSearch(params);
  const query = queryOf(state);
  usePartTitle("search", query.q);
  const found = useQuery(
    state.q.trim() === "" ? null : queryKeys.search(slug, query),
    (signal) => search.project(slug, query, signal),
    { isLive: true },
  );
  const { data: answer, isLoading } = found;
  const results = useRef<SearchResultsHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  const focusField = () => place.current?.querySelector<HTMLElement>("input[type=search]")?.focus();

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
  // Restricted items are found by words alone: they have no index that filters could ask.
  const words = leavesOf(parseQuery(state.q).root)
    .flatMap(({ leaf, isExcluded }) =>
      (leaf.kind === "word" || leaf.kind === "phrase") && !isExcluded ? leaf.text : [],
    )
    .join(" ");

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
          <SearchStart scope={scope} />
        </Suspense>
      ) : (
        <EmptyState icon={<TimeIcon size={32} />} title={t("notReady.title")}>
          {t("notReady.text")}
        </EmptyState>
      );
    }
    return (
      <AsyncContent
        query={found}
        keepsPrevious
        failed={t("failed")}
        loading={<Skeleton shape="rows" count={6} height="4.5rem" />}
      >
        {(answer) => (
          <SearchResultsSection
            scope={scope}
            state={state}
            answer={answer}
            isLoading={isLoading}
            sourceNames={sourceNames}
            resultsRef={results}
            onSearch={choose}
            onText={typed.commit}
            onOpen={() => note(state.q)}
            onLeave={focusField}
          />
        )}
      </AsyncContent>
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
      {body()}
      {words !== "" && sources.some(({ kind }) => kind !== "repository") && (
        <Suspense fallback={null}>
          <RestrictedSearchSection slug={slug} role={role} query={words} />
        </Suspense>
      )}
    </Stack>
  );
});
