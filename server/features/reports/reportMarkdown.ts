/** A text card of a report: its Markdown as HTML for mails and PDF, and as plain text. Neither loads anything, and HTML in it stays text. */
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { visibleProse } from "../../../contract/texts/hiddenCharacters.ts";
import {
  FOOTNOTE_CONSTRUCTS,
  decodeEntities,
  escapeDeepNesting,
  rawHtmlAsText,
} from "../../../contract/texts/markdownRules.ts";
import { escapeHtml } from "../../mail/escapeHtml.ts";

const LINKABLE = /^(?:https?:\/\/|mailto:)/i;
/** Headings of a text are below that of the card, which is one of level 2. */
const HEADINGS_BELOW = 2;

/** The replacements match tags of the compiler, which has escaped all signs of the author's text. */
function compiled(markdown: string): string {
  return micromark(escapeDeepNesting(visibleProse(markdown)), {
    extensions: [gfm(), { disable: { null: [...FOOTNOTE_CONSTRUCTS] } }],
    htmlExtensions: [gfmHtml(), rawHtmlAsText("<p>")],
  })
    .replaceAll(/<input type="checkbox" disabled="" (checked="" )?\/>/g, (_all, checked?: string) =>
      checked ? "☑" : "☐",
    )
    .replaceAll(/<a [^>]*>.*?<\/a>/gs, (link) => link.replaceAll(/<img src="[^"]*" alt="([^"]*)"[^>]*>/g, "$1"))
    .replaceAll(
      /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g,
      (_all, src: string, alt: string) => `<a href="${src}">${alt.trim() === "" ? src : alt}</a>`,
    )
    .replaceAll(/<a href="([^"]*)"[^>]*>/g, (_all, href: string) =>
      LINKABLE.test(decodeEntities(href)) ? `<a href="${escapeHtml(decodeEntities(href))}">` : "<a>",
    );
}

/** HTML for a mail or a page without scripts. A picture is a link; a link leads to the web or to a mail address, or nowhere. */
export const markdownHtml = (markdown: string): string =>
  compiled(markdown)
    .replaceAll(
      /<(\/?)h([1-6])>/g,
      (_tag, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + HEADINGS_BELOW)}>`,
    )
    .replaceAll("<table>", '<table border="1" cellpadding="4" style="border-collapse:collapse">')
    .replaceAll("<a href=", '<a style="color:#1D4ED8" rel="noopener noreferrer nofollow" href=');

const BLOCKS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "pre", "blockquote", "table", "hr"]);

/** Plain text: lists with signs or numbers, cells of a table with bars between them, and the address of a link behind its words. */
export function markdownText(markdown: string): string {
  /** The number of the next item of each list around; null without numbers. */
  const lists: (number | null)[] = [];
  let text = "";
  /** Where the sign of the newest item ends: what follows is on its line. */
  let signEnd = 0;
  let link = { href: "", at: 0 };
  const newLine = (): void => {
    if (text.length > signEnd && !text.endsWith("\n")) text += "\n";
  };
  const paragraph = (): void => {
    newLine();
    if (lists.length === 0 && text !== "" && !text.endsWith("\n\n")) text += "\n";
  };
  for (const { 1: slash = "", 2: tag = "", 3: rest = "", 4: words = "" } of compiled(markdown).matchAll(
    /<(\/?)([a-z]\w*)([^>]*)>|([^<]+)/g,
  )) {
    if (tag === "") {
      // Line ends between blocks are those of the compiler.
      if (words.trim() !== "" || !words.includes("\n")) text += decodeEntities(words);
      continue;
    }
    const isEnd = slash !== "";
    if (BLOCKS.has(tag)) paragraph();
    if (tag === "ul" || tag === "ol") {
      if (isEnd) lists.pop();
      else lists.push(tag === "ul" ? null : Number(/start="(\d+)"/.exec(rest)?.[1] ?? 1));
      if (isEnd) paragraph();
    } else if (tag === "li" && !isEnd) {
      newLine();
      const number = lists.at(-1) ?? null;
      text += `${"  ".repeat(Math.max(0, lists.length - 1))}${number === null ? "-" : `${number}.`} `;
      signEnd = text.length;
      if (number !== null) lists[lists.length - 1] = number + 1;
    } else if (tag === "a" && !isEnd)
      link = { href: decodeEntities(/href="([^"]*)"/.exec(rest)?.[1] ?? ""), at: text.length };
    else if (tag === "a" && link.href !== "" && !link.href.endsWith(text.slice(link.at))) text += ` (${link.href})`;
    else if (tag === "tr" && !isEnd) newLine();
    else if ((tag === "td" || tag === "th") && !isEnd && !text.endsWith("\n")) text += " | ";
    else if (tag === "hr") text += "---";
  }
  return text.replaceAll(/\n{3,}/g, "\n\n").trim();
}
