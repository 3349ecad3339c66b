import type { Definition } from "./lookup/Definition.ts";
import type { LookupFiles } from "./lookup/LookupFiles.ts";

/** What a card about a definition shows. */
export interface Described {
  /** Its declaration without its body, on one line. */
  readonly signature: string;
  /** The first paragraph of its comment; empty where it has none. */
  readonly doc: string;
  readonly line: number;
  /** 1-based, UTF-16 units. */
  readonly column: number;
  /** Its last line. */
  readonly end: number;
}

const MAX_SIGNATURE_LINES = 12;
const MAX_SIGNATURE_LENGTH = 400;
const MAX_DOC_LENGTH = 400;
/** Lines of a comment above a definition that are read. */
const MAX_COMMENT_LINES = 60;

export function describe(files: LookupFiles, { place, from, symbol, kind }: Definition): Described {
  const { text, lines: index, code, language } = files.read(place);
  const line = index.lineOf(from);
  const start = index.startOf(line);
  const table = code.symbols?.table;
  const end = symbol >= 0 && table ? Math.max(line, table.end(symbol)) : line;
  if (kind === "file") return { signature: "", doc: "", line: 1, column: 1, end: 1 };
  // The signature has no line after the last one of the symbol.
  const count = symbol >= 0 ? Math.min(MAX_SIGNATURE_LINES, end - line + 1) : MAX_SIGNATURE_LINES;
  const lines = text
    .slice(start, index.startOf(line + MAX_SIGNATURE_LINES))
    .split("\n")
    .slice(0, count);
  const first = symbol >= 0 && table ? Math.min(line, table.start(symbol)) : line;
  const above = text
    .slice(0, index.startOf(first))
    .split("\n")
    .slice(-MAX_COMMENT_LINES - 1, -1);
  const doc = language.name === "Python" ? docString(text.slice(from)) || commentAbove(above) : commentAbove(above);
  return {
    signature: signatureOf(lines, symbol >= 0, language.family === "python" || language.family === "ruby"),
    doc,
    line,
    column: from - start + 1,
    end,
  };
}

function signatureOf(lines: readonly string[], isSymbol: boolean, endsAtLine: boolean): string {
  const taken: string[] = [];
  let depth = 0;
  for (const line of lines) {
    taken.push(line.trim());
    for (const char of line) {
      if (char === "(" || char === "[") depth++;
      else if (char === ")" || char === "]") depth--;
    }
    if (depth <= 0 && (endsAtLine || !isSymbol || /[{;]\s*$|=>|^\s*}|:\s*$/.test(line) || taken.length >= 4)) break;
  }
  const joined = taken
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([([]) | (?=[)\]])/g, "$1")
    .replaceAll(/,(?=[)\]])/g, "");
  const bare = isSymbol ? joined.replace(/(?:\s*=>)?\s*\{[^{}]*$|\s*[:;]$/, "") : joined;
  return bare.length > MAX_SIGNATURE_LENGTH ? `${bare.slice(0, MAX_SIGNATURE_LENGTH)}…` : bare;
}

/** The comment that ends right above a definition, without its marks; annotations between both are skipped. */
function commentAbove(above: readonly string[]): string {
  const result: string[] = [];
  let inBlock = false;
  for (const line of [...above].reverse()) {
    const bare = line.trim();
    if (inBlock) {
      result.unshift(bare);
      if (bare.startsWith("/*")) break;
    } else if (bare.endsWith("*/")) {
      result.unshift(bare);
      if (bare.startsWith("/*")) break;
      inBlock = true;
    } else if (/^(?:\/\/|#(?!\[|!|include|define|if|endif|pragma)|--)/.test(bare)) result.unshift(bare);
    else if (!/^(?:@|#\[)/.test(bare) || result.length > 0) break;
  }
  const plain = result.map((line) =>
    line
      .replace(/^\/\*+!?|^\/\/[/!]?|^#+|^--+|^\*(?!\/)/, "")
      .replace(/\*+\/$/, "")
      .trim(),
  );
  return firstParagraph(plain);
}

function docString(text: string): string {
  const match =
    /^[^\n]*(?:\n(?![ \t]*(?:def|class)\b)[^\n]*){0,12}?:[ \t]*(?:#[^\n]*)?\n\s*[rRuU]?("""|''')([\s\S]{0,2000}?)\1/.exec(
      text,
    );
  return match ? firstParagraph((match[2] ?? "").split("\n").map((line) => line.trim())) : "";
}

function firstParagraph(lines: readonly string[]): string {
  const start = lines.findIndex((line) => line !== "");
  if (start < 0) return "";
  const rest = lines.slice(start);
  const end = rest.findIndex((line) => line === "" || line.startsWith("@"));
  const text = rest.slice(0, end < 0 ? rest.length : end).join(" ");
  return text.length > MAX_DOC_LENGTH ? `${text.slice(0, MAX_DOC_LENGTH)}…` : text;
}
