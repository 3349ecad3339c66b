import type { Ref } from "react";
import type { StackProps } from "./Stack.tsx";
import styles from "./Stack.module.css";

export interface InlineProps extends Omit<StackProps, "align"> {
  align?: "stretch" | "start" | "center" | "baseline";
  /** The free space of a line is between the elements; omitted: after them. */
  justify?: "between";
  /** False: one line, in which elements become narrower. */
  wraps?: boolean;
}

/** Elements next to each other with one gap, on as many lines as they need. */
export function Inline({ as = "div", gap = 2, align = "center", justify, wraps = true, ref, ...rest }: InlineProps) {
  const Element = as as "div";
  return (
    <Element
      {...rest}
      ref={ref as Ref<HTMLDivElement>}
      className={styles.inline}
      data-gap={gap}
      data-align={align}
      data-justify={justify}
      data-wraps={wraps || undefined}
    />
  );
}
