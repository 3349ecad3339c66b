import { findNameLinks } from "../../domain/nameLinks.ts";
import { LinkedText } from "./LinkedText.tsx";

export interface NamedTextProps {
  text: string;
  /** The page of each thing that the text may name, by the name as it is written. */
  hrefs: ReadonlyMap<string, string>;
}

/** A plain text with links on the issues, requests, commits and accounts that it names. */
export const NamedText = ({ text, hrefs }: NamedTextProps) => (
  <LinkedText text={text} links={findNameLinks(text, hrefs)} />
);
