import { cellCode, spanOf, spannedRows } from "../atlassian/cells.ts";
import {
  blocks,
  codeBlock,
  codeSpan,
  escapeMarkdown,
  indent,
  link,
  macroPanel,
  panel,
  quote,
  superscript,
  table,
  wrapMarkdown,
} from "../atlassian/markdown.ts";
import { type Element, type XmlNode, parseXml } from "./parseXml.ts";
import { DROPPED, INLINE, PANELS } from "./storageElements.ts";
import { absolute, emoticonOf, imageOf, plainLinkBody, wikiLink } from "./storageLinks.ts";
import {
  adfElement,
  adfPlaceholder,
  isInlineMacro,
  isMacro,
  macroCode,
  macroName,
  macroPlaceholder,
} from "./storageMacros.ts";
import {
  type StorageContext,
  type UserReference,
  storageChild,
  storageChildren,
  isStorageElement,
  mentionedIn,
  nameOf,
  parameterText,
  storageText,
} from "./storageNodes.ts";

/**
 * The body of a page as Confluence stores it (XHTML with additional elements) as Markdown. Scripts, styles and everything that runs
 * are left out with their content; of unknown macros the text inside them is kept, and without one their name.
 */
export function storageToMarkdown(body: string, context: StorageContext): string {
  return new StorageReader(context).blocks(parseXml(body));
}

/** Ids, keys and names of the users that a body mentions, each once. */
export function mentionedUsers(body: string): ReadonlyMap<string, UserReference> {
  return body.includes("ri:user") ? mentionedIn(parseXml(body)) : new Map<string, UserReference>();
}

const isInline = (node: XmlNode): boolean =>
  INLINE.has(nameOf(node)) || (isStorageElement(node) && isInlineMacro(node));

class StorageReader {
  readonly #context: StorageContext;
  /** A cell of a table has one line: headings, quotations and code have another form there. */
  readonly #isCell: boolean;

  constructor(context: StorageContext, isCell = false) {
    this.#context = context;
    this.#isCell = isCell;
  }

  /** Runs of inline nodes become separate paragraphs. */
  blocks(nodes: readonly XmlNode[]): string {
    const parts: string[] = [];
    let run: XmlNode[] = [];
    const flush = (): void => {
      const text = this.#inlines(run);
      if (text.trim() !== "") parts.push(text.trim());
      run = [];
    };
    for (const node of nodes) {
      if (isInline(node)) {
        run.push(node);
      } else if (isStorageElement(node)) {
        flush();
        parts.push(this.#block(node));
      }
    }
    flush();
    return blocks(parts);
  }

  #block(node: Element): string {
    const { name, children } = node;
    if (DROPPED.has(name)) return "";
    const heading = /^h([1-6])$/.exec(name)?.[1];
    if (heading) {
      const text = this.#inlines(children).replaceAll("\n", " ").trim();
      return this.#isCell ? wrapMarkdown(text, "**") : `${"#".repeat(Number(heading))} ${text}`;
    }
    if (isMacro(node)) return this.#macro(node);
    switch (name) {
      case "hr":
        return this.#isCell ? "" : "---";
      case "ul":
      case "ol":
        return this.#list(node, name === "ol");
      case "pre":
        return this.#code(storageText(node), "");
      case "blockquote":
        return this.#isCell ? this.blocks(children) : quote(this.blocks(children));
      case "table":
        return this.#table(node);
      case "ac:task-list":
        return this.#tasks(node);
      case "ac:adf-extension":
        return this.#extension(node);
      case "ac:adf-node":
        return this.#adfNode(node);
      default:
        return this.blocks(children);
    }
  }

  #code(text: string, language: string): string {
    return this.#isCell ? cellCode(text) : codeBlock(text, language);
  }

  /** A list that is a child of a list belongs to the item before it. */
  #list(node: Element, isNumbered: boolean): string {
    let number = Number(node.attributes["start"] ?? 1) || 1;
    const lines: string[] = [];
    for (const item of node.children) {
      if (!isStorageElement(item)) continue;
      const sign = isNumbered ? `${number}. ` : "- ";
      const width = " ".repeat(sign.length);
      if (item.name === "ul" || item.name === "ol") {
        lines.push(width + indent(this.#block(item), width));
        continue;
      }
      lines.push(sign + indent(this.blocks(item.name === "li" ? item.children : [item]), width));
      number += 1;
    }
    return lines.join("\n");
  }

  #tasks(node: Element): string {
    return node.children
      .flatMap((part) => {
        if (!isStorageElement(part)) return [];
        if (part.name === "ac:task-list") return `  ${indent(this.#tasks(part), "  ")}`;
        if (part.name !== "ac:task") return [];
        const isDone = storageText(storageChild(part, "ac:task-status") ?? "").trim() === "complete";
        const bodies = storageChildren(part, "ac:task-body").flatMap(({ children }) => children);
        const inside = blocks([
          this.blocks(bodies),
          ...storageChildren(part, "ac:task-list").map((list) => this.#tasks(list)),
        ]);
        return `- [${isDone ? "x" : " "}] ${indent(inside, "  ")}`;
      })
      .join("\n");
  }

  /** A table in a cell has its rows one after the other. */
  #table(node: Element): string {
    const cell = this.#isCell ? this : new StorageReader(this.#context, true);
    const rows = rowsOf(node).map((row) =>
      storageChildren(row, "td", "th").map(({ children, attributes }) => ({
        text: cell.blocks(children),
        columns: spanOf(attributes["colspan"] ?? ""),
        rows: spanOf(attributes["rowspan"] ?? ""),
      })),
    );
    const captions = storageChildren(node, "caption").map(({ children }) => this.blocks(children));
    const shown = this.#isCell
      ? rows.map((row) => row.map(({ text }) => text).join(" ")).join("\n")
      : table(spannedRows(rows));
    return blocks([...captions, shown]);
  }

  #macro(node: Element): string {
    const kind = macroName(node);
    const title = wrapMarkdown(escapeMarkdown(parameterText(node, "title")), "**");
    const plain = storageChildren(node, "ac:plain-text-body");
    if (plain.length > 0) {
      const language = parameterText(node, "language") || (kind === "code" || kind === "noformat" ? "" : kind);
      return blocks([title, ...plain.map((body) => this.#code(storageText(body), language))]);
    }
    // Some macros have several bodies, and some have their content without one.
    const inside = this.blocks(node.children);
    if (inside === "") return storageChild(node, "ac:rich-text-body") ? title : macroPlaceholder(node, this.#context);
    const titled = blocks([title, inside]);
    return PANELS.has(kind) && !this.#isCell
      ? macroPanel(kind, titled, parameterText(node, "panelIconText") || undefined)
      : titled;
  }

  /** A node of the present editor. What it falls back to repeats it for the older one. */
  #extension(node: Element): string {
    const shown = storageChildren(node, "ac:adf-node", "ac:adf-content").map((part) => this.#block(part));
    const text = blocks(shown);
    if (text !== "") return text;
    const fallback = this.blocks(storageChild(node, "ac:adf-fallback")?.children ?? []);
    return fallback || blocks(storageChildren(node, "ac:adf-node").map(adfPlaceholder));
  }

  #adfNode(node: Element): string {
    const { kind, attributes, content } = adfElement(node);
    // Items of a list of decisions are paragraphs of an element of their own each.
    const inside = kind.endsWith("-list")
      ? content.map((item) => `- ${indent(this.#block(item), "  ")}`).join("\n")
      : this.blocks(content.filter(({ name }) => name !== "ac:adf-parameter"));
    if (kind === "panel") {
      const sign = attributes.get("panel-icon-text") || undefined;
      return this.#isCell ? inside : panel(attributes.get("panel-type") ?? "", inside, sign);
    }
    return inside;
  }

  #inlines(nodes: readonly XmlNode[]): string {
    return nodes.map((node) => this.#inline(node)).join("");
  }

  #inline(node: XmlNode): string {
    if (!isStorageElement(node)) return escapeMarkdown(node.replaceAll(/\s+/g, " "));
    const { name, attributes, children } = node;
    if (DROPPED.has(name)) return "";
    const inside = (): string => this.#inlines(children);
    switch (name) {
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
        return codeSpan(storageText(node).replaceAll(/\s+/g, " "));
      case "sup":
        return children.length === 1 && typeof children[0] === "string" ? superscript(inside()) : inside();
      case "q":
        return `"${inside()}"`;
      case "br":
        return "\n";
      case "a":
        return link(
          inside() || escapeMarkdown(attributes["href"] ?? ""),
          absolute(attributes["href"] ?? "", this.#context),
        );
      case "img":
        return link(
          escapeMarkdown(attributes["alt"] || attributes["src"] || ""),
          absolute(attributes["src"] ?? "", this.#context),
        );
      case "time":
        // The wiki shows a date apart from what is around it.
        return inside() || ` ${escapeMarkdown(attributes["datetime"] ?? "")} `;
      case "ac:emoticon":
        return emoticonOf(node);
      case "ac:image":
        return imageOf(
          node,
          storageChildren(node, "ac:caption")
            .map((caption) => this.#inlines(caption.children).trim())
            .join(" "),
          this.#context,
        );
      case "ac:link": {
        const body = storageChild(node, "ac:link-body");
        return wikiLink(node, (body ? this.#inlines(body.children).trim() : "") || plainLinkBody(node), this.#context);
      }
      default:
        return this.#other(node);
    }
  }

  #other(node: Element): string {
    if (!isMacro(node)) return INLINE.has(node.name) ? this.#inlines(node.children) : this.#block(node);
    return isInlineMacro(node) && storageChild(node, "ac:plain-text-body") ? macroCode(node) : this.#block(node);
  }
}

const rowsOf = (node: Element): Element[] =>
  node.children.flatMap((part) => (!isStorageElement(part) ? [] : part.name === "tr" ? [part] : rowsOf(part)));
