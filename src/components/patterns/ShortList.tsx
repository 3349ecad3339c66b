import { type ReactNode, useState } from "react";
import { Button } from "../ui/Button.ts";

export interface ShortListProps<T> {
  items: readonly T[];
  /** Number of items before "more". */
  shown: number;
  /** Text of the button, for the number of items that are not shown. */
  more: (count: number) => string;
  /** Renders the items that are shown. */
  children: (items: readonly T[]) => ReactNode;
}

/** The first items of a list, and a button that shows the others. */
export function ShortList<T>({ items, shown, more, children }: ShortListProps<T>) {
  const [isExpanded, setExpanded] = useState(false);
  const hidden = isExpanded ? 0 : Math.max(0, items.length - shown);
  return (
    <>
      {children(hidden > 0 ? items.slice(0, shown) : items)}
      {hidden > 0 && (
        <div>
          <Button size="small" variant="minimal" text={more(hidden)} onClick={() => setExpanded(true)} />
        </div>
      )}
    </>
  );
}
