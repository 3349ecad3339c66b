/** Macros of Confluence's storage format that have no text of their own, as named places. */
import { cellCode } from "../atlassian/cells.ts";
import { EMPTY_MACROS } from "../atlassian/emptyMacros.ts";
import { codeSpan, escapeMarkdown, placeholder, wrapMarkdown } from "../atlassian/markdown.ts";
import type { Element } from "./parseXml.ts";
import { fileLink, pageLink } from "./storageLinks.ts";
import {
  type StorageContext,
  storageChild,
  findElement,
  isStorageElement,
  parameterText,
  storageText,
  userName,
} from "./storageNodes.ts";
import { MACRO_NAME_PARAMETERS } from "../atlassian/macroNames.ts";

/** Those of the storage format alone are added. */
const EMPTY_STORAGE_MACROS: ReadonlySet<string> = new Set([
  ...EMPTY_MACROS,
  "toc-zone",
  "pagetreesearch",
  "contributors",
]);
/** Macros that are a part of their sentence. */
const INLINE_MACROS = new Set([
  "status",
  "jira",
  "jiraissues",
  "anchor",
  "mathinline",
  "mathjax-inline-macro",
  "profile",
]);

export const isMacro = ({ name }: Element): boolean => name === "ac:structured-macro" || name === "ac:macro";
export const macroName = (node: Element): string => node.attributes["ac:name"] ?? "";

/** Whether a macro is a part of the line around it; a list of issues is not. */
export function isInlineMacro(node: Element): boolean {
  const kind = isMacro(node) ? macroName(node) : "";
  if (!INLINE_MACROS.has(kind) && !/math.*inline|inline.*math/.test(kind)) return false;
  return parameterText(node, "jqlQuery") === "";
}

/** Macros of this format may also have their text in a parameter. */
const NAME_PARAMETERS = [...MACRO_NAME_PARAMETERS, "body", ""];

/** A macro without a body. */
export function macroPlaceholder(node: Element, context: StorageContext): string {
  const kind = macroName(node);
  if (kind === "status") return wrapMarkdown(escapeMarkdown(parameterText(node, "title")), "**");
  if (kind === "jira" || kind === "jiraissues") return issueMacro(node, context);
  if (EMPTY_STORAGE_MACROS.has(kind)) return "";
  const file = findElement(node, "ri:attachment");
  if (file) return fileLink(file, escapeMarkdown(parameterText(node, "title")), context);
  const page = findElement(node, "ri:page") ?? findElement(node, "ri:blog-post");
  if (page) return pageLink(page, "", context);
  const user = findElement(node, "ri:user");
  if (user) return escapeMarkdown(userName(user, context.nameOf));
  const url = findElement(node, "ri:url")?.attributes["ri:value"] ?? "";
  const name = NAME_PARAMETERS.map((parameter) => parameterText(node, parameter)).find((text) => text !== "") ?? url;
  if (/math|latex/.test(kind)) return name === "" ? "" : codeSpan(name);
  return placeholder(kind || "macro", name, url || (/^https?:/i.test(name) ? name : ""));
}

/** One issue by its key, or a list of issues by its query. */
function issueMacro(node: Element, { site }: StorageContext): string {
  const key = parameterText(node, "key");
  if (key !== "") return escapeMarkdown(key);
  const query = parameterText(node, "jqlQuery") || parameterText(node, "jql") || parameterText(node, "url");
  // In the cloud a wiki and its tracker have one site.
  const isCloud = /^https:\/\/[^/]+\.atlassian\.net\/wiki$/.test(site);
  const href = isCloud ? `${site.slice(0, -"/wiki".length)}/issues/?jql=${encodeURIComponent(query)}` : "";
  return placeholder("Jira", query, query === "" ? "" : href);
}

/** Code of a macro within a line. */
export const macroCode = (node: Element): string =>
  cellCode(storageText(storageChild(node, "ac:plain-text-body") ?? ""));

/** A node of the present editor that the storage format has no element for. */
export interface AdfElement {
  readonly kind: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** What is shown of it. */
  readonly content: readonly Element[];
}

/** The parts of `ac:adf-node`: attributes are elements too, and no text. */
export function adfElement(node: Element): AdfElement {
  const attributes = new Map<string, string>();
  const content: Element[] = [];
  for (const part of node.children) {
    if (!isStorageElement(part)) continue;
    if (part.name === "ac:adf-attribute") attributes.set(part.attributes["key"] ?? "", storageText(part).trim());
    else if (part.name !== "ac:adf-fallback") content.push(part);
  }
  return { kind: node.attributes["type"] ?? "", attributes, content };
}

/** An extension of the present editor without content. */
export function adfPlaceholder(node: Element): string {
  const { kind, attributes } = adfElement(node);
  if (!kind.includes("extension")) return "";
  return placeholder(attributes.get("extension-key")?.split("/").at(-1) || "macro", attributes.get("text") ?? "");
}
