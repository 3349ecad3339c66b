import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { DASHBOARD_GRID } from "../../../contract/insights/dashboardRules.ts";
import {
  type GridItem,
  type GridStep,
  inReadingOrder,
  moveItem,
  resizeItem,
  stepItem,
} from "../../domain/gridItems.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { MaximizeIcon, MoveIcon } from "../ui/icons.ts";
import styles from "./DashboardGrid.module.css";

export interface DashboardGridProps<T extends GridItem> {
  items: readonly T[];
  nameOf: (item: T) => string;
  /** Called with the items at their new places; omitted: they cannot be moved. */
  onArrange?: ((items: readonly T[]) => void) | undefined;
  children: (item: T) => ReactNode;
}

const STEPS: Readonly<Partial<Record<string, GridStep>>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** Where a drag began, and what it changes. */
interface Drag<T> {
  readonly id: string;
  readonly kind: "move" | "resize";
  readonly x: number;
  readonly y: number;
  /** The items before it. */
  readonly from: readonly T[];
}

/**
 * Cards on twelve columns; one column on a phone, in reading order. While they can be moved, each has a handle for its place and one for
 * its size, which take the pointer and the arrow keys.
 */
export function DashboardGrid<T extends GridItem>({ items, nameOf, onArrange, children }: DashboardGridProps<T>) {
  const { t } = useTranslation("dashboards");
  const grid = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag<T> | null>(null);
  const [preview, setPreview] = useState<readonly T[] | null>(null);
  const [announced, setAnnounced] = useState("");
  const shown = preview ?? items;
  const order = inReadingOrder(shown).map(({ id }) => id);
  // An element that moves in the document loses the focus, so the order changes only while nothing is arranged.
  const listed = onArrange === undefined ? inReadingOrder(shown) : shown;

  const announce = (id: string, all: readonly T[]): void => {
    const item = all.find((one) => one.id === id);
    if (item)
      setAnnounced(
        t("grid.place", {
          name: nameOf(item),
          column: item.x + 1,
          row: item.y + 1,
          width: item.w,
          height: item.h,
        }),
      );
  };
  const arrange = (id: string, next: readonly T[]): void => {
    if (next !== items) onArrange?.(next);
    announce(id, next);
  };
  const onKey = (item: T, kind: Drag<T>["kind"]) => (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (kind === "move") return arrange(item.id, stepItem(items, item.id, step));
    const w = item.w + (step === "right" ? 1 : step === "left" ? -1 : 0);
    const h = item.h + (step === "down" ? 1 : step === "up" ? -1 : 0);
    arrange(item.id, resizeItem(items, item.id, { w, h }));
  };
  const onStart = (item: T, kind: Drag<T>["kind"]) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ id: item.id, kind, x: event.clientX, y: event.clientY, from: items });
  };
  const onDrag = (event: PointerEvent): void => {
    const item = drag?.from.find(({ id }) => id === drag.id);
    if (!drag || !item || !grid.current) return;
    const { columnGap, gridAutoRows } = getComputedStyle(grid.current);
    const gap = Number.parseFloat(columnGap);
    const column = (grid.current.clientWidth + gap) / DASHBOARD_GRID.columns;
    const right = Math.round((event.clientX - drag.x) / column);
    const down = Math.round((event.clientY - drag.y) / (Number.parseFloat(gridAutoRows) + gap));
    setPreview(
      drag.kind === "move"
        ? moveItem(drag.from, drag.id, { x: item.x + right, y: item.y + down })
        : resizeItem(drag.from, drag.id, { w: item.w + right, h: item.h + down }),
    );
  };
  const end = (isDone: boolean): void => {
    if (drag && preview && isDone) arrange(drag.id, preview);
    setDrag(null);
    setPreview(null);
  };
  const handle = (item: T, kind: Drag<T>["kind"]) => (
    <span
      className={styles.handle}
      data-kind={kind}
      onPointerDown={onStart(item, kind)}
      onPointerMove={onDrag}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
    >
      <Button
        size="small"
        icon={kind === "move" ? <MoveIcon /> : <MaximizeIcon />}
        aria-label={t(`grid.${kind}`, { name: nameOf(item) })}
        title={t(`grid.${kind}`, { name: nameOf(item) })}
        onKeyDown={onKey(item, kind)}
      />
    </span>
  );
  return (
    <>
      <div ref={grid} className={styles.grid}>
        {listed.map((item) => (
          <div
            key={item.id}
            className={styles.cell}
            data-moved={drag?.id === item.id || undefined}
            style={
              {
                "--x": item.x,
                "--y": item.y,
                "--w": item.w,
                "--h": item.h,
                "--order": order.indexOf(item.id),
              } as CSSProperties
            }
          >
            {children(item)}
            {onArrange !== undefined && handle(item, "move")}
            {onArrange !== undefined && handle(item, "resize")}
          </div>
        ))}
      </div>
      {onArrange !== undefined && (
        <div role="status" className="visually-hidden">
          {announced}
        </div>
      )}
    </>
  );
}
