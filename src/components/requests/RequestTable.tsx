import { memo, type MouseEvent, useId, useRef } from "react";
import type { RequestCard } from "../../../contract/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { LabelList } from "../issues/LabelList.tsx";
import { ListFoot } from "../patterns/ListFoot.tsx";
import { type RowGridOptions, useRowGrid } from "../patterns/useRowGrid.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { ChatIcon } from "../ui/icons.ts";
import { CheckState } from "./CheckState.tsx";
import { RequestStateTag } from "./RequestStateTag.tsx";
import styles from "./RequestTable.module.css";

export interface RequestTableProps extends Omit<
  RowGridOptions<RequestCard>,
  "scroller" | "rowHeight" | "onSelect" | "rows"
> {
  /** The loaded pages, concatenated. Rows are plain data and are compared by identity. */
  rows: readonly RequestCard[];
  /** Number of requests that match the filters, loaded or not. */
  total: number;
  hrefOf: (request: RequestCard) => string;
}

const ROW_HEIGHT = 60;
const nothing = () => undefined;

/** The requests of a project: a virtualized grid whose rows take the focus. */
export function RequestTable(props: RequestTableProps) {
  const { rows, total, previewedId, paging, hrefOf, onLoadMore } = props;
  const { t } = useTranslation("requests");
  const hintId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { items, current, height, handlePoint, handleFocus } = useRowGrid({
    ...props,
    scroller,
    rowHeight: ROW_HEIGHT,
    onSelect: nothing,
  });
  return (
    <div className={styles.frame}>
      <p id={hintId} className="visually-hidden">
        {t("table.hint")}
      </p>
      <div
        ref={scroller}
        role="grid"
        className={styles.grid}
        aria-label={t("table.label")}
        aria-describedby={hintId}
        aria-rowcount={total}
        aria-colcount={1}
        aria-busy={paging === "loading"}
      >
        <div role="rowgroup" className={styles.rows} style={{ height }}>
          {items.map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <RequestRow
                  key={item.key}
                  row={row}
                  index={item.index}
                  start={item.start}
                  isActive={item.index === current}
                  isPreviewed={row.id === previewedId}
                  href={hrefOf(row)}
                  onPoint={handlePoint}
                  onFocus={handleFocus}
                />
              )
            );
          })}
        </div>
      </div>
      <ListFoot
        shown={t("table.shown", { count: total, shown: rows.length })}
        paging={paging}
        words={{ loading: t("table.loadingMore"), failed: t("table.moreFailed"), retry: t("table.retry") }}
        onRetry={onLoadMore}
      />
    </div>
  );
}

interface RequestRowProps {
  row: RequestCard;
  index: number;
  /** Pixels from the top of the first row. */
  start: number;
  isActive: boolean;
  isPreviewed: boolean;
  href: string;
  onPoint: (row: RequestCard, index: number) => void;
  onFocus: (index: number) => void;
}

const RequestRow = memo(function RequestRow({
  row,
  index,
  start,
  isActive,
  isPreviewed,
  href,
  onPoint,
  onFocus,
}: RequestRowProps) {
  const { t, format } = useTranslation("requests");
  const handlePoint = (event: MouseEvent) => {
    // Links handle their own clicks, and a drag over text is a selection.
    if (event.target instanceof Element && event.target.closest("a")) return;
    if (event.detail > 1 || window.getSelection()?.isCollapsed === false) return;
    onPoint(row, index);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- useListShortcuts listens for the whole table
    <div
      role="row"
      aria-rowindex={index + 1}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      data-previewed={isPreviewed || undefined}
      className={styles.row}
      style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
      onClick={handlePoint}
      onFocus={(event) => event.target === event.currentTarget && onFocus(index)}
    >
      <div role="gridcell" aria-colindex={1} className={styles.cell}>
        <div className={styles.line}>
          <RequestStateTag state={row.state} isDraft={row.is_draft} hasWord={false} />
          <a href={href} tabIndex={-1} className={styles.title} title={row.title}>
            {row.title}
          </a>
          {row.checks !== null && <CheckState state={row.checks} />}
        </div>
        <Text as="div" size="small" tone="muted" className={styles.line}>
          <span className={styles.key}>{row.key}</span>
          <span className={styles.by}>{t("table.by", { name: row.author?.name ?? t("table.noAuthor") })}</span>
          <RelativeTime at={row.updated_at} />
          {row.comments > 0 && (
            <span className={styles.count} title={t("table.comments", { count: row.comments })}>
              <ChatIcon size={12} />
              <span aria-hidden>{format.number(row.comments)}</span>
              <span className="visually-hidden">{t("table.comments", { count: row.comments })}</span>
            </span>
          )}
          {row.reviewers.slice(0, 3).map(({ person }) => (
            <Avatar key={person.id} name={person.name} size={20} />
          ))}
          <LabelList labels={row.labels} shown={2} />
        </Text>
      </div>
    </div>
  );
});
