import { Fragment, type ReactNode } from "react";

export interface SentenceProps {
  /** A translated text in which `<name/>` marks the place of a part: each language has its own order. */
  text: string;
  parts: Readonly<Record<string, ReactNode>>;
}

/** A sentence with elements in it. A mark without a part is left out. */
export function Sentence({ text, parts }: SentenceProps) {
  return text.split(/<(\w+)\/>/).map((piece, at) => (
    // The pieces of one text do not move.
    <Fragment key={at}>{at % 2 === 0 ? piece : parts[piece]}</Fragment>
  ));
}
