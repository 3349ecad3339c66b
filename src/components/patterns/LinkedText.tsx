import type { ReactNode } from "react";
import styles from "./LinkedText.module.css";

/** A part of a text that leads somewhere: offsets in UTF-16 units. */
export interface TextLink {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

export interface LinkedTextProps {
  text: string;
  /** In the order of the text, without overlaps. */
  links: readonly TextLink[];
}

/** A text as written, with some parts of it as links. */
export function LinkedText({ text, links }: LinkedTextProps) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to, href } of links) {
    if (from > at) parts.push(text.slice(at, from));
    parts.push(
      <a key={from} className={styles.link} href={href}>
        {text.slice(from, to)}
      </a>,
    );
    at = to;
  }
  return [...parts, text.slice(at)];
}
