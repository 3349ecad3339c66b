import { codeBlock } from "../../../contract/texts/codeBlock.ts";
import { shown } from "../terminal.ts";

/** How a hover is written: as Markdown, or as plain text for a client that renders none. */
export interface Markup {
  readonly kind: "markdown" | "plaintext";
  /** A text of others in one line, which is shown as it is and leads nowhere. */
  readonly text: (text: string) => string;
  /** @param url undefined: the text alone */
  readonly link: (text: string, url: string | undefined) => string;
  readonly code: (language: string, code: string) => string;
}

/**
 * A text in one line in which no character has a meaning in Markdown or HTML, and no address becomes a link. Only what could mean something
 * is escaped: editors in a terminal show the source.
 */
const escaped = (text: string): string =>
  shown(text)
    .replaceAll(/[\\`*_[\]<>|~@]/g, String.raw`\$&`)
    .replaceAll(/&(?=#?\w)/g, String.raw`\&`)
    .replaceAll("://", String.raw`:\//`)
    .replaceAll(/\bwww\./gi, (match) => `${match.slice(0, -1)}\\.`)
    // What would begin a heading or a list.
    .replace(/^(#{1,6}|[+-]|\d+[.)])(?=\s|$)/, (mark) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`);

/** An address that ends no link and has no Markdown in it. */
const address = (url: string): string =>
  url.replaceAll(/[\s()<>[\]'"*\\`]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`);

export const MARKDOWN: Markup = {
  kind: "markdown",
  text: escaped,
  link: (text, url) => (url === undefined ? escaped(text) : `[${escaped(text)}](${address(url)})`),
  code: codeBlock,
};

export const PLAIN: Markup = {
  kind: "plaintext",
  text: shown,
  link: shown,
  code: (_, code) => code.split("\n").map(shown).join("\n"),
};

/** The parts that are not empty, in one line. */
export const joined = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(" · ");
