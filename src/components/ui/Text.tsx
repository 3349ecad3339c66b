import type { ComponentPropsWithRef } from "react";
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
  | "footer"
  | "h1"
  | "h2"
  | "h3"
  | "h4";

interface TextLook {
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
}

/** The look, and the attributes of the element. */
export type TextProps<E extends TextElement = "span"> = TextLook & {
  /** The element; it has no margin. */
  as?: E;
} & Omit<ComponentPropsWithRef<E>, keyof TextLook | "as" | "style">;

/** Text in the sizes, weights and colours of the theme. */
export function Text<E extends TextElement = "span">(props: TextProps<E>) {
  const { as, size, weight, tone, overflow, isNumeric = false, className, ...rest } = props;
  // One element type: the union of all would not accept their common attributes.
  const Element = (as ?? "span") as "span";
  return (
    <Element
      {...rest}
      className={className === undefined ? styles.text : `${styles.text} ${className}`}
      data-size={size}
      data-weight={weight}
      data-tone={tone}
      data-overflow={overflow}
      data-numeric={isNumeric || undefined}
    />
  );
}
