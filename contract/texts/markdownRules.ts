/** What the app and the mails have in common when they draw Markdown of other people with micromark. */

/** Lists and quotes within each other on one line; the time of the parser grows with each level, and real texts have fewer than ten. */
const MAX_NESTING = 20;
const TOO_DEEP = new RegExp(String.raw`^(?:[^\S\n]*(?:[-+*][^\S\n]|\d{1,9}[.)][^\S\n]|>)){${MAX_NESTING}}`, "gm");

/** Constructs that are off: footnotes have ids, which would collide with those of another text. */
export const FOOTNOTE_CONSTRUCTS = ["gfmFootnoteDefinition", "gfmFootnoteCall", "gfmPotentialFootnoteCall"] as const;

/** Lines that nest too deep stay plain text. */
export const escapeDeepNesting = (markdown: string): string =>
  markdown.replace(TOO_DEEP, (signs) => signs.replaceAll(/[-+*>.)]/g, String.raw`\$&`));

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
/** The text of an attribute or a node of micromark's HTML. */
export const decodeEntities = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);

/** The part of micromark's compiler that the extension calls. */
interface HtmlCompiler {
  lineEndingIfNeeded(): void;
  buffer(): void;
  resume(): string;
  tag(html: string): void;
  raw(html: string): void;
}

/** Comments are notes to the author (trackers put them into their templates): readers at the host do not see them either. */
const withoutComments = (escaped: string): string => escaped.replace(/&lt;!--[\s\S]*?--&gt;/g, "");

/** An extension that shows HTML in a text as text. @param paragraph the opening tag around a block of it */
export const rawHtmlAsText = (paragraph: `<p${string}>`) => ({
  enter: {
    htmlFlow(this: HtmlCompiler): undefined {
      this.lineEndingIfNeeded();
      this.buffer();
    },
    htmlText(this: HtmlCompiler): undefined {
      this.buffer();
    },
  },
  exit: {
    htmlFlow(this: HtmlCompiler): undefined {
      const text = withoutComments(this.resume());
      if (text.trim() === "") return;
      this.tag(paragraph);
      this.raw(text);
      this.tag("</p>");
    },
    htmlText(this: HtmlCompiler): undefined {
      this.raw(withoutComments(this.resume()));
    },
  },
});
