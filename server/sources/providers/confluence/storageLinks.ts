/** Links, pictures and signs of Confluence's storage format as Markdown. */
import { UNNAMED_MEDIA, escapeMarkdown, link } from "../atlassian/markdown.ts";
import type { Element } from "./parseXml.ts";
import { type StorageContext, storageChild, storageText, userName } from "./storageNodes.ts";

/** Where an address of the wiki leads: paths begin at its host. */
export function absolute(href: string, { site }: StorageContext): string {
  return href.startsWith("/") && !href.startsWith("//") && URL.canParse(href, site) ? new URL(href, site).href : href;
}

/** A page or blog post by its title. */
export function pageLink(page: Element, text: string, { site, spaceKey }: StorageContext): string {
  const title = page.attributes["ri:content-title"] ?? "";
  const space = page.attributes["ri:space-key"] ?? spaceKey;
  const shown = text || escapeMarkdown(title);
  if (title === "" || page.name !== "ri:page") return shown;
  return link(shown, `${site}/display/${encodeURIComponent(space)}/${encodeURIComponent(title)}`);
}

/** A file of this page, or of the page that the reference names. */
export function fileLink(file: Element, text: string, context: StorageContext): string {
  const name = file.attributes["ri:filename"] ?? "";
  const shown = text || escapeMarkdown(name);
  const isElsewhere = storageChild(file, "ri:page", "ri:blog-post", "ri:content-entity") !== undefined;
  if (context.pageId === undefined || name === "" || isElsewhere) return shown;
  const path = `/download/attachments/${encodeURIComponent(context.pageId)}/${encodeURIComponent(name)}`;
  return link(shown, `${context.site}${path}`);
}

/** A link to a page, a file, a space or a person of the wiki. @param inside the text of its body */
export function wikiLink(node: Element, inside: string, context: StorageContext): string {
  const user = storageChild(node, "ri:user");
  if (user) return inside || escapeMarkdown(userName(user, context.nameOf));
  const page = storageChild(node, "ri:page", "ri:blog-post");
  if (page) return pageLink(page, inside, context);
  const file = storageChild(node, "ri:attachment");
  if (file) return fileLink(file, inside, context);
  const key = storageChild(node, "ri:space")?.attributes["ri:space-key"] ?? "";
  if (key !== "") return link(inside || escapeMarkdown(key), `${context.site}/display/${encodeURIComponent(key)}`);
  const url = storageChild(node, "ri:url")?.attributes["ri:value"] ?? "";
  if (url !== "") return link(inside || escapeMarkdown(url), url);
  const shortcut = storageChild(node, "ri:shortcut")?.attributes;
  const named = [shortcut?.["ri:parameter"], shortcut?.["ri:key"]].filter((part) => part).join("@");
  return inside || escapeMarkdown(named || (node.attributes["ac:anchor"] ?? ""));
}

/** A picture by its name, with a link to it, and what is written below it. @param caption as Markdown */
export function imageOf(node: Element, caption: string, context: StorageContext): string {
  const { "ac:alt": alt = "", "ac:title": title = "" } = node.attributes;
  const file = storageChild(node, "ri:attachment");
  const url = storageChild(node, "ri:url")?.attributes["ri:value"] ?? "";
  const name = escapeMarkdown(alt || title);
  const shown = file
    ? fileLink(file, name, context) || UNNAMED_MEDIA
    : link(name || escapeMarkdown(url) || UNNAMED_MEDIA, url);
  return caption === "" ? shown : `${shown} ${caption}`;
}

/** Signs of the older editor, by name. */
const EMOTICONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    smile: "🙂",
    sad: "🙁",
    cheeky: "😛",
    laugh: "😃",
    wink: "😉",
    "thumbs-up": "👍",
    "thumbs-down": "👎",
    information: "ℹ️",
    tick: "✅",
    cross: "❌",
    warning: "⚠️",
    plus: "➕",
    minus: "➖",
    question: "❓",
    "light-on": "💡",
    "light-off": "💡",
    "yellow-star": "⭐",
    "red-star": "⭐",
    "green-star": "⭐",
    "blue-star": "⭐",
    heart: "❤️",
    "broken-heart": "💔",
  }),
);

/** An emoji or a sign of the older editor. */
export function emoticonOf({ attributes }: Element): string {
  const name = attributes["ac:name"] ?? "";
  const sign = attributes["ac:emoji-fallback"] || EMOTICONS.get(name) || attributes["ac:emoji-shortname"];
  return escapeMarkdown(sign || (name === "" ? "" : `:${name}:`));
}

/** Text of a link that is stored without elements. */
export const plainLinkBody = (node: Element): string => {
  const body = storageChild(node, "ac:plain-text-link-body");
  return body ? escapeMarkdown(storageText(body).trim()) : "";
};
