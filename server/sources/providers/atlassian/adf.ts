import { type AdfNode, attr, adfText, readAdfNode } from "./adfNode.ts";
import { extensionPlaceholder, inlines, mediaOf } from "./adfInline.ts";
import { cellCode, spanOf, spannedRows } from "./cells.ts";
import {
  blocks,
  codeBlock,
  escapeMarkdown,
  indent,
  panel,
  placeholder,
  quote,
  table,
  wrapMarkdown,
} from "./markdown.ts";

/** The body of an issue, a comment or a page in Atlassian's document format as Markdown. A plain string is taken as it is. */
export function adfToMarkdown(document: unknown): string {
  if (typeof document === "string") return document;
  const node = readAdfNode(document);
  return node ? block(node, "page") : "";
}

/** A cell of a table has one line: headings, quotations and code have another form there. */
type Place = "page" | "cell";

const BLOCKS = new Set([
  "doc",
  "paragraph",
  "heading",
  "bulletList",
  "orderedList",
  "listItem",
  "taskList",
  "taskItem",
  "blockTaskItem",
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
  "extension",
  "bodiedExtension",
  "multiBodiedExtension",
  "extensionFrame",
  "bodiedSyncBlock",
  "blockCard",
  "embedCard",
]);
const isBlock = ({ type }: AdfNode): boolean => BLOCKS.has(type);

function block(node: AdfNode, place: Place): string {
  const all = (): string => blocks(parts(node.content, place));
  const titled = (title: string): string => blocks([wrapMarkdown(escapeMarkdown(title), "**"), all()]);
  switch (node.type) {
    case "paragraph":
    case "caption":
      return inlines(node.content);
    case "heading": {
      const text = inlines(node.content).replaceAll("\n", " ");
      if (place === "cell") return wrapMarkdown(text, "**");
      const level = Math.min(6, Math.max(1, Number(attr(node, "level")) || 1));
      return `${"#".repeat(level)} ${text}`;
    }
    case "bulletList":
    case "decisionList":
      return list(node, place, () => "- ");
    case "orderedList": {
      const first = Number(attr(node, "order")) || 1;
      return list(node, place, (at) => `${first + at}. `);
    }
    case "taskList":
      return list(node, place, (_at, item) => `- [${attr(item, "state") === "DONE" ? "x" : " "}] `);
    case "codeBlock":
      return place === "cell" ? cellCode(adfText(node)) : codeBlock(adfText(node), attr(node, "language"));
    case "blockquote":
      return place === "cell" ? all() : quote(all());
    case "panel": {
      const sign = attr(node, "panelIconText") || undefined;
      return place === "cell" ? all() : panel(attr(node, "panelType"), all(), sign);
    }
    case "rule":
      return place === "cell" ? "" : "---";
    case "table":
      return tableOf(node, place);
    case "expand":
    case "nestedExpand":
      return titled(attr(node, "title"));
    case "mediaSingle":
    case "mediaGroup":
      return mediaOf(node);
    case "extension":
    case "bodiedExtension":
    case "multiBodiedExtension":
    case "bodiedSyncBlock": {
      const inside = all();
      return inside === "" ? extensionPlaceholder(node, place === "cell") : inside;
    }
    case "blockCard":
    case "embedCard":
      return inlines([node]);
    default:
      return isBlock(node) || node.content.some(isBlock) ? all() : inlines([node]);
  }
}

/** The blocks among some nodes. Text between them is a block of its own. */
function parts(nodes: readonly AdfNode[], place: Place): string[] {
  const result: string[] = [];
  let line: AdfNode[] = [];
  const endLine = (): void => {
    if (line.length > 0) result.push(inlines(line));
    line = [];
  };
  for (const node of nodes) {
    if (isBlock(node) || node.type === "caption" || node.content.some(isBlock)) {
      endLine();
      result.push(block(node, place));
    } else {
      line.push(node);
    }
  }
  endLine();
  return result;
}

/** A list that is a child of a list belongs to the item before it. */
function list(node: AdfNode, place: Place, signOf: (at: number, item: AdfNode) => string): string {
  let at = 0;
  const lines = node.content.map((item) => {
    if (item.type === node.type) return `  ${indent(block(item, place), "  ")}`;
    const sign = signOf(at, item);
    at += 1;
    const inside = blocks(parts(item.content.length > 0 ? item.content : [item], place));
    return sign + indent(inside, " ".repeat(node.type === "orderedList" ? sign.length : 2));
  });
  return lines.join("\n");
}

/** A table in a cell has its rows one after the other. */
function tableOf(node: AdfNode, place: Place): string {
  const rows = node.content.map((row) =>
    row.content.map((cell) => ({
      text: blocks(parts(cell.content, "cell")),
      columns: spanOf(attr(cell, "colspan")),
      rows: spanOf(attr(cell, "rowspan")),
    })),
  );
  if (place === "cell") return rows.map((row) => row.map(({ text }) => text).join(" ")).join("\n");
  return rows.length === 0 ? placeholder("", adfText(node)) : table(spannedRows(rows));
}
