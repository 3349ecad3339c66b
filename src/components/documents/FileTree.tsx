import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { Icon } from "../ui/Icon.tsx";
import {
  ChevronDownIcon,
  ChevronRightIcon,
  DocumentIcon,
  FolderCloseIcon,
  FolderOpenIcon,
  GitRepoIcon,
  ManualIcon,
} from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./FileTree.module.css";

/** One visible row: the tree is flattened, and depth is a number. */
export interface TreeRow {
  readonly key: string;
  readonly name: string;
  readonly href: string;
  /** From 0. */
  readonly depth: number;
  readonly kind: "repository" | "wiki" | "folder" | "file" | "page";
  /** Null: it has no children. */
  readonly isExpanded: boolean | null;
  readonly isLoading: boolean;
  /** Its children failed to load. */
  readonly isFailed: boolean;
  /** Number of names in the page that the code no longer has. */
  readonly staleReferences: number;
  /** Position among its siblings from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
}

export interface FileTreeProps {
  rows: readonly TreeRow[];
  /** Key of the row that is shown next to the tree. */
  currentKey: string | null;
  onToggle: (key: string) => void;
  onOpen: (row: TreeRow) => void;
}

const ROW = 28;
/** Letters typed within this many milliseconds form one prefix. */
const TYPING_MS = 700;
const DEEPEST = 12;

/** Files and pages as a virtualized tree: one tab stop, arrow keys inside it. */
export function FileTree({ rows, currentKey, onToggle, onOpen }: FileTreeProps) {
  const { t } = useTranslation("documents");
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const [activeKey, setActiveKey] = useState<string | null>(currentKey);
  const found = rows.findIndex(({ key }) => key === activeKey);
  const active = found >= 0 ? found : 0;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    initialRect: { width: 280, height: 600 },
  });

  // A document that was opened elsewhere is scrolled into view, also while levels above it still load, until the user moves in the tree.
  const currentIndex = rows.findIndex(({ key }) => key === currentKey);
  const followed = useRef<string | null>(null);
  useEffect(() => {
    followed.current = currentKey;
    setActiveKey(currentKey);
  }, [currentKey]);
  useEffect(() => {
    if (currentIndex >= 0 && followed.current === currentKey && currentKey !== null) {
      virtualizer.scrollToIndex(currentIndex, { align: "center" });
    }
  }, [currentKey, currentIndex, virtualizer]);
  const stopFollowing = () => {
    followed.current = null;
  };

  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setActiveKey(row.key);
    virtualizer.scrollToIndex(rows.indexOf(row), { align: "auto" });
  };

  const findTyped = (letter: string, now: number): void => {
    const isFresh = now - typed.current.at > TYPING_MS;
    const text = isFresh ? letter : typed.current.text + letter;
    typed.current = { text, at: now };
    // A repeated letter moves from match to match; a longer prefix may keep the current row.
    const start = text.length === 1 ? active + 1 : active;
    for (let step = 0; step < rows.length; step++) {
      const index = (start + step) % rows.length;
      if (rows[index]?.name.toLocaleLowerCase().startsWith(text)) {
        goTo(index);
        return;
      }
    }
  };

  const handleKey = (event: KeyboardEvent) => {
    stopFollowing();
    const row = rows[active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const parent = () => rows.findLastIndex(({ depth }, index) => index < active && depth < row.depth);
    const keys: Record<string, () => void> = {
      ArrowDown: () => goTo(active + 1),
      ArrowUp: () => goTo(active - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      PageDown: () => goTo(active + 15),
      PageUp: () => goTo(active - 15),
      ArrowRight: () => {
        if (row.isExpanded === false) onToggle(row.key);
        else if (row.isExpanded && (rows[active + 1]?.depth ?? 0) > row.depth) goTo(active + 1);
      },
      ArrowLeft: () => {
        if (row.isExpanded) onToggle(row.key);
        else if (row.depth > 0) goTo(parent());
      },
      Enter: () => onOpen(row),
      " ": () => (row.isExpanded === null ? onOpen(row) : onToggle(row.key)),
      "*": () => {
        for (const other of rows) if (other.depth === row.depth && other.isExpanded === false) onToggle(other.key);
      },
    };
    const run = keys[event.key];
    if (run) {
      typed.current = { text: "", at: 0 };
      run();
    } else if (event.key.length === 1) findTyped(event.key.toLocaleLowerCase(), event.timeStamp);
    else return;
    event.preventDefault();
  };

  const items = virtualizer.getVirtualItems();
  const isActiveDrawn = items.some(({ index }) => index === active);
  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label={t("tree.label")}
      aria-activedescendant={isActiveDrawn ? `${id}${active}` : undefined}
      tabIndex={0}
      onKeyDown={handleKey}
      onWheel={stopFollowing}
      onPointerDown={stopFollowing}
    >
      <div className={styles.rows} role="presentation" style={{ blockSize: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <a
              key={row.key}
              id={`${id}${index}`}
              className={styles.row}
              href={row.href}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.depth + 1}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={row.isExpanded ?? undefined}
              aria-selected={row.key === currentKey}
              data-active={index === active || undefined}
              style={
                {
                  transform: `translateY(${start}px)`,
                  "--depth": Math.min(DEEPEST, row.depth),
                } as CSSProperties
              }
              title={row.name}
              onClick={(event) => {
                setActiveKey(row.key);
                if (row.isExpanded === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
                // A page with child pages opens and expands; a folder only expands.
                if (row.kind !== "page") event.preventDefault();
                if (row.kind !== "page" || !row.isExpanded) onToggle(row.key);
              }}
            >
              <RowIcons row={row} />
              <span className={styles.name}>
                <ForeignText text={row.name} />
              </span>
              {row.isFailed && <span className={styles.failed}>{t("tree.failed")}</span>}
              {row.staleReferences > 0 && (
                <span
                  className={styles.staleReferences}
                  title={t("staleReferences.count", { count: row.staleReferences })}
                >
                  <span aria-hidden>{row.staleReferences}</span>
                  <span className="visually-hidden">{t("staleReferences.count", { count: row.staleReferences })}</span>
                </span>
              )}
            </a>
          );
        })}
      </div>
    </div>
  );
}

function RowIcons({ row }: { row: TreeRow }) {
  const chevron = row.isExpanded ? ChevronDownIcon : ChevronRightIcon;
  const icon = {
    repository: GitRepoIcon,
    wiki: ManualIcon,
    folder: row.isExpanded ? FolderOpenIcon : FolderCloseIcon,
    file: DocumentIcon,
    page: ManualIcon,
  }[row.kind];
  return (
    <>
      <span className={styles.chevron} aria-hidden>
        {row.isLoading ? <Spinner size={12} /> : row.isExpanded === null ? null : <Icon of={chevron} size={14} />}
      </span>
      <Text tone="muted" className={styles.icon} aria-hidden>
        <Icon of={icon} size={14} />
      </Text>
    </>
  );
}
