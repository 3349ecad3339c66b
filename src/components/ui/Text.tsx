import type { HTMLAttributes, Ref } from "react";
import styles from "./Text.module.css";

export interface TextProps extends Omit<HTMLAttributes<HTMLElement>, "className" | "style"> {
  /** The element; it has no margin. */
  as?: "span" | "p" | "div" | "li" | "dt" | "dd" | "strong" | "em" | "small" | "code" | "h1" | "h2" | "h3" | "h4";
  /** Omitted: that of the text around it. */
  size?: "tiny" | "small" | "compact" | "body" | "large" | "heading" | "title";
  weight?: "medium" | "strong";
  tone?: "muted" | "success" | "warning" | "error";
  /** What happens to a word, or a line, that is too long: by default only spaces break a line. */
  overflow?: "anywhere" | "ellipsis";
  /** Digits of one width, for numbers below each other. */
  isNumeric?: boolean;
  ref?: Ref<HTMLElement>;
}

/** Text in the sizes, weights and colours of the theme. */
export function Text({ as = "span", size, weight, tone, overflow, isNumeric = false, ref, ...rest }: TextProps) {
  // One element type: the union of all would not accept their common attributes.
  const Element = as as "span";
  return (
    <Element
      {...rest}
      ref={ref as Ref<HTMLSpanElement>}
      className={styles.text}
      data-size={size}
      data-weight={weight}
      data-tone={tone}
      data-overflow={overflow}
      data-numeric={isNumeric || undefined}
    />
  );
}
