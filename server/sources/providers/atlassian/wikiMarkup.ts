import { blocks, codeBlock, escapeMarkdown, indent, macroPanel, quote, table, wrapMarkdown } from "./markdown.ts";
import { type MarkupContext, inlineMarkup } from "./wikiMarkupText.ts";

/** Quotes and panels inside each other. */
const MAX_DEPTH = 12;
/** Levels of a list. */
const MAX_LEVELS = 10;

/** A block that is converted is already represented in its text as its number between these characters, which no text of a host has. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
const PLACEHOLDER = /\uE000(\d+)\uE001/;

/** A macro with a body that ends at the same name. */
const MACRO = /\{(code|noformat|quote|panel|info|note|warning|tip)(?::([^{}\n]*))?\}/gi;

/**
 * The body of an issue or comment of Jira Server and Data Center (wiki markup) as Markdown. What only looks like markup stays as it was
 * written.
 */
export function wikiMarkupToMarkdown(text: string, context: MarkupContext): string {
  const plain = text.replaceAll(/\r\n?/g, "\n").replaceAll(/[\uE000-\uE003]/g, "\u{fffd}");
  return new MarkupReader(context).read(plain, 0);
}

class MarkupReader {
  readonly #context: MarkupContext;
  readonly #blocks: string[] = [];

  constructor(context: MarkupContext) {
    this.#context = context;
  }

  read(text: string, depth: number): string {
    return this.#lines(this.#withoutMacros(text, depth));
  }

  /** The text with a placeholder for each macro that has a body. A macro that is not closed is text. */
  #withoutMacros(text: string, depth: number): string {
    const marks = [...text.matchAll(MACRO)].filter(({ index }) => text[index - 1] !== "\\");
    let result = "";
    let at = 0;
    const unclosed = new Set<string>();
    for (const [position, mark] of marks.entries()) {
      const name = nameOf(mark);
      if (mark.index < at || unclosed.has(name)) continue;
      const end = endOf(marks, position);
      if (!end) {
        unclosed.add(name);
        continue;
      }
      const inside = text.slice(mark.index + mark[0].length, end.index);
      result += text.slice(at, mark.index) + this.#hold(this.#macro(name, mark[2] ?? "", inside, depth));
      at = end.index + end[0].length;
    }
    return result + text.slice(at);
  }

  #hold(block: string): string {
    if (block === "") return "";
    this.#blocks.push(block);
    return `${OPEN}${this.#blocks.length - 1}${CLOSE}`;
  }

  #macro(name: string, parameters: string, inside: string, depth: number): string {
    const { language, title } = parametersOf(parameters);
    const heading = wrapMarkdown(escapeMarkdown(title), "**");
    if (isCode(name))
      return blocks([heading, codeBlock(inside.replace(/^[^\S\n]*\n/, ""), name === "code" ? language : "")]);
    const body = depth < MAX_DEPTH ? this.read(inside, depth + 1) : escapeMarkdown(inside);
    return macroPanel(name, blocks([heading, body]));
  }

  #lines(text: string): string {
    const lines = text.split("\n");
    const parts: string[] = [];
    let paragraph: string[] = [];
    const flush = (): void => {
      if (paragraph.length > 0) parts.push(this.#flow(paragraph.join("\n")));
      paragraph = [];
    };
    for (let at = 0; at < lines.length;) {
      const line = lines[at] ?? "";
      const heading = /^\s*h([1-6])\.\s+([^\n]*)$/.exec(line);
      const quoted = /^\s*bq\.\s+([^\n]*)$/.exec(line);
      let taken = 1;
      if (line.trim() === "") flush();
      else if (heading) {
        flush();
        parts.push(
          `${"#".repeat(Number(heading[1]))} ${this.#inline(heading[2] ?? "")
            .replaceAll("\n", " ")
            .trim()}`,
        );
      } else if (quoted) {
        flush();
        parts.push(quote(this.#flow(quoted[1] ?? "")));
      } else if (/^\s*-{4,5}\s*$/.test(line)) {
        flush();
        parts.push("---");
      } else if (LIST_ITEM.test(line)) {
        flush();
        taken = extent(lines, at, (next) => next.trim() !== "" && !STARTS_BLOCK.test(next));
        parts.push(this.#list(lines.slice(at, at + taken)));
      } else if (/^\s*\|/.test(line)) {
        flush();
        const rows = rowsOf(lines, at);
        taken = rows.taken;
        parts.push(table(rows.rows.map((row) => cellsOf(row).map((cell) => this.#cell(cell)))));
      } else paragraph.push(line);
      at += taken;
    }
    flush();
    return blocks(parts);
  }

  #inline(text: string): string {
    return text
      .split(PLACEHOLDER)
      .map((part, at) => (at % 2 === 0 ? inlineMarkup(part, this.#context) : this.#blockOf(part)))
      .join("");
  }

  #blockOf(number: string): string {
    return this.#blocks[Number(number)] ?? "";
  }

  /** Text with the converted blocks in it. */
  #flow(text: string): string {
    return blocks(
      text
        .split(PLACEHOLDER)
        .map((part, at) => (at % 2 === 0 ? inlineMarkup(trimmed(part), this.#context) : this.#blockOf(part))),
    );
  }

  /** A cell of several lines may have a list. */
  #cell(text: string): string {
    return text.trim().includes("\n") ? this.#lines(text) : this.#flow(text);
  }

  /** An item ends where the next one begins; other lines belong to it. */
  #list(lines: readonly string[]): string {
    const items: { signs: string; lines: string[] }[] = [];
    for (const line of lines) {
      const [, signs, text = ""] = LIST_ITEM.exec(line) ?? [];
      if (signs !== undefined) items.push({ signs: signs.slice(0, MAX_LEVELS), lines: [text] });
      else items.at(-1)?.lines.push(line);
    }
    const counts: number[] = [];
    const kinds: string[] = [];
    let margins: number[] = [];
    return items
      .map(({ signs, lines: itemLines }) => {
        const level = Math.min(signs.length, kinds.length + 1);
        const kind = signs.at(-1) === "#" ? "#" : "*";
        if (kinds[level - 1] !== kind) counts[level - 1] = 0;
        kinds.length = level - 1;
        kinds.push(kind);
        counts.length = level;
        counts[level - 1] = (counts[level - 1] ?? 0) + 1;
        const sign = kind === "#" ? `${counts[level - 1]}. ` : "- ";
        const margin = margins.slice(0, level - 1).reduce((sum, width) => sum + width, 0);
        margins = [...margins.slice(0, level - 1), sign.length];
        const start = " ".repeat(margin);
        return start + sign + indent(this.#flow(itemLines.join("\n")), start + " ".repeat(sign.length));
      })
      .join("\n");
  }
}

/** Marks that are looked at for the end of a macro. */
const MAX_MARKS = 2000;
type Mark = RegExpExecArray;

const nameOf = (mark: Mark | undefined): string => (mark?.[1] ?? "").toLowerCase();
const isCode = (name: string): boolean => name === "code" || name === "noformat";

/** The mark without parameters that ends a macro. Marks inside of a block of code end nothing. */
function endOf(marks: readonly Mark[], position: number, last = position + MAX_MARKS): Mark | undefined {
  const name = nameOf(marks[position]);
  for (let at = position + 1; at < Math.min(marks.length, last); at += 1) {
    const mark = marks[at];
    const other = nameOf(mark);
    if (other === name && mark?.[2] === undefined) return mark;
    if (isCode(name) || !isCode(other)) continue;
    const closing = endOf(marks, at, last);
    if (closing) at = marks.indexOf(closing, at);
  }
  return undefined;
}

const LIST_ITEM = /^\s*([*#]{1,30}-?|-)\s+(\S[^\n]*|)$/;
const STARTS_BLOCK = /^\s*(?:h[1-6]\.\s|bq\.\s|-{4,5}\s*$|\|)/;

const trimmed = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replaceAll(/^\n+|\n+$/g, "");

/** Lines from a place on, as long as the following ones belong to it. */
function extent(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let taken = 1;
  while (from + taken < lines.length && belongs(lines[from + taken] ?? "")) taken += 1;
  return taken;
}

/** `title=Log|sql`, `java`, `title=A.java|java`, `language=sql`. */
function parametersOf(text: string): { readonly language: string; readonly title: string } {
  let [language, title] = ["", ""];
  for (const part of text.split("|")) {
    const [, name, value = ""] = /^\s*(\w+)\s*=(.*)$/.exec(part) ?? [];
    if (name === undefined) language ||= part.trim();
    else if (name.toLowerCase() === "title") title = value.trim();
    else if (name.toLowerCase() === "language") language = value.trim();
  }
  return { language: language.toLowerCase() === "none" ? "" : language, title };
}

/** The rows of a table. One that does not end with its sign continues in the next line. */
function rowsOf(lines: readonly string[], from: number): { readonly rows: readonly string[]; readonly taken: number } {
  const rows: string[] = [];
  let at = from;
  while (at < lines.length && /^\s*\|/.test(lines[at] ?? "")) {
    const row = [lines[at] ?? ""];
    at += 1;
    while (at < lines.length && !/\|\s*$/.test(row.at(-1) ?? "")) {
      const next = lines[at] ?? "";
      if (next.trim() === "" || STARTS_BLOCK.test(next)) break;
      row.push(next);
      at += 1;
    }
    rows.push(row.join("\n"));
  }
  return { rows, taken: at - from };
}

/** Cells of a row. A sign inside a link, an image or a macro, or after a backslash, separates none. */
function cellsOf(row: string): string[] {
  const text = row
    .trim()
    .replace(/^\|{1,2}/, "")
    .replace(/\|{1,2}$/, "");
  const cells: string[] = [];
  let cell = "";
  for (let at = 0; at < text.length;) {
    const matched = CELL_PART.exec(((CELL_PART.lastIndex = at), text))?.[0];
    if (matched !== undefined) {
      cell += matched;
      at += matched.length;
    } else if (text[at] === "|") {
      cells.push(cell);
      cell = "";
      at += text[at + 1] === "|" ? 2 : 1;
    } else {
      cell += text[at];
      at += 1;
    }
  }
  return [...cells, cell];
}
/** What may contain the sign that separates cells. */
const CELL_PART =
  /\\.|\[[^[\]\n]{1,2000}\]|![^!\s|][^!\n|]{0,500}\|[^!\n|]{0,200}!|\{\{[^{}\n]{1,500}\}\}|\{[^{}\n]{1,300}\}/y;
