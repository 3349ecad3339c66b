import {
  blocks,
  codeBlock,
  codeSpan,
  escapeMarkdown,
  indent,
  link,
  table,
  wrapMarkdown,
} from "../atlassian/markdown.ts";
import { type Element, type XmlNode, parseXml } from "./parseXml.ts";

/** Where links of the wiki itself lead. */
export interface StorageContext {
  /** Root of the wiki's pages, without a slash at the end. */
  readonly site: string;
  readonly spaceKey: string;
  /** The display name of a mentioned user, by key or user name; without it mentions are left out. */
  readonly nameOf?: (user: string) => string | null;
}

/**
 * The body of a page as Confluence stores it (XHTML with additional elements) as Markdown. Scripts, styles and everything that runs
 * are left out with their content; of unknown macros the text inside them is kept.
 */
export function storageToMarkdown(body: string, context: StorageContext): string {
  return blocksOf(parseXml(body), context);
}

const INLINE = new Set([
  "#text",
  "a",
  "abbr",
  "ac:emoticon",
  "ac:inline-comment-marker",
  "ac:link",
  "b",
  "br",
  "cite",
  "code",
  "del",
  "em",
  "i",
  "kbd",
  "mark",
  "q",
  "s",
  "samp",
  "small",
  "span",
  "strike",
  "strong",
  "sub",
  "sup",
  "time",
  "tt",
  "u",
  "var",
]);
const DROPPED = new Set([
  "script",
  "style",
  "iframe",
  "object",
  "embed",
  "form",
  "input",
  "svg",
  "math",
  "ac:parameter",
]);
/** Macros that show content from elsewhere, which is not text of this page. */
const EMPTY_MACROS = new Set([
  "toc",
  "children",
  "pagetree",
  "recently-updated",
  "contentbylabel",
  "attachments",
  "livesearch",
  "anchor",
]);

const nameOf = (node: XmlNode): string => (typeof node === "string" ? "#text" : node.name);
const child = (node: Element, name: string): Element | undefined =>
  node.children.find((part): part is Element => typeof part !== "string" && part.name === name);
const textOf = (node: XmlNode): string => (typeof node === "string" ? node : node.children.map(textOf).join(""));
const parameter = (macro: Element, name: string): string => {
  const child = macro.children.find(
    (part): part is Element =>
      typeof part !== "string" && part.name === "ac:parameter" && part.attributes["ac:name"] === name,
  );
  return child ? textOf(child).trim() : "";
};

/** Runs of inline nodes become separate paragraphs. */
function blocksOf(nodes: readonly XmlNode[], context: StorageContext): string {
  const parts: string[] = [];
  let run: XmlNode[] = [];
  const flush = (): void => {
    const text = inlines(run, context);
    if (text.trim() !== "") parts.push(text.trim());
    run = [];
  };
  for (const node of nodes) {
    if (INLINE.has(nameOf(node))) {
      run.push(node);
    } else if (typeof node !== "string") {
      flush();
      parts.push(block(node, context));
    }
  }
  flush();
  return blocks(parts);
}

function block(node: Element, context: StorageContext): string {
  const { name } = node;
  if (DROPPED.has(name)) return "";
  const heading = /^h([1-6])$/.exec(name)?.[1];
  if (heading) return `${"#".repeat(Number(heading))} ${inlines(node.children, context).replaceAll("\n", " ").trim()}`;
  switch (name) {
    case "hr":
      return "---";
    case "ul":
    case "ol":
      return list(node, name === "ol", context);
    case "pre":
      return codeBlock(textOf(node), "");
    case "blockquote":
      return quote(blocksOf(node.children, context));
    case "table":
      return table(rowsOf(node).map((row) => cellsOf(row).map((cell) => blocksOf(cell.children, context))));
    case "ac:task-list":
      return node.children
        .flatMap((task) => (typeof task === "string" || task.name !== "ac:task" ? [] : taskLine(task, context)))
        .join("\n");
    case "ac:structured-macro":
    case "ac:macro":
      return macro(node, context);
    case "ac:image": {
      const file = child(node, "ri:attachment")?.attributes["ri:filename"] ?? "";
      return escapeMarkdown(node.attributes["ac:alt"] ?? file);
    }
    case "ac:placeholder":
      return "";
    default:
      return blocksOf(node.children, context);
  }
}

const quote = (text: string): string => (text === "" ? "" : `> ${text.replaceAll("\n", "\n> ")}`);

function list(node: Element, isNumbered: boolean, context: StorageContext): string {
  let number = Number(node.attributes["start"] ?? 1) || 1;
  const lines: string[] = [];
  for (const item of node.children) {
    if (typeof item === "string") continue;
    const sign = isNumbered ? `${number}. ` : "- ";
    lines.push(sign + indent(blocksOf(item.name === "li" ? item.children : [item], context), " ".repeat(sign.length)));
    number += 1;
  }
  return lines.join("\n");
}

function taskLine(task: Element, context: StorageContext): string {
  const isDone = textOf(child(task, "ac:task-status") ?? "").trim() === "complete";
  const body = child(task, "ac:task-body");
  return `- [${isDone ? "x" : " "}] ${indent(body ? blocksOf(body.children, context) : "", "  ")}`;
}

const rowsOf = (node: Element): Element[] =>
  node.children.flatMap((part) => (typeof part === "string" ? [] : part.name === "tr" ? [part] : rowsOf(part)));
const cellsOf = (row: Element): Element[] =>
  row.children.filter(
    (part): part is Element => typeof part !== "string" && (part.name === "td" || part.name === "th"),
  );

function macro(node: Element, context: StorageContext): string {
  const kind = node.attributes["ac:name"] ?? "";
  if (EMPTY_MACROS.has(kind)) return "";
  const plain = child(node, "ac:plain-text-body");
  const rich = child(node, "ac:rich-text-body");
  const title = parameter(node, "title");
  if (plain)
    return blocks([wrapMarkdown(escapeMarkdown(title), "**"), codeBlock(textOf(plain), parameter(node, "language"))]);
  if (kind === "status") return wrapMarkdown(escapeMarkdown(title), "**");
  if (kind === "jira") return escapeMarkdown(parameter(node, "key"));
  const inside = rich ? blocksOf(rich.children, context) : "";
  const titled = blocks([wrapMarkdown(escapeMarkdown(title), "**"), inside]);
  return ["info", "note", "warning", "tip", "panel"].includes(kind) ? quote(titled) : titled;
}

const inlines = (nodes: readonly XmlNode[], context: StorageContext): string =>
  nodes.map((node) => inline(node, context)).join("");

function inline(node: XmlNode, context: StorageContext): string {
  if (typeof node === "string") return escapeMarkdown(node.replaceAll(/\s+/g, " "));
  if (DROPPED.has(node.name)) return "";
  const inside = (): string => inlines(node.children, context);
  switch (node.name) {
    case "strong":
    case "b":
      return wrapMarkdown(inside(), "**");
    case "em":
    case "i":
    case "cite":
      return wrapMarkdown(inside(), "*");
    case "s":
    case "del":
    case "strike":
      return wrapMarkdown(inside(), "~~");
    case "code":
    case "kbd":
    case "samp":
    case "tt":
      return codeSpan(textOf(node).replaceAll(/\s+/g, " "));
    case "br":
      return "\n";
    case "a":
      return link(inside() || escapeMarkdown(node.attributes["href"] ?? ""), node.attributes["href"] ?? "");
    case "time":
      return node.attributes["datetime"] ?? inside();
    case "ac:emoticon":
      return node.attributes["ac:emoji-fallback"] ?? "";
    case "ac:link":
      return wikiLink(node, context);
    default:
      return INLINE.has(node.name) ? inside() : block(node, context);
  }
}

const USER_ATTRIBUTES = ["ri:userkey", "ri:username"] as const;

const userReferences = ({ attributes }: Element): string[] => USER_ATTRIBUTES.flatMap((name) => attributes[name] || []);

/** Keys and names of the users that a body mentions, each once. */
export function mentionedUsers(body: string): ReadonlyMap<string, "key" | "username"> {
  const result = new Map<string, "key" | "username">();
  const visit = (nodes: readonly XmlNode[]): void => {
    for (const node of nodes) {
      if (typeof node === "string") continue;
      const { "ri:userkey": key, "ri:username": name } = node.attributes;
      if (node.name === "ri:user" && key) result.set(key, "key");
      else if (node.name === "ri:user" && name) result.set(name, "username");
      visit(node.children);
    }
  };
  if (body.includes("ri:user")) visit(parseXml(body));
  return result;
}

/** A link to a page, a file or a person of the wiki. */
function wikiLink(node: Element, { site, spaceKey, nameOf }: StorageContext): string {
  const user = child(node, "ri:user");
  if (user && nameOf) {
    const name = userReferences(user)
      .map((reference) => nameOf(reference))
      .find((candidate) => candidate !== null);
    return escapeMarkdown(`@${name ?? user.attributes["ri:username"] ?? "unknown"}`);
  }
  const body = child(node, "ac:link-body") ?? child(node, "ac:plain-text-link-body");
  const page = child(node, "ri:page");
  const title = page?.attributes["ri:content-title"] ?? "";
  const file = child(node, "ri:attachment")?.attributes["ri:filename"] ?? "";
  const text = escapeMarkdown((body ? textOf(body) : "").trim() || title || file);
  if (!page || title === "") return text;
  const space = page.attributes["ri:space-key"] ?? spaceKey;
  return link(text, `${site}/display/${encodeURIComponent(space)}/${encodeURIComponent(title)}`);
}
