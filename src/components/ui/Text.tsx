import type { AllHTMLAttributes, Ref } from "react";
import type { Tone } from "./intent.ts";
import styles from "./Text.module.css";

/** Elements that contain text. */
type TextElement =
  | "span"
  | "p"
  | "div"
  | "ul"
  | "li"
  | "dt"
  | "dd"
  | "th"
  | "code"
  | "q"
  | "time"
  | "label"
  | "legend"
  | "a"
  | "button"
  | "footer"
  | "h1"
  | "h2"
  | "h3"
  | "h4";

export interface TextProps extends Omit<AllHTMLAttributes<HTMLElement>, "as" | "size" | "style"> {
  /** The element; it has no margin. */
  as?: TextElement;
  /** Omitted: that of the text around it. */
  size?: "small" | "compact" | "body" | "large" | "heading" | "title";
  weight?: "medium" | "strong";
  /** Omitted: the colour of the text around it. */
  tone?: Exclude<Tone, "primary"> | undefined;
  /** What happens to a word, or a line, that is too long: by default only spaces break a line. */
  overflow?: "anywhere" | "ellipsis";
  /** Digits of one width, for numbers below each other. */
  isNumeric?: boolean;
  /** For its place in the layout; sizes, weights and colours have properties. */
  className?: string | undefined;
  ref?: Ref<HTMLElement>;
}

/** Text in the sizes, weights and colours of the theme. */
export function Text(props: TextProps) {
  const { as = "span", size, weight, tone, overflow, isNumeric = false, className, ref, ...rest } = props;
  // One element type: the union of all would not accept their common attributes.
  const Element = as as "span";
  return (
    <Element
      {...rest}
      ref={ref as Ref<HTMLSpanElement>}
      className={className === undefined ? styles.text : `${styles.text} ${className}`}
      data-size={size}
      data-weight={weight}
      data-tone={tone}
      data-overflow={overflow}
      data-numeric={isNumeric || undefined}
    />
  );
}
