import { createHash } from "node:crypto";

/** A page of a host of the demo, for a person who followed a link out of Clew. */
export interface HostPage {
  /** Plain text. */
  readonly title: string;
  /** HTML. */
  readonly body: string;
}

export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const STYLE =
  "body{font:1rem/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark;overflow-wrap:anywhere}" +
  "pre{white-space:pre-wrap;font:inherit}article{border-top:1px solid;padding:1rem 0}aside{border:1px solid;border-radius:4px;padding:.5rem 1rem}";

/** A page has one style and no script, and is a document of no origin: its texts are those of others. */
export const HOST_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox`;

/** @param note HTML above the page, such as who serves it, and its language */
export const renderHostPage = (
  { title, body }: HostPage,
  note?: { readonly html: string; readonly language: string },
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title>
<style>${STYLE}</style>
${note ? `<aside lang="${note.language}">${note.html}</aside>\n` : ""}${body}
</html>
`;

/** A post with the anchor of its link. */
export const articleOf = (post: {
  readonly id?: string;
  readonly author: string | null;
  readonly at: string;
  readonly text: string;
}): string =>
  `<article${post.id === undefined ? "" : ` id="${escapeMarkup(post.id)}"`}><p><strong>${escapeMarkup(post.author ?? "ghost")}</strong> <time>${escapeMarkup(post.at)}</time></p><pre>${escapeMarkup(post.text)}</pre></article>`;
