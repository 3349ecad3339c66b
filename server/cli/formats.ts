/** The forms in which a list is printed: `--format`. */
import { CliError, STATUS } from "./CliError.ts";
import type { CommandSpec, Format } from "./CommandSpec.ts";
import { type CommandName, COMMANDS } from "./commandTable.ts";
import { escaped, jsonLine, print } from "./terminal.ts";

/** An answer in all of its forms. */
export interface ListAnswer {
  /** For `json`: everything. */
  readonly data: unknown;
  /** For `jsonl` and `tsv`. */
  readonly rows: readonly object[];
  /** For `text`. */
  readonly lines: readonly string[];
}

/** Prints the answer of a command. */
export async function printAnswer(
  format: Format,
  command: CommandName,
  { data, rows, lines }: ListAnswer,
): Promise<void> {
  const { columns = [] }: CommandSpec = COMMANDS[command];
  if (format === "json") await print(jsonLine(data));
  else await print(format === "text" ? `${lines.join("\n")}\n` : rowLines(format, rows, columns));
}

/** Rows as lines of JSON, or as tab-separated values below a line of their names. */
export function rowLines(format: "jsonl" | "tsv", rows: readonly object[], columns: readonly string[]): string {
  if (format === "jsonl") return rows.map(jsonLine).join("");
  const cells = (row: object) => columns.map((name) => cell((row as Readonly<Record<string, unknown>>)[name]));
  return [columns, ...rows.map(cells)].map((line) => `${line.join("\t")}\n`).join("");
}

/** A row for each file, with the best of its functions. */
export function fileRows<
  F extends { readonly path: string },
  G extends {
    readonly path: string;
    readonly name: string;
    readonly class?: string | null;
    readonly start: number;
    readonly end: number;
  },
>(files: readonly F[], functions: readonly G[]): object[] {
  return files.map((file) => {
    const best = functions.find(({ path }) => path === file.path);
    const name = best?.class ? `${best.class}.${best.name}` : best?.name;
    return { ...file, function: name ?? null, start: best?.start ?? null, end: best?.end ?? null };
  });
}

/** A value without tabs, line ends and terminal control characters: these are written as JSON writes them in a string. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((element) => typeof element !== "object")) return cell(value.join(" "));
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(/[\\\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => SHORT[character] ?? escaped(character));
}

const SHORT: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** @throws CliError for a form that lines of standard input are not answered in: their answers have a line each */
export function requireJsonAnswers(format: Format): void {
  if (format === "json" || format === "text") return;
  throw new CliError(
    STATUS.usage,
    `--format ${format} needs a text as an argument: lines of standard input are answered by one line of JSON each.`,
  );
}

/** @throws CliError for a form that only a list has */
export function requireNoList(format: Format, command: string): void {
  if (format === "json" || format === "text") return;
  throw new CliError(STATUS.usage, `${command} answers no list, so it has no --format ${format}.`);
}
