/** Plain text as Markdown that means nothing else: what could begin a construct is escaped, names with underscores inside stay as they are. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*[\]<]/g, String.raw`\$&`)
    .replaceAll(/(?<!\w)_|_(?!\w)/g, String.raw`\_`)
    .replaceAll(/^([^\S\n]*)(#{1,6}\s|>|[-+]\s|={3,}|~{3,}|-{3,})/gm, String.raw`$1\$2`)
    .replaceAll(/^([^\S\n]*\d+)([.)]\s)/gm, String.raw`$1\$2`);
}

/** Text between signs of emphasis: those may not touch white space. */
export function wrapMarkdown(text: string, sign: string): string {
  const core = text.trim();
  if (core === "") return text;
  const start = text.indexOf(core);
  return `${text.slice(0, start)}${sign}${core}${sign}${text.slice(start + core.length)}`;
}

/** Length of the longest match, at least `least`. */
function longestOf(matches: Iterable<readonly string[]>, least: number): number {
  let longest = least;
  for (const [match = ""] of matches) longest = Math.max(longest, match.length);
  return longest;
}

/** Code inside a line, in a fence longer than any run of backticks in it. */
export function codeSpan(text: string): string {
  const longest = longestOf(text.matchAll(/`+/g), 0);
  const fence = "`".repeat(longest + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

export function codeBlock(text: string, language: string): string {
  const longest = longestOf(text.matchAll(/(?<=^[^\S\n]{0,3})`{3,}/gm), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language.replaceAll(/[^\w+#.-]/g, "")}\n${text.replace(/\n$/, "")}\n${fence}`;
}

/** A link, where it leads somewhere that may be opened; else its text alone. */
export function link(text: string, href: string): string {
  const isOpenable = /^(?:https?:|mailto:)/i.test(href) && URL.canParse(href);
  return isOpenable ? `[${text}](<${href.replaceAll(/[<>\n]/g, encodeURIComponent)}>)` : text;
}

/** Lines under a list item or quote. */
export const indent = (text: string, by: string): string => text.replaceAll(/\n(?=[^\n])/g, `\n${by}`);

/** Lines in a quotation. */
export const quote = (text: string): string => (text === "" ? "" : `> ${text.replaceAll("\n", "\n> ")}`);

/** Signs of panels by the names that Atlassian's formats have for their kinds. */
const PANEL_SIGNS: ReadonlyMap<string, string> = new Map([
  ["info", "ℹ️"],
  ["note", "📝"],
  ["tip", "💡"],
  ["success", "✅"],
  ["warning", "⚠️"],
  ["error", "⛔"],
]);

/** Kinds of panels of the older editor and of wiki markup, by the kinds of the present editor that look the same. */
const MACRO_KINDS: ReadonlyMap<string, string> = new Map([
  ["tip", "success"],
  ["note", "warning"],
  ["warning", "error"],
]);

/** The panel of a macro of the older editor or of wiki markup. */
export const macroPanel = (name: string, text: string, sign?: string): string =>
  panel(MACRO_KINDS.get(name) ?? name, text, sign);

/** A panel: a quotation that begins with the sign of its kind. @param sign in place of that of the kind */
export function panel(kind: string, text: string, sign = PANEL_SIGNS.get(kind) ?? ""): string {
  if (text === "" || sign === "") return quote(text);
  // A fence, list, table or heading begins its own line.
  return quote(/^(?:`{3}|[-*+] |\d+[.)] |\||#|>)/.test(text) ? `${sign}\n\n${text}` : `${sign} ${text}`);
}

/** A sign for a picture or file that has no name. */
export const UNNAMED_MEDIA = "🖼";

/** A named place of what is shown from elsewhere, such as a table of issues or a diagram. */
export function placeholder(kind: string, name: string, href = ""): string {
  const words = [kind, name].map((word) => word.replaceAll(/\s+/g, " ").trim()).filter((word) => word !== "");
  return words.length === 0 ? "" : link(escapeMarkdown(`[${words.join(": ")}]`), href);
}

const SUPERSCRIPTS: ReadonlyMap<string, string> = new Map(
  ["0⁰", "1¹", "2²", "3³", "4⁴", "5⁵", "6⁶", "7⁷", "8⁸", "9⁹", "+⁺", "-⁻", "−⁻", "n\u207f"].map(
    ([sign = "", ...rest]) => [sign, rest.join("")],
  ),
);

/** Raised text: an exponent keeps its meaning, other text stays as it is. */
export const superscript = (text: string): string =>
  /^[-+−]?(?:\d{1,6}|n)$/.test(text) ? Array.from(text, (sign) => SUPERSCRIPTS.get(sign) ?? sign).join("") : text;

/** A table of rows of cells, the first of which is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return "";
  const line = (cells: readonly string[], length: number): string =>
    `| ${Array.from({ length }, (_, at) =>
      (cells[at] ?? "")
        .trim()
        .replaceAll("|", String.raw`\|`)
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .join(" "),
    ).join(" | ")} |`;
  const [head = [], ...body] = rows;
  const rule = line(
    Array.from({ length: width }, () => "---"),
    width,
  );
  // A body row may be shorter than the head: padded, many short rows below a wide one would be quadratic.
  return [line(head, width), rule, ...body.map((row) => line(row, Math.max(1, row.length)))].join("\n");
}

/** Blocks with one empty line between them. */
export const blocks = (parts: readonly string[]): string =>
  parts
    .map((part) => part.replace(/^\n+/, "").trimEnd())
    .filter((part) => part !== "")
    .join("\n\n");
