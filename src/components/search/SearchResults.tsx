import { useId, useImperativeHandle, useRef, type KeyboardEvent, type ReactNode, type Ref } from "react";
import type { ResultKind, SearchAnswer, SearchResult } from "../../../contract/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SearchResultItem } from "./SearchResultItem.tsx";
import { Button } from "../ui/Button.ts";
import { nextIndex } from "../ui/nextIndex.ts";
import styles from "./SearchResults.module.css";

/** Lets the search field move the focus. */
export interface SearchResultsHandle {
  focusFirst: () => void;
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
  /** A result is opened: by a click, by Enter, or in another tab. */
  onOpen?: () => void;
  /** Loads more; omitted where there are no more or the limit is reached. */
  onMore?: (() => void) | undefined;
}

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
  onOpen,
  onMore,
}: SearchResultsProps) {
  const { t, format } = useTranslation("search");
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const hits = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-hit]") ?? [])];
  useImperativeHandle(ref, () => ({ focusFirst: () => hits()[0]?.focus() }));

  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const all = hits();
    const at = all.findIndex((hit) => hit === document.activeElement);
    if (at < 0) return;
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
      onClick={({ target }) => {
        if (target instanceof Element && target.closest("a")) onOpen?.();
      }}
    >
      {sectionsOf(answer.results).map(([kind, results]) => {
        const count = answer.facets.kind.find(({ value }) => value === kind)?.count ?? results.length;
        return (
          <section key={kind} className={styles.section} aria-labelledby={`${id}${kind}`}>
            <header className={styles.head}>
              <h2 id={`${id}${kind}`}>{t(`kind.${kind}`)}</h2>
              <span className={styles.count}>
                {count > results.length
                  ? t("sectionCount", { shown: format.number(results.length), formatted: format.number(count), count })
                  : format.number(count)}
              </span>
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
                <li key={`${result.kind} ${result.id} ${result.line ?? ""}`}>
                  <SearchResultItem
                    result={result}
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
