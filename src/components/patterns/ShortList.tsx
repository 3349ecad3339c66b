import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { useShowRest } from "../ui/useShowRest.ts";
import styles from "./ShortList.module.css";

export interface ShortListProps<T> {
  items: readonly T[];
  /** Number of items before "more". */
  shown: number;
  /** Text of the button, for the number of items that are not shown. */
  more: (count: number) => string;
  /** Renders the items that are shown, as one ordered or unordered list. */
  children: (items: readonly T[]) => ReactNode;
}

/** The first items of a list, and a button that shows the others. */
export function ShortList<T>({ items, shown, more, children }: ShortListProps<T>) {
  const { isExpanded, expand, list } = useShowRest<HTMLDivElement>(shown);
  const hidden = isExpanded ? 0 : Math.max(0, items.length - shown);
  return (
    <>
      <div ref={list} className={styles.items}>
        {children(hidden > 0 ? items.slice(0, shown) : items)}
      </div>
      {hidden > 0 && (
        <div>
          <Button size="small" variant="minimal" text={more(hidden)} onClick={expand} />
        </div>
      )}
    </>
  );
}
