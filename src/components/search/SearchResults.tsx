import { useEffect, useId, useImperativeHandle, useRef, type KeyboardEvent, type ReactNode, type Ref } from "react";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SearchResultItem } from "./SearchResultItem.tsx";
import { type FoundResult, type ResultGrouping, groupResults, resultKey } from "./resultGroups.ts";
import type { FacetName, FoundFacets } from "./SearchFacetList.tsx";
import { Button } from "../ui/Button.tsx";
import { nextIndex } from "../ui/nextIndex.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./SearchResults.module.css";

/** Lets the search field move the focus. */
export interface SearchResultsHandle {
  focusFirst: () => void;
  /** Moves the focus to a result; nothing for one that is no longer listed. */
  focus: (result: FoundResult) => void;
}

export interface SearchResultsProps {
  answer: { readonly results: readonly FoundResult[]; readonly facets: FoundFacets };
  /** What the sections have in common. */
  grouping?: ResultGrouping;
  ref?: Ref<SearchResultsHandle>;
  /** An older answer stays on screen while a newer one loads. */
  isStale?: boolean;
  /** Names of the sources by id. */
  sourceNames: Readonly<Record<string, string>>;
  /** The app's own page for a result; undefined where there is none. */
  hrefOf: (result: FoundResult) => string | undefined;
  /** The page of the author of a result; undefined where they have none. */
  personHref: (result: FoundResult) => string | undefined;
  /** Filters the results by what those of a section have in common. */
  onNarrow: (facet: FacetName, value: string) => void;
  /** Arrow up on the first result: back to the field. */
  onLeave: () => void;
  /** Renders all matches of a result's file, or the changes of a commit; null where it has none. */
  renderMatches?: (result: FoundResult) => ReactNode;
  /** Matching lines of the results' files by the keys of the results; those that are not counted are left out. */
  matchCounts?: ReadonlyMap<string, number>;
  /** The result in the preview next to the list; null for none. Omitted where results have no preview. */
  previewed?: FoundResult | null;
  /** Id of the preview. */
  previewId?: string;
  /** Space on a result, its button, or the focus while a preview is open; null closes it. */
  onPreview?: (result: FoundResult | null) => void;
  /** A result is opened: by a click, by Enter, or in another tab. */
  onOpen?: () => void;
  /** Loads more; omitted where there are no more or the limit is reached. */
  onMore?: (() => void) | undefined;
}

/** Commits whose changes are shown at once. */
const SHOWN_COMMITS = 3;

/** Results in sections. The arrow keys move between them, Enter opens. */
export function SearchResults({
  answer,
  grouping = "kind",
  ref,
  isStale = false,
  sourceNames,
  hrefOf,
  personHref,
  onNarrow,
  onLeave,
  renderMatches,
  matchCounts,
  previewed = null,
  previewId = "",
  onPreview,
  onOpen,
  onMore,
}: SearchResultsProps) {
  const { t } = useTranslation("search");
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const hits = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-hit]") ?? [])];
  const sections = groupResults(answer.results, grouping, sourceNames);
  /** In the order of their links. */
  const listed = sections.flatMap(({ results }) => results);
  const shownCommits = new Set(
    listed.filter(({ kind, hash }) => kind === "commit" && hash !== null).slice(0, SHOWN_COMMITS),
  );
  useImperativeHandle(ref, () => ({
    focusFirst: () => hits()[0]?.focus(),
    focus: (result) => hits()[listed.findIndex((one) => resultKey(one) === resultKey(result))]?.focus(),
  }));
  const keepFocus = useFocusOfMore(listed, isStale, hits);
  const isPreviewed = (result: FoundResult): boolean =>
    previewed !== null && resultKey(previewed) === resultKey(result);
  const togglePreview = useStableCallback((result: FoundResult) => onPreview?.(isPreviewed(result) ? null : result));

  const handleKey = useResultKeys({
    listed,
    hits,
    isPreviewing: previewed !== null,
    togglePreview,
    onPreview,
    onLeave,
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and clicks of the links and buttons inside bubble up to here
    <div
      ref={list}
      className={styles.results}
      aria-busy={isStale}
      onKeyDown={handleKey}
      onFocus={({ target }) => {
        const focused = listed[hits().indexOf(target as HTMLElement)];
        if (previewed && focused && !isPreviewed(focused)) onPreview?.(focused);
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest("a")) onOpen?.();
      }}
    >
      {sections.map((section, at) => (
        <ResultSection
          key={section.key}
          section={section}
          id={grouping === "none" ? null : `${id}${at}`}
          facets={answer.facets}
          onNarrow={onNarrow}
          renderResult={(result) => (
            <SearchResultItem
              result={result}
              onPreview={onPreview && togglePreview}
              isPreviewed={isPreviewed(result)}
              previewId={previewId}
              href={hrefOf(result)}
              personHref={personHref(result)}
              renderMatches={renderMatches}
              isInitiallyUnfolded={shownCommits.has(result)}
              matchCount={matchCounts?.get(resultKey(result))}
              sourceName={placeOf(result, sourceNames, t)}
            />
          )}
        />
      ))}
      {onMore && (
        <Button
          variant="outlined"
          text={t("more")}
          loading={isStale}
          onClick={() => {
            keepFocus();
            onMore();
          }}
        />
      )}
    </div>
  );
}

interface ResultKeys {
  /** In the order of the links. */
  listed: readonly FoundResult[];
  hits: () => readonly HTMLElement[];
  isPreviewing: boolean;
  togglePreview: (result: FoundResult) => void;
  onPreview: SearchResultsProps["onPreview"];
  onLeave: () => void;
}

/** The arrow keys move between the results, Space opens the preview of one, and Escape closes it. */
function useResultKeys({ listed, hits, isPreviewing, togglePreview, onPreview, onLeave }: ResultKeys) {
  return (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const all = hits();
    const at = all.findIndex((hit) => hit === document.activeElement);
    if (event.key === "Escape" && isPreviewing) onPreview?.(null);
    if (at < 0) return;
    const focused = listed[at];
    // Space on a button expands it in place.
    if (event.key === " " && onPreview && focused && all[at] instanceof HTMLAnchorElement) {
      event.preventDefault();
      togglePreview(focused);
      return;
    }
    const next = nextIndex(event.key, at, all.length, { axis: "vertical" });
    if (next === null && event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    if (next !== null) all[next]?.focus();
    else if (event.key === "ArrowUp") onLeave();
  };
}

/** The project and the source of a result, where there are several. */
function placeOf(
  { project, source }: FoundResult,
  sourceNames: SearchResultsProps["sourceNames"],
  t: ReturnType<typeof useTranslation<"search">>["t"],
): string | undefined {
  const isOfSeveral = Object.keys(sourceNames).length > 1;
  const name = isOfSeveral && source !== null ? sourceNames[source] : undefined;
  if (project === undefined) return name;
  return name === undefined || name === project.name ? project.name : t("sourceIn", { name, project: project.name });
}

/** Moves the focus to the first new result after more are loaded: the button loses it while it waits. */
function useFocusOfMore(listed: readonly FoundResult[], isStale: boolean, elements: () => readonly HTMLElement[]) {
  /** The results before more are loaded. */
  const before = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const shown = before.current;
    if (!shown || isStale || listed.length <= shown.size) return;
    before.current = null;
    if (document.activeElement !== document.body) return;
    elements()[listed.findIndex((result) => !shown.has(resultKey(result)))]?.focus();
  });
  return (): void => {
    before.current = new Set(listed.map(resultKey));
  };
}

interface SectionHeadProps {
  id: string;
  name: string;
  shown: number;
  /** Results of the section, also those that are not listed. */
  count: number;
  onShowAll: (() => void) | undefined;
}

/** The name of a section with its number of results. */
function SectionHead({ id, name, shown, count, onShowAll }: SectionHeadProps) {
  const { t, format } = useTranslation("search");
  const formatted = format.number(count);
  return (
    <header className={styles.head}>
      <h2 id={id}>{name}</h2>
      <Text tone="muted" isNumeric>
        {count > shown ? t("sectionCount", { shown: format.number(shown), formatted, count }) : formatted}
      </Text>
      {onShowAll && <Button size="small" variant="minimal" text={t("showAll", { kind: name })} onClick={onShowAll} />}
    </header>
  );
}

interface ResultSectionProps {
  section: ReturnType<typeof groupResults>[number];
  /** The id of the title; null where the results are not grouped. */
  id: string | null;
  facets: FoundFacets;
  onNarrow: SearchResultsProps["onNarrow"];
  renderResult: (result: FoundResult) => ReactNode;
}

function ResultSection({ section, id, facets, onNarrow, renderResult }: ResultSectionProps) {
  const { t } = useTranslation("search");
  const { title, facet, results } = section;
  const name = "kind" in title ? t(`kind.${title.kind}`) : title.text || t("group.elsewhere");
  const values = facet === null ? [] : (facets[facet.name] ?? []);
  const count = values.find(({ value }) => value === facet?.value)?.count ?? results.length;
  const hasMore = count > results.length && values.length > 1;
  return (
    <section
      className={styles.section}
      {...(id === null ? { "aria-label": t("group.all") } : { "aria-labelledby": id })}
    >
      {id !== null && (
        <SectionHead
          id={id}
          name={name}
          shown={results.length}
          count={count}
          onShowAll={facet !== null && hasMore ? () => onNarrow(facet.name, facet.value) : undefined}
        />
      )}
      <ul className={styles.list}>
        {results.map((result) => (
          <li key={resultKey(result)}>{renderResult(result)}</li>
        ))}
      </ul>
    </section>
  );
}
