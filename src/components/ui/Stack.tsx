import type { HTMLAttributes, Ref } from "react";
import styles from "./Stack.module.css";

/** A step of the scale of 4 px: `--space-1` to `--space-6`. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface StackProps extends Omit<HTMLAttributes<HTMLElement>, "className" | "style"> {
  /** The element. */
  as?: "div" | "ul" | "ol" | "dl" | "span" | "section" | "header";
  gap?: Gap;
  align?: "stretch" | "start" | "center";
  ref?: Ref<HTMLElement>;
}

/** Elements below each other with one gap. Their own margins should be zero. */
export function Stack({ as = "div", gap = 3, align, ref, ...rest }: StackProps) {
  // One element type: the union of all would not accept their common attributes.
  const Element = as as "div";
  return (
    <Element {...rest} ref={ref as Ref<HTMLDivElement>} className={styles.stack} data-gap={gap} data-align={align} />
  );
}
