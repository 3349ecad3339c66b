import { useId, useImperativeHandle, useRef, type KeyboardEvent, type ReactNode, type Ref } from "react";
import type { ResultKind, SearchAnswer, SearchResult } from "../../../contract/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SearchResultItem } from "./SearchResultItem.tsx";
import { Button } from "../ui/Button.ts";
import { nextIndex } from "../ui/nextIndex.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./SearchResults.module.css";

/** Lets the search field move the focus. */
export interface SearchResultsHandle {
  focusFirst: () => void;
  /** Moves the focus to a result; nothing for one that is no longer listed. */
  focus: (result: SearchResult) => void;
}

export interface SearchResultsProps {
  answer: SearchAnswer;
  ref?: Ref<SearchResultsHandle>;
  /** An older answer stays on screen while a newer one loads. */
  isStale?: boolean;
  sourceNames: Readonly<Record<string, string>>;
  /** The app's own page for a result; undefined where there is none. */
  hrefOf: (result: SearchResult) => string | undefined;
  /** Filters the results by one kind. */
  onShowKind: (kind: ResultKind) => void;
  /** Arrow up on the first result: back to the field. */
  onLeave: () => void;
  /** Renders all matches of a result's file. */
  renderMatches?: (result: SearchResult) => ReactNode;
  /** The result in the preview next to the list; null for none. Omitted where results have no preview. */
  previewed?: SearchResult | null;
  /** Id of the preview. */
  previewId?: string;
  /** Space on a result, its button, or the focus while a preview is open; null closes it. */
  onPreview?: (result: SearchResult | null) => void;
  /** A result is opened: by a click, by Enter, or in another tab. */
  onOpen?: () => void;
  /** Loads more; omitted where there are no more or the limit is reached. */
  onMore?: (() => void) | undefined;
}

const keyOf = ({ kind, id, line }: SearchResult): string => `${kind} ${id} ${line ?? ""}`;

/** The kinds in the order of their best result, so that an exact match comes first. */
function sectionsOf(results: readonly SearchResult[]): [ResultKind, SearchResult[]][] {
  const sections = new Map<ResultKind, SearchResult[]>();
  for (const result of results) {
    const section = sections.get(result.kind);
    if (section) section.push(result);
    else sections.set(result.kind, [result]);
  }
  return [...sections];
}

/** Results in sections by kind. The arrow keys move between them, Enter opens. */
export function SearchResults({
  answer,
  ref,
  isStale = false,
  sourceNames,
  hrefOf,
  onShowKind,
  onLeave,
  renderMatches,
  previewed = null,
  previewId = "",
  onPreview,
  onOpen,
  onMore,
}: SearchResultsProps) {
  const { t, format } = useTranslation("search");
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const hits = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-hit]") ?? [])];
  const sections = sectionsOf(answer.results);
  /** In the order of their links. */
  const listed = sections.flatMap(([, results]) => results);
  useImperativeHandle(ref, () => ({
    focusFirst: () => hits()[0]?.focus(),
    focus: (result) => hits()[listed.findIndex((one) => keyOf(one) === keyOf(result))]?.focus(),
  }));
  const isPreviewed = (result: SearchResult): boolean => previewed !== null && keyOf(previewed) === keyOf(result);
  const togglePreview = (result: SearchResult) => onPreview?.(isPreviewed(result) ? null : result);

  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const all = hits();
    const at = all.findIndex((hit) => hit === document.activeElement);
    if (event.key === "Escape" && previewed) onPreview?.(null);
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

  const isSeveral = Object.keys(sourceNames).length > 1;
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
      {sections.map(([kind, results]) => {
        const count = answer.facets.kind.find(({ value }) => value === kind)?.count ?? results.length;
        return (
          <section key={kind} className={styles.section} aria-labelledby={`${id}${kind}`}>
            <header className={styles.head}>
              <h2 id={`${id}${kind}`}>{t(`kind.${kind}`)}</h2>
              <Text tone="muted" isNumeric>
                {count > results.length
                  ? t("sectionCount", { shown: format.number(results.length), formatted: format.number(count), count })
                  : format.number(count)}
              </Text>
              {count > results.length && answer.facets.kind.length > 1 && (
                <Button
                  size="small"
                  variant="minimal"
                  text={t("showAll", { kind: t(`kind.${kind}`) })}
                  onClick={() => onShowKind(kind)}
                />
              )}
            </header>
            <ul className={styles.list}>
              {results.map((result) => (
                <li key={keyOf(result)}>
                  <SearchResultItem
                    result={result}
                    preview={
                      onPreview && {
                        isOpen: isPreviewed(result),
                        controls: previewId,
                        onToggle: () => togglePreview(result),
                      }
                    }
                    href={hrefOf(result)}
                    renderMatches={renderMatches}
                    sourceName={isSeveral && result.source !== null ? sourceNames[result.source] : undefined}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {onMore && <Button variant="outlined" text={t("more")} loading={isStale} onClick={onMore} />}
    </div>
  );
}
