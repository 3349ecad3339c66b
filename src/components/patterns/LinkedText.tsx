import type { ReactNode } from "react";
import type { TextLink } from "../../domain/nameLinks.ts";
import { ForeignText } from "../ui/ForeignText.tsx";

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
    if (from > at) parts.push(<ForeignText key={`before ${from}`} text={text.slice(at, from)} />);
    parts.push(
      <a key={from} className="text-link" href={href}>
        <ForeignText text={text.slice(from, to)} />
      </a>,
    );
    at = to;
  }
  if (at < text.length) parts.push(<ForeignText key="rest" text={text.slice(at)} />);
  return parts;
}
