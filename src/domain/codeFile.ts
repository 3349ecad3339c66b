import { isRecord } from "./isRecord.ts";

/** How a file can be shown besides its source. */
export type RenderedAs = "markdown" | "svg" | "csv" | "notebook";

/** By the ending of its name; null: as source only. */
export function renderedAs(path: string): RenderedAs | null {
  if (/\.(?:md|mdx|markdown)$/i.test(path)) return "markdown";
  if (/\.svg$/i.test(path)) return "svg";
  if (/\.(?:csv|tsv)$/i.test(path)) return "csv";
  return /\.ipynb$/i.test(path) ? "notebook" : null;
}

/** Whether a file is a page of documentation: its text is compared with the code. */
export const isProse = (path: string): boolean =>
  renderedAs(path) === "markdown" || /\.(?:rst|adoc|asciidoc)$/i.test(path);

/** Rows of a table that are read. */
const MAX_ROWS = 1000;
const MAX_COLUMNS = 100;
/** Characters of a cell that are shown: a browser takes seconds to lay out a cell of megabytes. */
const MAX_CELL_LENGTH = 2000;

/** The rows of a text of separated values (RFC 4180). The separator is the comma, tab or semicolon that its first line has most often. */
export function readTable(text: string): { readonly rows: string[][]; readonly isCut: boolean } {
  const [first = ""] = text.split("\n", 1);
  const count = (sign: string): number => first.split(sign).length;
  const separator = [",", "\t", ";"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = (): void => {
    if (row.length < MAX_COLUMNS) row.push(cell.length > MAX_CELL_LENGTH ? `${cell.slice(0, MAX_CELL_LENGTH)}…` : cell);
    cell = "";
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length <= MAX_ROWS; at++) {
    const sign = text[at] ?? "";
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') [cell, at] = [cell + '"', at + 1];
      else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === separator) endCell();
    else if (sign === "\n") endRow();
    else if (sign !== "\r") cell += sign;
  }
  if (cell !== "" || row.length > 0) endRow();
  return { rows: rows.slice(0, MAX_ROWS), isCut: rows.length > MAX_ROWS };
}

/** What a cell of a notebook printed: text, or a picture as a `data:` address. */
export type NotebookOutput = { readonly text: string } | { readonly image: string };
export interface NotebookCell {
  readonly kind: "markdown" | "code" | "raw";
  readonly text: string;
  readonly outputs: readonly NotebookOutput[];
}
export interface Notebook {
  readonly language: string | null;
  readonly cells: readonly NotebookCell[];
}

const MAX_CELLS = 500;
const MAX_OUTPUT_LENGTH = 20_000;
const joined = (value: unknown): string =>
  typeof value === "string"
    ? value
    : Array.isArray(value)
      ? value.filter((line) => typeof line === "string").join("")
      : "";

/** Reads a Jupyter notebook (nbformat 4). Only text and pictures are taken of its outputs. @returns null for anything else */
export function readNotebook(text: string): Notebook | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || !Array.isArray(value["cells"])) return null;
  const { metadata } = value;
  const info = isRecord(metadata) ? (metadata["language_info"] ?? metadata["kernelspec"]) : null;
  const name = isRecord(info) ? joined(info["name"] ?? info["language"]) : "";
  return {
    language: LANGUAGES[name.toLowerCase()] ?? null,
    cells: value["cells"].slice(0, MAX_CELLS).flatMap((cell: unknown) => (isRecord(cell) ? [readCell(cell)] : [])),
  };
}

const LANGUAGES: Readonly<Record<string, string>> = {
  python: "Python",
  python3: "Python",
  ir: "R",
  r: "R",
  julia: "Julia",
  javascript: "JavaScript",
  typescript: "TypeScript",
};

function readCell(cell: Readonly<Record<string, unknown>>): NotebookCell {
  const { cell_type: kind, source, outputs } = cell;
  return {
    kind: kind === "markdown" || kind === "code" ? kind : "raw",
    text: joined(source),
    outputs: Array.isArray(outputs)
      ? outputs.flatMap((output: unknown) => (isRecord(output) ? readOutput(output) : []))
      : [],
  };
}

function readOutput(output: Readonly<Record<string, unknown>>): NotebookOutput[] {
  const { output_type: kind, text, data, traceback } = output;
  if (kind === "stream") return textOutput(joined(text));
  // The colours of a terminal are of no use here.
  if (kind === "error") return textOutput(joined(traceback).replaceAll(/\p{Cc}\[[\d;]*m/gu, ""));
  if (!isRecord(data)) return [];
  for (const type of ["image/png", "image/jpeg", "image/gif"]) {
    const bytes = joined(data[type]).replaceAll(/\s/g, "");
    if (bytes !== "" && /^[\w+/=]+$/.test(bytes)) return [{ image: `data:${type};base64,${bytes}` }];
  }
  const svg = joined(data["image/svg+xml"]);
  if (svg !== "") return [{ image: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` }];
  return textOutput(joined(data["text/plain"]));
}

const textOutput = (text: string): NotebookOutput[] =>
  text === "" ? [] : [{ text: text.slice(0, MAX_OUTPUT_LENGTH) }];
