import { memo, type RefObject, Suspense, lazy, useCallback, useId, useState } from "react";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import { NoResults } from "../../components/search/NoResults.tsx";
import { QueryReadings } from "../../components/search/QueryReadings.tsx";
import { type FoundResult, resultKey } from "../../components/search/resultGroups.ts";
import { type FoundFacets, hasChoices } from "../../components/search/SearchFacetList.tsx";
import { SearchResults, type SearchResultsHandle } from "../../components/search/SearchResults.tsx";
import { SearchSummary } from "../../components/search/SearchSummary.tsx";
import { quoteSigns } from "../../domain/quoteSigns.ts";
import { UnmatchedTerms } from "../../components/search/UnmatchedTerms.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { hrefTo } from "../paths.ts";
import { usePageShortcuts } from "../shell/openShortcuts.ts";
import { CommitChangesSection } from "./CommitChangesSection.tsx";
import { FileMatchesSection } from "./FileMatchesSection.tsx";
import { queryEdits } from "./queryEdits.ts";
import { SearchFacetsSection } from "./SearchFacetsSection.tsx";
import { type SearchScope, slugOf } from "./searchScope.ts";
import { SEARCH_LIMIT, type SearchState, toggle } from "./searchUrl.ts";
import { useMatchCounts } from "./useMatchCounts.ts";
import styles from "./SearchResultsSection.module.css";

const SearchPreviewSection = lazy(async () => ({
  default: (await import("./SearchPreviewSection.tsx")).SearchPreviewSection,
}));
const SearchTools = lazy(async () => ({ default: (await import("./SearchTools.tsx")).SearchTools }));

const NO_RESULTS: readonly FoundResult[] = [];

/** The answer of a search in a project, or over several. */
export interface FacetedAnswer extends Omit<SearchAnswer, "results" | "facets" | "sources"> {
  readonly results: readonly FoundResult[];
  readonly facets: FoundFacets;
  readonly sources?: SearchAnswer["sources"];
}

export interface SearchResultsSectionProps {
  scope: SearchScope;
  state: SearchState;
  answer: FacetedAnswer;
  /** A newer answer is loading. */
  isLoading: boolean;
  /** Names of the sources by id, and of the projects by slug. */
  sourceNames: Readonly<Record<string, string>>;
  resultsRef: RefObject<SearchResultsHandle | null>;
  /** Searches with other facets or more results; the text is the field's. */
  onSearch: (next: SearchState, options?: { replace: boolean }) => void;
  /** Searches for another text. */
  onText: (text: string) => void;
  /** A result is opened. */
  onOpen: () => void;
  /** Moves the focus back to the field. */
  onLeave: () => void;
}

const resultHref = (scope: SearchScope, result: FoundResult): string | undefined =>
  hrefTo.searchResult(slugOf(scope, result), result);

/** The page of the author of a result, where the person is one of the project. */
const authorHref = (scope: SearchScope, result: FoundResult): string | undefined =>
  result.author === null || result.author_id === null
    ? undefined
    : hrefTo.person(slugOf(scope, result), { id: result.author_id, name: result.author });

/**
 * The answer of a search: facets, how the query was understood, and the results. Memoized: it is expensive to render, and each key in the
 * field renders the page.
 */
export const SearchResultsSection = memo(function SearchResultsSection(props: SearchResultsSectionProps) {
  const { scope, state, answer, sourceNames, resultsRef, onSearch, onText, onLeave } = props;
  usePageShortcuts("results");
  const previewId = useId();
  const [opened, setOpened] = useState<FoundResult | null>(null);
  // The opened result may be of an earlier answer: it may have moved, or be gone.
  const previewed = opened && (answer.results.find((result) => resultKey(result) === resultKey(opened)) ?? null);
  const hasFacets = hasChoices(answer.facets, state.chosen);
  const edits = queryEdits(state, { onSearch, onText, onLeave });
  const q = state.q.trim();
  return (
    <div className={styles.found} data-preview={previewed !== null || undefined} data-facets={hasFacets || undefined}>
      {hasFacets && (
        <SearchFacetsSection
          facets={answer.facets}
          chosen={state.chosen}
          sourceNames={sourceNames}
          onToggle={(facet, value) => onSearch(toggle(state, facet, value))}
          onClear={edits.clearFilters}
        />
      )}
      <Stack gap={4}>
        <Inline justify="between" align="start">
          <SearchSummary answer={answer} sourceNames={sourceNames} />
          <div className={styles.tools}>
            <Suspense fallback={null}>
              <SearchTools scope={scope} state={state} hasResults={answer.results.length > 0} onSearch={onSearch} />
            </Suspense>
          </div>
        </Inline>
        <QueryReadings reinterpreted={answer.reinterpreted} readings={answer.readings} onRead={edits.searchText} />
        {answer.results.length === 0 ? (
          <NoResults
            answer={answer}
            hasPattern={edits.leaves.some(({ leaf }) => leaf.kind === "regex")}
            literal={quoteSigns(state.q)}
            onLiteral={edits.searchText}
            onReplace={edits.replace}
            onClearFilters={edits.clearFilters}
            allProjectsHref={scope === null ? undefined : hrefTo.home({ q })}
            onRemoveFilter={edits.removeFilter}
          />
        ) : (
          <>
            {answer.missing.length > 0 && <UnmatchedTerms missing={answer.missing} onReplace={edits.replace} />}
            <ResultList
              {...props}
              // A file that filters alone have found has no matching lines.
              hasText={edits.leaves.some(({ leaf, isExcluded }) => leaf.kind !== "filter" && !isExcluded)}
              previewed={previewed}
              previewId={previewId}
              onPreview={setOpened}
            />
          </>
        )}
      </Stack>
      {previewed && (
        <div className={styles.preview}>
          <Suspense fallback={<Skeleton count={8} />}>
            <SearchPreviewSection
              id={previewId}
              slug={slugOf(scope, previewed)}
              q={q}
              result={previewed}
              href={resultHref(scope, previewed)}
              onClose={() => {
                resultsRef.current?.focus(previewed);
                setOpened(null);
              }}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
});

interface ResultListProps extends SearchResultsSectionProps {
  /** The query has words or patterns, whose lines are counted and shown. */
  hasText: boolean;
  previewed: FoundResult | null;
  previewId: string;
  onPreview: (result: FoundResult | null) => void;
}

/** The results, each with the matches inside of it on demand. */
function ResultList({ scope, state, answer, isLoading, resultsRef, onSearch, hasText, ...rest }: ResultListProps) {
  const q = state.q.trim();
  const matchCounts = useMatchCounts(scope, q, hasText ? answer.results : NO_RESULTS);
  const renderMatches = useCallback(
    (result: FoundResult) => <ResultMatches slug={slugOf(scope, result)} q={q} result={result} />,
    [scope, q],
  );
  const hasMore = answer.results.length < answer.total && state.limit < SEARCH_LIMIT.most;
  const limit = Math.min(SEARCH_LIMIT.most, state.limit + 2 * SEARCH_LIMIT.first);
  return (
    <SearchResults
      ref={resultsRef}
      answer={answer}
      isStale={isLoading}
      sourceNames={rest.sourceNames}
      hrefOf={(result) => resultHref(scope, result)}
      personHref={(result) => authorHref(scope, result)}
      grouping={state.grouping}
      renderMatches={hasText ? renderMatches : undefined}
      matchCounts={matchCounts}
      onNarrow={(facet, value) =>
        onSearch({ ...state, chosen: { ...state.chosen, [facet]: [value] }, limit: SEARCH_LIMIT.first })
      }
      previewed={rest.previewed}
      previewId={rest.previewId}
      onPreview={rest.onPreview}
      onOpen={rest.onOpen}
      onLeave={rest.onLeave}
      onMore={hasMore ? () => onSearch({ ...state, limit }, { replace: true }) : undefined}
    />
  );
}

/** The matching lines of a file, or the changes of a commit. */
function ResultMatches({ slug, q, result }: { slug: string; q: string; result: FoundResult }) {
  const { kind, source, path, hash } = result;
  if (source === null) return null;
  return (
    <>
      {path !== null && <FileMatchesSection slug={slug} q={q} source={source} path={path} revision={hash} />}
      {kind === "commit" && hash !== null && <CommitChangesSection slug={slug} q={q} source={source} hash={hash} />}
    </>
  );
}
