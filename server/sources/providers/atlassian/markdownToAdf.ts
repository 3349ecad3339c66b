/** What members type in Markdown as Atlassian's document format, and as the wiki markup of Jira Data Center. */

interface AdfNode {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, string | number>>;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, string>> }[];
  readonly content?: readonly AdfNode[];
}

type Block =
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly kind: "quote" | "paragraph"; readonly text: string };

type Inline =
  | { readonly kind: "text" | "code" | "strong" | "em"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/;
const ITEM = /^ {0,3}(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/;

/** Blocks of a text; what is no block of these kinds is a paragraph with its own words. */
function blocksOf(markdown: string): Block[] {
  const lines = markdown.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const [, fence, language = ""] = FENCE.exec(line) ?? [];
    if (line.trim() === "") {
      at += 1;
    } else if (fence !== undefined) {
      const end = lines.findIndex((other, index) => index > at && other.trim().startsWith(fence));
      const last = end === -1 ? lines.length : end;
      blocks.push({ kind: "code", language, text: lines.slice(at + 1, last).join("\n") });
      at = last + 1;
    } else {
      const length = lengthOf(lines, at);
      blocks.push(blockOf(lines.slice(at, at + length)));
      at += length;
    }
  }
  return blocks;
}

const kindOf = (line: string): "item" | "ordered" | "quote" | "heading" | "blank" | "paragraph" => {
  if (line.trim() === "" || FENCE.test(line)) return "blank";
  const item = ITEM.exec(line);
  if (item) return item[2] === undefined ? "item" : "ordered";
  return /^ {0,3}>/.test(line) ? "quote" : /^ {0,3}#{1,6}\s/.test(line) ? "heading" : "paragraph";
};

/** How many lines from `at` are one block. */
function lengthOf(lines: readonly string[], at: number): number {
  const kind = kindOf(lines[at] ?? "");
  if (kind === "heading") return 1;
  let length = 1;
  while (at + length < lines.length && kindOf(lines[at + length] ?? "") === kind) length += 1;
  return length;
}

function blockOf(lines: readonly string[]): Block {
  const [first = ""] = lines;
  switch (kindOf(first)) {
    case "item":
    case "ordered":
      return {
        kind: "list",
        isOrdered: kindOf(first) === "ordered",
        items: lines.map((line) => ITEM.exec(line)?.[3] ?? line),
      };
    case "quote":
      return { kind: "quote", text: lines.map((line) => line.replace(/^ {0,3}> ?/, "")).join("\n") };
    case "heading": {
      const [, signs = "#", text = ""] = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(first) ?? [];
      return { kind: "heading", level: signs.length, text };
    }
    default:
      return { kind: "paragraph", text: lines.join("\n") };
  }
}

const INLINE =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|(?<![\w*])\*([^*\s][^*\n]*)\*(?![\w*])|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/g;

function inlineOf(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    const [matched, code, strong, em, label, href] = match;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (em !== undefined) parts.push({ kind: "em", text: em });
    else if (label !== undefined && href !== undefined) parts.push({ kind: "link", text: label, href });
    end = match.index + matched.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** The document of a comment or a description. */
export function markdownToAdf(markdown: string): AdfNode & { readonly version: 1 } {
  return { type: "doc", version: 1, content: blocksOf(markdown).map(adfBlock) } as const;
}

function adfBlock(block: Block): AdfNode {
  switch (block.kind) {
    case "code":
      return {
        type: "codeBlock",
        ...(block.language !== "" && { attrs: { language: block.language } }),
        // An empty text node is refused.
        ...(block.text !== "" && { content: [{ type: "text", text: block.text }] }),
      };
    case "heading":
      return { type: "heading", attrs: { level: block.level }, content: adfInline(block.text) };
    case "list":
      return {
        type: block.isOrdered ? "orderedList" : "bulletList",
        content: block.items.map((item) => ({
          type: "listItem",
          content: [{ type: "paragraph", content: adfInline(item) }],
        })),
      };
    case "quote":
      return { type: "blockquote", content: [{ type: "paragraph", content: adfInline(block.text) }] };
    case "paragraph":
      return { type: "paragraph", content: adfInline(block.text) };
  }
}

function adfInline(text: string): AdfNode[] {
  return text.split("\n").flatMap((line, at): AdfNode[] => [
    ...(at === 0 ? [] : [{ type: "hardBreak" }]),
    ...inlineOf(line).map((part): AdfNode => {
      if (part.kind === "text") return { type: "text", text: part.text };
      const mark = part.kind === "link" ? { type: "link", attrs: { href: part.href } } : { type: part.kind };
      return { type: "text", text: part.text, marks: [mark] };
    }),
  ]);
}

/** The same text in the markup of Jira Server and Data Center. */
export function markdownToWiki(markdown: string): string {
  return blocksOf(markdown)
    .map((block) => {
      switch (block.kind) {
        case "code":
          return `{code${block.language === "" ? "" : `:${block.language}`}}\n${block.text}\n{code}`;
        case "heading":
          return `h${block.level}. ${wikiInline(block.text)}`;
        case "list":
          return block.items.map((item) => `${block.isOrdered ? "#" : "*"} ${wikiInline(item)}`).join("\n");
        case "quote":
          return `{quote}\n${wikiInline(block.text)}\n{quote}`;
        case "paragraph":
          return wikiInline(block.text);
      }
    })
    .join("\n\n");
}

/** Characters that begin markup are escaped; of words of people they mean themselves. */
const escapeWiki = (text: string): string => text.replaceAll(/[{}[\]!|]/g, String.raw`\$&`);

const wikiInline = (text: string): string =>
  inlineOf(text)
    .map((part) => {
      switch (part.kind) {
        case "text":
          return escapeWiki(part.text);
        case "code":
          // A backslash of code would escape the end of the macro.
          return `{{${escapeWiki(part.text.replaceAll("\\", "&#92;"))}}}`;
        case "strong":
          return `*${escapeWiki(part.text)}*`;
        case "em":
          return `_${escapeWiki(part.text)}_`;
        case "link":
          return `[${escapeWiki(part.text)}|${part.href}]`;
      }
    })
    .join("");
