import { isRecord } from "../../rest/restFailure.ts";
import { blocks, codeBlock, codeSpan, escapeMarkdown, indent, link, table, wrapMarkdown } from "./markdown.ts";

/** A node of Atlassian's document format. Of an unknown node the text inside it is read. */
interface Node {
  readonly type: string;
  readonly text: string;
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly marks: readonly { readonly type: string; readonly attrs: Readonly<Record<string, unknown>> }[];
  readonly content: readonly Node[];
}

const MAX_DEPTH = 60;

/** The body of an issue, a comment or a page in Atlassian's document format as Markdown. A plain string is taken as it is. */
export function adfToMarkdown(document: unknown): string {
  if (typeof document === "string") return document;
  const node = readNode(document, 0);
  return node ? block(node) : "";
}

function readNode(value: unknown, depth: number): Node | null {
  if (!isRecord(value) || depth > MAX_DEPTH) return null;
  const list = (name: string): readonly unknown[] => (Array.isArray(value[name]) ? value[name] : []);
  return {
    type: typeof value["type"] === "string" ? value["type"] : "",
    text: typeof value["text"] === "string" ? value["text"] : "",
    attrs: isRecord(value["attrs"]) ? value["attrs"] : {},
    marks: list("marks").flatMap((mark) =>
      isRecord(mark) && typeof mark["type"] === "string"
        ? [{ type: mark["type"], attrs: isRecord(mark["attrs"]) ? mark["attrs"] : {} }]
        : [],
    ),
    content: list("content").flatMap((child) => readNode(child, depth + 1) ?? []),
  };
}

const attr = ({ attrs }: Pick<Node, "attrs">, name: string): string => {
  const value = attrs[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};
const plain = (node: Node): string => node.text + node.content.map(plain).join("");

function block(node: Node): string {
  switch (node.type) {
    case "paragraph":
      return inlines(node.content);
    case "heading": {
      const level = Math.min(6, Math.max(1, Number(attr(node, "level")) || 1));
      return `${"#".repeat(level)} ${inlines(node.content).replaceAll("\n", " ")}`;
    }
    case "bulletList":
    case "decisionList":
      return node.content.map((item) => `- ${indent(block(item), "  ")}`).join("\n");
    case "orderedList": {
      const first = Number(attr(node, "order")) || 1;
      return node.content.map((item, at) => `${first + at}. ${indent(block(item), "   ")}`).join("\n");
    }
    case "taskList":
      return node.content
        .map((item) => `- [${attr(item, "state") === "DONE" ? "x" : " "}] ${indent(block(item), "  ")}`)
        .join("\n");
    case "taskItem":
    case "decisionItem":
      return node.content.some(isBlock) ? blocks(node.content.map(block)) : inlines(node.content);
    case "codeBlock":
      return codeBlock(plain(node), attr(node, "language"));
    case "blockquote":
    case "panel":
      return `> ${blocks(node.content.map(block)).replaceAll("\n", "\n> ")}`;
    case "rule":
      return "---";
    case "table":
      return table(node.content.map((row) => row.content.map((cell) => blocks(cell.content.map(block)))));
    case "expand":
    case "nestedExpand":
      return blocks([wrapMarkdown(escapeMarkdown(attr(node, "title")), "**"), ...node.content.map(block)]);
    case "mediaSingle":
    case "mediaGroup":
      return node.content
        .map((media) => escapeMarkdown(attr(media, "alt")))
        .filter(Boolean)
        .join(" ");
    default:
      return isBlock(node) || node.content.some(isBlock) ? blocks(node.content.map(block)) : inlines([node]);
  }
}

const BLOCKS = new Set([
  "doc",
  "paragraph",
  "heading",
  "bulletList",
  "orderedList",
  "listItem",
  "taskList",
  "taskItem",
  "decisionList",
  "decisionItem",
  "codeBlock",
  "blockquote",
  "panel",
  "rule",
  "table",
  "expand",
  "nestedExpand",
  "mediaSingle",
  "mediaGroup",
  "layoutSection",
  "layoutColumn",
]);
const isBlock = ({ type }: Node): boolean => BLOCKS.has(type);

const inlines = (nodes: readonly Node[]): string => nodes.map(inline).join("");

function inline(node: Node): string {
  switch (node.type) {
    case "text":
      return marked(node);
    case "hardBreak":
      return "\n";
    case "mention":
      return escapeMarkdown(attr(node, "text") || "@unknown");
    case "emoji":
      return attr(node, "text") || attr(node, "shortName");
    case "inlineCard":
    case "blockCard":
    case "embedCard":
      return link(escapeMarkdown(attr(node, "url")), attr(node, "url"));
    case "status":
      return wrapMarkdown(escapeMarkdown(attr(node, "text")), "**");
    case "date": {
      const at = new Date(Number(attr(node, "timestamp")));
      return Number.isNaN(at.getTime()) ? "" : at.toISOString().slice(0, 10);
    }
    default:
      return node.text === "" ? inlines(node.content) : escapeMarkdown(node.text);
  }
}

function marked(node: Node): string {
  const has = (type: string) => node.marks.some((mark) => mark.type === type);
  let text = has("code") ? codeSpan(node.text) : escapeMarkdown(node.text);
  if (has("em")) text = wrapMarkdown(text, "*");
  if (has("strong")) text = wrapMarkdown(text, "**");
  if (has("strike")) text = wrapMarkdown(text, "~~");
  const target = node.marks.find((mark) => mark.type === "link");
  return target ? link(text, attr(target, "href")) : text;
}
