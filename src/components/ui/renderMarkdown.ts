import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { visibleProse } from "../../../contract/texts/hiddenCharacters.ts";
import {
  FOOTNOTE_CONSTRUCTS,
  decodeEntities,
  escapeDeepNesting,
  rawHtmlAsText,
} from "../../../contract/texts/markdownRules.ts";
import { escapeHtml } from "../../domain/codeLines.ts";
import { headingId } from "../../domain/headings.ts";
import { decodeSafely } from "../../domain/address.ts";
import { truncateMarkdown } from "../../domain/markdownLimits.ts";
import type { HeadingLevel } from "./Markdown.tsx";

export interface MarkdownOptions {
  /** Address of the page that contains the text: relative links and images are resolved against it. Null: they become plain text. */
  base: string | null;
  /** Level of the first heading of the text, which is nested below headings of the page. */
  headingLevel: HeadingLevel;
  /** Texts for a completed and an open item of a task list, for screen readers. */
  done: string;
  open: string;
  /** Prefix of the name of an image that is shown as a link; `loadedImages` has the others. */
  image: string;
  /**
   * Resolves a relative address of the text to one inside this app; null: none. Omitted: it is resolved against `base`. With it, headings
   * can be linked to: each has an id by `headingId`, and `#heading` refers to it.
   */
  resolve?: ((href: string) => string | null) | undefined;
  /** Called with the address of each image of the text that is relative, as written. */
  onImage?: ((src: string) => void) | undefined;
  /** Images by such an address, as `data:` addresses: those are shown inside their link. All others stay links. */
  loadedImages?: Readonly<Record<string, string>> | undefined;
}

/** An image in an img element: there not even an SVG runs a script or loads anything. */
const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|svg\+xml)[;,][\w;=,%+/.!~*'()-]*$/;

/** Limit of markers of one kind in a paragraph: the parser compares all pairs, so with more of them they stay plain text. */
const MAX_MARKERS = 4000;
/** Ends of paragraphs: an empty line, or the beginning of a list item. */
const PARAGRAPHS = /\n(?=[^\S\n]*(?:\n|(?:[-+*]|\d{1,9}[.)])[^\S\n]))/;

const LINKABLE = new Set(["http:", "https:", "mailto:"]);

/**
 * The address that a link of the text may have, or null: only http, https and mailto, and a relative one only where its page is known.
 * Otherwise it would lead into this app, which is not what its author meant.
 */
export function safeHref(href: string, base: string | null): string | null {
  if (href === "" || href.startsWith("#")) return null;
  try {
    const url = base === null ? new URL(href) : new URL(href, base);
    return LINKABLE.has(url.protocol) ? url.href : null;
  } catch {
    return null; // not a valid address
  }
}

const IS_ADDRESS = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

const anchor = (href: string, base: string | null, resolve: MarkdownOptions["resolve"]): string => {
  if (resolve && href !== "" && !IS_ADDRESS.test(decodeEntities(href))) {
    const inside = href.startsWith("#")
      ? `#${headingId(decodeSafely(decodeEntities(href).slice(1)))}`
      : resolve(decodeEntities(href));
    return inside === null ? "<a>" : `<a href="${escapeHtml(inside)}">`;
  }
  // An address may have a page here, as a page of a linked wiki has.
  const here = resolve && /^https?:\/\//i.test(decodeEntities(href)) ? resolve(decodeEntities(href)) : null;
  if (here !== null) return `<a href="${escapeHtml(here)}">`;
  const safe = safeHref(decodeEntities(href), base);
  return safe === null
    ? "<a>"
    : `<a href="${escapeHtml(safe)}" target="_blank" rel="noopener noreferrer nofollow ugc">`;
};

/** Gives headings the ids that links inside the text refer to; a duplicate gets a number, as at code hosts. */
function nameHeadings(html: string): string {
  const taken = new Map<string, number>();
  return html.replace(/<h([1-6])>(.*?)<\/h\1>/gs, (_all, level: string, content: string) => {
    const id = headingId(decodeEntities(content.replaceAll(/<[^>]*>/g, "")));
    const count = taken.get(id) ?? 0;
    taken.set(id, count + 1);
    return `<h${level} id="${escapeHtml(count === 0 ? id : `${id}-${count}`)}">${content}</h${level}>`;
  });
}

/** Renumbers headings without gaps below the page's own, for any levels in the text. */
function reorderHeadings(html: string, first: HeadingLevel): string {
  const above: number[] = [];
  return html.replace(/<(\/?)h([1-6])( id="[^"]*")?>/g, (_tag, slash: string, digit: string, id: string = "") => {
    const level = Number(digit);
    if (slash === "") {
      while (above.length > 0 && (above.at(-1) ?? 0) >= level) above.pop();
      above.push(level);
    }
    return `<${slash}h${Math.min(6, first + above.length - 1)}${id}>`;
  });
}

const rawHtml = rawHtmlAsText("<p data-raw>");

/** Truncates, or treats as plain text, what takes the parser more than linear time: such a text is a denial of service on its readers. */
const limitParsing = (text: string): string => escapeDeepNesting(truncateMarkdown(text));

/** The constructs of the parser that occur too often in one paragraph of the text. */
function excessiveConstructs(text: string): string[] {
  const has = (signs: RegExp): boolean =>
    text.split(PARAGRAPHS).some((paragraph) => (paragraph.match(signs)?.length ?? 0) > MAX_MARKERS);
  return [
    ...(has(/[*_]+/g) ? ["attention"] : []),
    ...(has(/~+/g) ? ["strikethrough"] : []),
    ...(has(/\[/g) ? ["labelStartLink", "labelStartImage"] : []),
  ];
}

/**
 * GitHub-flavoured Markdown as HTML that is safe to insert into the page: raw HTML stays text, a link has http, https or mailto or no
 * target, and nothing is loaded (an image becomes a link to it, unless `loadedImages` contains it).
 *
 * The replacements below match the compiler's own tags. They cannot match text of the author, because the compiler has escaped every `<`,
 * `>`, `"` and `&` of it, in attributes too.
 */
export function renderMarkdown(
  text: string,
  { base, headingLevel, done, open, image, resolve, onImage, loadedImages = {} }: MarkdownOptions,
): string {
  const limited = limitParsing(visibleProse(text));
  const html = micromark(limited, {
    extensions: [gfm(), { disable: { null: [...FOOTNOTE_CONSTRUCTS, ...excessiveConstructs(limited)] } }],
    htmlExtensions: [gfmHtml(), rawHtml],
  });
  const withoutImages = html
    // Images inside a link: the link remains and gets their names.
    .replace(/<a [^>]*>.*?<\/a>/gs, (link) =>
      link.replace(/<img src="[^"]*" alt="([^"]*)"[^>]*>/g, (_all, alt: string) => `${escapeHtml(image)} ${alt}`),
    )
    .replace(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, (_all, src: string, alt: string) => {
      const name = alt.trim() === "" ? escapeHtml(decodeEntities(src).split(/[?#]/)[0]?.split("/").at(-1) ?? "") : alt;
      const written = decodeEntities(src);
      if (written !== "" && !IS_ADDRESS.test(written)) onImage?.(written);
      const data = Object.hasOwn(loadedImages, written) ? loadedImages[written] : undefined;
      if (data === undefined || !IMAGE_DATA.test(data)) return `<a href="${src}">${escapeHtml(image)} ${name}</a>`;
      return `<a href="${src}"><img src="${escapeHtml(data)}" alt="${name}"></a>`;
    });
  const withLinks = withoutImages.replace(/<a href="([^"]*)"[^>]*>/g, (_all, href: string) =>
    anchor(href, base, resolve),
  );
  const withTasks = withLinks.replace(
    /<input type="checkbox" disabled="" (checked="" )?\/>/g,
    (_all, checked?: string) =>
      checked
        ? `<span role="img" aria-label="${escapeHtml(done)}">☑</span>`
        : `<span role="img" aria-label="${escapeHtml(open)}">☐</span>`,
  );
  const scrollable = withTasks
    .replaceAll("<table>", '<div data-scroll=""><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<th></th>", "<td></td>") // an empty header cell names nothing
    .replaceAll(/<th( align="\w+")><\/th>/g, "<td$1></td>");
  return reorderHeadings(resolve ? nameHeadings(scrollable) : scrollable, headingLevel);
}
