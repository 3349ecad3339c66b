import { isRecord } from "../../rest/restFailure.ts";
import { type AdfNode, attr, textAt } from "./adfNode.ts";
import { cellCode } from "./cells.ts";
import { EMPTY_MACROS } from "./emptyMacros.ts";
import {
  UNNAMED_MEDIA,
  codeBlock,
  codeSpan,
  escapeMarkdown,
  link,
  placeholder,
  superscript,
  wrapMarkdown,
} from "./markdown.ts";
import { MACRO_NAME_PARAMETERS } from "./macroNames.ts";

/** Nodes inside of a line. */
export const inlines = (nodes: readonly AdfNode[]): string => nodes.map(inline).join("");

function inline(node: AdfNode): string {
  switch (node.type) {
    case "text":
      return marked(node);
    case "hardBreak":
      return "\n";
    case "mention":
      return mention(node);
    case "emoji":
      return attr(node, "text") || attr(node, "shortName");
    case "inlineCard":
    case "blockCard":
    case "embedCard":
      return card(node);
    case "status":
      return wrapMarkdown(escapeMarkdown(attr(node, "text")), "**");
    case "date": {
      const at = new Date(Number(attr(node, "timestamp")));
      return Number.isNaN(at.getTime()) ? "" : at.toISOString().slice(0, 10);
    }
    case "media":
    case "mediaInline":
      return linked(node, mediaName(node));
    case "inlineExtension":
      return inlines(node.content) || extensionPlaceholder(node, true);
    // What an author is asked to write; a published page does not show it.
    case "placeholder":
      return "";
    default:
      return node.text === "" ? inlines(node.content) || escapeMarkdown(attr(node, "text")) : escapeMarkdown(node.text);
  }
}

/** Most hosts write the sign with the name, some do not. */
function mention(node: AdfNode): string {
  const name = attr(node, "text").replace(/^@+/, "") || attr(node, "displayName");
  return escapeMarkdown(`@${name || "unknown"}`);
}

function marked(node: AdfNode): string {
  const has = (type: string) => node.marks.some((mark) => mark.type === type);
  let text = has("code") ? codeSpan(node.text) : escapeMarkdown(raised(node));
  if (has("em")) text = wrapMarkdown(text, "*");
  if (has("strong")) text = wrapMarkdown(text, "**");
  if (has("strike")) text = wrapMarkdown(text, "~~");
  return linked(node, text);
}

const raised = ({ text, marks }: AdfNode): string =>
  marks.some((mark) => mark.type === "subsup" && attr(mark, "type") === "sup") ? superscript(text) : text;

function linked({ marks }: AdfNode, text: string): string {
  const target = marks.find(({ type }) => type === "link");
  return target ? link(text, attr(target, "href")) : text;
}

/** A link with a title, where it is stored, or a list of issues by its query. */
function card(node: AdfNode): string {
  const { data, datasource } = node.attrs;
  const href = attr(node, "url") || textAt(data, "url") || textAt(data, "@url");
  const query = textAt(datasource, "parameters", "jql") || textAt(datasource, "parameters", "searchString");
  if (query !== "") return placeholder("Jira", query, href);
  return link(escapeMarkdown(textAt(data, "name") || href), href);
}

function mediaName(node: AdfNode): string {
  const name = attr(node, "alt") || attr(node, "__fileName") || attr(node, "fileName");
  const url = attr(node, "url");
  if (url !== "") return link(escapeMarkdown(name || url), url);
  return name === "" ? UNNAMED_MEDIA : escapeMarkdown(name);
}

/** Media with what is written below it. */
export function mediaOf(node: AdfNode): string {
  const media = node.content.filter(({ type }) => type !== "caption");
  const captions = node.content.filter(({ type }) => type === "caption").map(({ content }) => inlines(content));
  const names = media.map((child) => linked(node, inline(child)));
  return [...names, ...captions].filter((text) => text !== "").join(" ");
}

/** Content from elsewhere by its name; a text of code that an extension has is shown. @param isInline within a line */
export function extensionPlaceholder(node: AdfNode, isInline: boolean): string {
  const { parameters } = node.attrs;
  const kind = attr(node, "extensionKey").split(":").at(-1) ?? "";
  const parameter = (name: string): string =>
    textAt(parameters, "macroParams", name, "value") ||
    textAt(parameters, name) ||
    textAt(parameters, "guestParams", name);
  const body = parameter("__bodyContent");
  if (body !== "") return isInline ? cellCode(body) : codeBlock(body, parameter("language") || kind);
  if (EMPTY_MACROS.has(kind)) return "";
  const text = attr(node, "text");
  if (kind === "status" && parameter("title") !== "") return wrapMarkdown(escapeMarkdown(parameter("title")), "**");
  const name = MACRO_NAME_PARAMETERS.map(parameter).find((value) => value !== "") ?? (text === kind ? "" : text);
  const shown = isRecord(parameters) ? textAt(parameters, "extensionTitle") : "";
  return placeholder(shown || kind || "macro", name, /^https?:/i.test(name) ? name : "");
}
