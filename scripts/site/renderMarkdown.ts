/** Markdown of the documents as HTML of the site: anchors, links within the site, code with colours, pictures of both themes. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import json from "highlight.js/lib/languages/json";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

hljs.registerLanguage("sh", bash);
hljs.registerLanguage("json", json);
hljs.registerLanguage("ts", typescript);
hljs.registerLanguage("yaml", yaml);

export interface RenderOptions {
  /** Anchors of the headings, in their order. */
  readonly anchors: readonly string[];
  /** @returns the address of a link, or undefined where the site has no such page: its text is shown without a link */
  readonly resolveLink: (target: string) => string | undefined;
  readonly resolvePicture: (target: string) => Readonly<{ light: string; dark: string | undefined }>;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};
const unescape = (html: string): string =>
  html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? "");

/** Text for an element or an attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** HTML of Markdown; HTML in the Markdown is shown as text. */
export function renderMarkdown(markdown: string, { anchors, resolveLink, resolvePicture }: RenderOptions): string {
  const remaining = [...anchors];
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replaceAll(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, content: string) => {
      const anchor = remaining.shift() ?? "";
      return `<h${level} id="${escapeHtml(anchor)}">${content} <a class="anchor" href="#${escapeHtml(anchor)}" aria-hidden="true" tabindex="-1">#</a></h${level}>`;
    })
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/gs, (_, target: string, content: string) => {
      const address = resolveLink(unescape(target));
      return address === undefined ? content : `<a href="${escapeHtml(address)}">${content}</a>`;
    })
    .replaceAll(/<img src="([^"]*)" alt="([^"]*)" \/>/g, (_, target: string, alt: string) => {
      const { light, dark } = resolvePicture(unescape(target));
      const picture = (address: string, theme: string): string =>
        `<img class="${theme}" src="${escapeHtml(address)}" alt="${alt}" loading="lazy" width="1280" height="800">`;
      return dark === undefined ? picture(light, "") : `${picture(light, "of-light")}${picture(dark, "of-dark")}`;
    })
    .replaceAll(
      /<pre><code(?: class="language-(\w+)")?>(.*?)<\/code><\/pre>/gs,
      (_, language: string | undefined, code: string) => {
        const isKnown = language !== undefined && hljs.getLanguage(language) !== undefined;
        const coloured = isKnown ? hljs.highlight(unescape(code), { language }).value : code;
        return `<pre tabindex="0"><code>${coloured}</code></pre>`;
      },
    )
    .replaceAll(
      /<table>(.*?)<\/table>/gs,
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table>$1</table></div>',
    )
    .replaceAll("<th>", '<th scope="col">')
    .replaceAll('<th scope="col"></th>', "<td></td>")
    .replaceAll('<input type="checkbox"', '<input type="checkbox" aria-label="done"');
}

/** The names in the first column of the tables of rendered HTML, each between spaces; empty without one. */
export function explainedNames(html: string): string {
  const names = [...html.matchAll(/<tr>\s*<td><code>([^<]*)<\/code>/g)].map(([, name = ""]) => unescape(name));
  return names.length === 0 ? "" : ` ${names.join(" ")} `;
}

/** The words of rendered HTML, for the search. */
export const textOfHtml = (html: string): string =>
  unescape(html.replaceAll(/<a class="anchor".*?<\/a>/gs, "").replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();
