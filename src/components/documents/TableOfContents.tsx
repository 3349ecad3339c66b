import { useEffect, useRef, type CSSProperties } from "react";
import { symbolKindOf } from "../../../contract/code/symbolKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./TableOfContents.module.css";

export interface TableOfContentsEntry {
  readonly name: string;
  /** The kind, as the index names it; empty for a heading. */
  readonly kind: string;
  readonly line: number;
  readonly depth: number;
  readonly href: string;
}

export interface TableOfContentsProps {
  entries: readonly TableOfContentsEntry[];
  /** The first visible line: the last entry at or above it is marked. */
  line: number;
}

const DEEPEST = 4;

/** The symbols of a file, or the headings of a page. Follows the scroll position. */
export function TableOfContents({ entries, line }: TableOfContentsProps) {
  const { t } = useTranslation("documents");
  const { t: tKinds } = useTranslation("symbolKinds");
  const list = useRef<HTMLOListElement>(null);
  const here = entries.findLastIndex((entry) => entry.line <= line);
  useEffect(() => {
    // Scrolls inside its own box only: the page must not move with the outline.
    const box = list.current;
    const item = box?.children[here];
    if (!box || !(item instanceof HTMLElement)) return;
    const top = item.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - item.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }, [here]);
  return (
    <nav className={styles.outline} aria-label={t("outline.label")}>
      <h3 className={styles.title}>{t("outline.title")}</h3>
      <ol ref={list} className={styles.list}>
        {entries.map((entry, index) => (
          <li
            key={`${entry.line} ${entry.name}`}
            style={{ "--depth": Math.min(DEEPEST, entry.depth) } as CSSProperties}
          >
            <a
              href={entry.href}
              className={styles.entry}
              aria-current={index === here ? "location" : undefined}
              title={entry.name}
            >
              <Text overflow="ellipsis">
                <ForeignText text={entry.name} />
              </Text>
              {entry.kind && (
                <Text tone="muted" className={styles.kind}>
                  {tKinds(`kind.${symbolKindOf(entry.kind)}`)}
                </Text>
              )}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
