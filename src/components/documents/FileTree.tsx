import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent } from "react";
import { findByPrefix, treeStep } from "../../domain/treeSteps.ts";
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
  const [isFollowing, setFollowing] = useState(true);
  const [shownKey, setShownKey] = useState(currentKey);
  if (shownKey !== currentKey) {
    setShownKey(currentKey);
    setActiveKey(currentKey);
    setFollowing(true);
  }
  useEffect(() => {
    if (isFollowing && currentIndex >= 0) virtualizer.scrollToIndex(currentIndex, { align: "center" });
  }, [isFollowing, currentKey, currentIndex, virtualizer]);
  const stopFollowing = () => setFollowing(false);

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
    const index = findByPrefix(rows, active, text);
    if (index !== null) goTo(index);
  };

  const handleKey = (event: KeyboardEvent) => {
    stopFollowing();
    const row = rows[active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(event.key, rows, active);
    if (step) {
      typed.current = { text: "", at: 0 };
      if (step.kind === "go") goTo(step.index);
      else if (step.kind === "toggle") step.keys.forEach(onToggle);
      else if (step.kind === "open") onOpen(row);
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
            <Row
              key={row.key}
              id={`${id}${index}`}
              row={row}
              start={start}
              isCurrent={row.key === currentKey}
              isActive={index === active}
              onActivate={() => setActiveKey(row.key)}
              onToggle={onToggle}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  id: string;
  row: TreeRow;
  /** Distance from the beginning of the tree, in pixels. */
  start: number;
  isCurrent: boolean;
  isActive: boolean;
  onActivate: () => void;
  onToggle: (key: string) => void;
}

function Row({ id, row, start, isCurrent, isActive, onActivate, onToggle }: RowProps) {
  const { t } = useTranslation("documents");
  const stale = row.staleReferences;
  const handleClick = (event: MouseEvent) => {
    onActivate();
    if (row.isExpanded === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
    // A page with child pages opens and expands; a folder only expands.
    if (row.kind !== "page") event.preventDefault();
    if (row.kind !== "page" || !row.isExpanded) onToggle(row.key);
  };
  return (
    <a
      id={id}
      className={styles.row}
      href={row.href}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.isExpanded ?? undefined}
      aria-selected={isCurrent}
      data-active={isActive || undefined}
      style={
        {
          transform: `translateY(${start}px)`,
          "--depth": Math.min(DEEPEST, row.depth),
        } as CSSProperties
      }
      title={row.name}
      onClick={handleClick}
    >
      <RowIcons row={row} />
      <span className={styles.name}>
        <ForeignText text={row.name} />
      </span>
      {row.isFailed && <span className={styles.failed}>{t("tree.failed")}</span>}
      {stale > 0 && (
        <span className={styles.staleReferences} title={t("staleReferences.count", { count: stale })}>
          <span aria-hidden>{stale}</span>
          <span className="visually-hidden">{t("staleReferences.count", { count: stale })}</span>
        </span>
      )}
    </a>
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
