import { type RefObject, Suspense, lazy, useId, useState } from "react";
import { SEARCH_FACETS } from "../../../contract/constants.ts";
import { withoutLeaf } from "../../../contract/printQuery.ts";
import type { ProjectRole } from "../../../contract/projects.ts";
import { leavesOf } from "../../../contract/queryNodes.ts";
import { replaceWord } from "../../../contract/replaceWord.ts";
import type { SearchAnswer, SearchResult } from "../../../contract/search.ts";
import { parseQuery } from "../../../contract/searchQuery.ts";
import { NoResults } from "../../components/search/NoResults.tsx";
import { QueryReadings } from "../../components/search/QueryReadings.tsx";
import { NO_FACETS, SearchFacetList, countChosen, hasChoices } from "../../components/search/SearchFacetList.tsx";
import { SearchResults, type SearchResultsHandle } from "../../components/search/SearchResults.tsx";
import { SearchSummary } from "../../components/search/SearchSummary.tsx";
import { UnmatchedTerms } from "../../components/search/UnmatchedTerms.tsx";
import { Button } from "../../components/ui/Button.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { FilterIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import { FileMatchesSection } from "./FileMatchesSection.tsx";
import { SEARCH_LIMIT, type SearchState, toggle } from "./searchUrl.ts";
import styles from "./SearchTab.module.css";

const SearchPreviewSection = lazy(async () => ({
  default: (await import("./SearchPreviewSection.tsx")).SearchPreviewSection,
}));
const ExportSearchButton = lazy(async () => ({
  default: (await import("./ExportSearchButton.tsx")).ExportSearchButton,
}));
const SaveSearchButton = lazy(async () => ({ default: (await import("./SaveSearchButton.tsx")).SaveSearchButton }));

export interface FoundSectionProps {
  slug: string;
  role: ProjectRole;
  state: SearchState;
  answer: SearchAnswer;
  /** A newer answer is loading. */
  isLoading: boolean;
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

/** The answer of a search: facets, how the query was understood, and the results. */
export function FoundSection({
  slug,
  role,
  state,
  answer,
  isLoading,
  sourceNames,
  resultsRef,
  onSearch,
  onText,
  onOpen,
  onLeave,
}: FoundSectionProps) {
  const { t } = useTranslation("search");
  const [areFacetsOpen, setFacetsOpen] = useState(false);
  const previewId = useId();
  const [opened, setOpened] = useState<SearchResult | null>(null);
  // Of another answer: the result may have moved, or be gone.
  const previewed = opened && (answer.results.find(({ kind, id }) => kind === opened.kind && id === opened.id) ?? null);
  const set = countChosen(state.chosen);
  const hrefOf = (result: SearchResult) => hrefTo.searchResult(slug, result);
  const leaves = leavesOf(parseQuery(state.q).root);
  const takeOut = ({ filter, at }: SearchAnswer["filtered_by"][number]) => {
    const leaf = leaves.find((one) => one.leaf.at === at)?.leaf;
    if (at !== null && leaf) {
      onText(withoutLeaf(state.q, leaf.at));
      return;
    }
    const facet = SEARCH_FACETS.find((name) => name === filter);
    if (facet) onSearch({ ...state, chosen: { ...state.chosen, [facet]: [] }, limit: SEARCH_LIMIT.first });
  };
  const replace = (word: string, by: string) => onText(replaceWord(state.q, word, by, ["word", "phrase"]));
  const clearFilters = () => onSearch({ ...state, chosen: NO_FACETS, limit: SEARCH_LIMIT.first });

  // A file that filters alone have found has no matching lines.
  const hasText = leaves.some(({ leaf, isExcluded }) => leaf.kind !== "filter" && !isExcluded);

  return (
    <div
      className={styles.found}
      data-preview={previewed !== null || undefined}
      data-facets={hasChoices(answer.facets, state.chosen) || undefined}
    >
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
              onToggle={(facet, value) => onSearch(toggle(state, facet, value))}
              onClear={clearFilters}
            />
          </div>
        </div>
      )}
      <Stack gap={4}>
        <Inline justify="between" align="start">
          <SearchSummary answer={answer} sourceNames={sourceNames} />
          <Suspense fallback={null}>
            <Inline>
              <SaveSearchButton slug={slug} role={role} q={state.q.trim()} chosen={state.chosen} />
              {answer.results.length > 0 && <ExportSearchButton slug={slug} state={state} />}
            </Inline>
          </Suspense>
        </Inline>
        <QueryReadings
          reinterpreted={answer.reinterpreted}
          readings={answer.readings}
          onRead={(text) => onText(text)}
        />
        {answer.results.length === 0 ? (
          <NoResults
            answer={answer}
            hasPattern={leaves.some(({ leaf }) => leaf.kind === "regex")}
            onReplace={replace}
            onClearFilters={clearFilters}
            onTakeOut={takeOut}
          />
        ) : (
          <>
            {answer.missing.length > 0 && <UnmatchedTerms missing={answer.missing} onReplace={replace} />}
            <SearchResults
              ref={resultsRef}
              answer={answer}
              isStale={isLoading}
              sourceNames={sourceNames}
              hrefOf={hrefOf}
              renderMatches={
                hasText
                  ? ({ source, path }) =>
                      source !== null &&
                      path !== null && <FileMatchesSection slug={slug} q={state.q.trim()} source={source} path={path} />
                  : undefined
              }
              onShowKind={(kind) => onSearch({ ...state, chosen: { ...state.chosen, kind: [kind] } })}
              previewed={previewed}
              previewId={previewId}
              onPreview={setOpened}
              onOpen={onOpen}
              onLeave={onLeave}
              onMore={
                answer.results.length < answer.total && state.limit < SEARCH_LIMIT.most
                  ? () =>
                      onSearch(
                        { ...state, limit: Math.min(SEARCH_LIMIT.most, state.limit + 2 * SEARCH_LIMIT.first) },
                        { replace: true },
                      )
                  : undefined
              }
            />
          </>
        )}
      </Stack>
      {previewed && (
        <div className={styles.preview}>
          <Suspense fallback={<Skeleton count={8} />}>
            <SearchPreviewSection
              id={previewId}
              slug={slug}
              result={previewed}
              href={hrefOf(previewed)}
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
}
