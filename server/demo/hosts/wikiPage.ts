import { storageToMarkdown } from "../../sources/providers/confluence/storageFormat.ts";
import { escapeMarkup, type HostPage } from "./hostPage.ts";
import type { WikiData, WikiStory } from "./wikiHostData.ts";

/**
 * The page behind a page's link, or behind a link to it by its title: its text. The space itself lists its pages.
 * @param root what precedes the paths of the page's own links
 * @returns undefined for any other path
 */
export function wikiPage(wiki: WikiData, path: string, root = ""): HostPage | undefined {
  const { key, name } = wiki.space;
  if (path === `/wiki/spaces/${key}`) {
    const lines = wiki.pages.map(
      ({ id, title }) => `<li><a href="${root}/wiki/spaces/${key}/pages/${id}">${escapeMarkup(title)}</a></li>`,
    );
    return { title: name, body: `<h1>${escapeMarkup(name)}</h1>\n<ul>${lines.join("\n")}</ul>` };
  }
  const page = findPage(wiki, path);
  if (!page) return undefined;
  const text = storageToMarkdown(page.body, { site: `${root}/wiki`, spaceKey: key });
  const newest = page.versions.at(-1);
  const writer = wiki.people.find(({ accountId }) => accountId === newest?.author)?.name ?? "";
  return {
    title: `${page.title} · ${name}`,
    body: `<p><a href="${root}/wiki/spaces/${key}">${escapeMarkup(name)}</a></p>
<h1>${escapeMarkup(page.title)}</h1>
<p><strong>${escapeMarkup(writer)}</strong> <time>${newest?.at ?? ""}</time> · ${escapeMarkup(page.labels.join(", "))}</p>
<article><pre>${escapeMarkup(text)}</pre></article>`,
  };
}

function findPage({ space, pages }: WikiData, path: string): WikiStory | undefined {
  const [, key, id, title] =
    /^\/wiki\/(?:spaces|display)\/([^/]+)\/(?:pages\/(\d+)(?:\/[^/]*)?|([^/]+))$/.exec(path) ?? [];
  if (key !== space.key) return undefined;
  return pages.find((page) => (id === undefined ? page.title === decodeTitle(title ?? "") : String(page.id) === id));
}

function decodeTitle(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
