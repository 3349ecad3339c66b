import type { ComponentPropsWithRef } from "react";
import styles from "./Card.module.css";

/** Elements that can be a card. */
type CardElement = "div" | "section" | "article" | "li" | "ul" | "pre";

interface CardLook {
  /** Its background: that of what it is on, that of raised parts, or that of the page. */
  tone?: "plain" | "raised" | "page";
  /** In steps of 4 px: 1 and 2 for one line, `text` for a document to read, `wide` for the only card of a page. A phone has less. */
  padding?: 1 | 2 | 3 | 4 | "text" | "wide";
  /** A coloured edge at the start: the card that answers the question of the page. */
  edge?: "primary" | "warning" | undefined;
  /** For its place in the layout and the layout of its content; border, radius and padding have properties. */
  className?: string | undefined;
}

/** The look, and the attributes of the element. */
export type CardProps<E extends CardElement = "div"> = CardLook & {
  as?: E;
} & Omit<ComponentPropsWithRef<E>, keyof CardLook | "as">;

/** The one surface with a border, a radius and a padding: it groups facts or controls about one thing. */
export function Card<E extends CardElement = "div">(props: CardProps<E>) {
  const { as, tone = "plain", padding = 4, edge, className, ...rest } = props;
  // One element type: the union of all would not accept their common attributes.
  const Element = (as ?? "div") as "section";
  return (
    <Element
      {...rest}
      className={className === undefined ? styles.card : `${styles.card} ${className}`}
      data-tone={tone}
      data-padding={padding}
      data-edge={edge}
    />
  );
}
