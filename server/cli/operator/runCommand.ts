import { accessCommands } from "./accessCommands.ts";
import { checkCommands } from "./checkCommands.ts";
import type { OperatorCommand, OperatorContext, AnswerRow } from "./command.ts";
import { companyCommands } from "./companyCommands.ts";
import { discountCommands } from "./discountCommands.ts";
import { invoiceCommands } from "./invoiceCommands.ts";
import { keyCommands } from "./keyCommands.ts";
import { OperatorError } from "./options.ts";
import { outboxCommands } from "./outboxCommands.ts";
import { accountManagerCommands } from "./accountManagerCommands.ts";
import { planCommands } from "./planCommands.ts";
import { quotaCommands } from "./quotaCommands.ts";
import { sellerCommands } from "./sellerCommands.ts";
import { draftCommands } from "./draftCommands.ts";
import { scheduleCommands } from "./scheduleCommands.ts";
import { supportCommands } from "./supportCommands.ts";
import { trialCommands } from "./trialCommands.ts";
import { CliError, STATUS } from "../CliError.ts";
import { FORMAT_OPTIONS } from "../commandOptions.ts";
import type { Format } from "../CommandSpec.ts";
import { rowLines } from "../formats.ts";
import { didYouMean, formatOf, parseArguments } from "../parseArguments.ts";

/** The commands below `clew operator` by their names. */
export const OPERATOR_COMMANDS: ReadonlyMap<string, OperatorCommand> = new Map(
  Object.entries({
    ...companyCommands,
    ...quotaCommands,
    ...accessCommands,
    ...discountCommands,
    ...sellerCommands,
    ...invoiceCommands,
    ...planCommands,
    ...trialCommands,
    ...accountManagerCommands,
    ...scheduleCommands,
    ...draftCommands,
    ...outboxCommands,
    ...keyCommands,
    ...checkCommands,
    ...supportCommands,
  }),
);

/** What is written where, and the status that the process ends with: 0, or 1 for what cannot be done, or 2 for what is not understood. */
export interface CommandOutcome {
  readonly status: 0 | 1 | 2;
  readonly out: string;
  readonly err: string;
}

/** Every command with its options; optional ones are in brackets. */
function operatorUsage(): string {
  const lines = [...OPERATOR_COMMANDS].map(([name, { about, options }]) => {
    const words = Object.entries(options).map(([option, { value, isNeeded }]) => {
      const word = `--${option} ${value ?? ""}`;
      return isNeeded ? word : `[${word}]`;
    });
    return `  clew operator ${[name, ...words].join(" ")}\n      ${about}`;
  });
  return `usage: clew operator COMMAND [--format FORMAT]

${lines.join("\n")}

  --format FORMAT  json, jsonl (a row a line), tsv or text (if left out)
  --json           short for --format json
A company is named by its id or its name, a day as 2026-12-31. While the server runs it carries the commands out; otherwise the
database is opened for them. CLEW_DATA and DATABASE_URL say where it is, as for the server.
`;
}

const isHelp = (args: readonly string[]): boolean =>
  args.length === 0 || args.includes("--help") || args.includes("-h") || args[0] === "help";

/** The command that the arguments name, with its options. @throws CliError */
function readCommand(args: readonly string[]) {
  const [noun = "", verb = ""] = args;
  const name = `${noun} ${verb}`;
  const command = OPERATOR_COMMANDS.get(name);
  if (!command) {
    const near = didYouMean(name.trim(), [...OPERATOR_COMMANDS.keys()]);
    throw new CliError(STATUS.usage, `There is no command ${name.trim()}.${near}`);
  }
  // A value that the command does not have is refused by its own schema, with the status of what cannot be done.
  const specs = Object.fromEntries(
    Object.keys(command.options).map((option) => [option, { value: "VALUE", about: "" }]),
  );
  const label = `clew operator ${name}`;
  const { values } = parseArguments(label, args.slice(2), { ...specs, ...FORMAT_OPTIONS }, { allowPositionals: false });
  const { json, format, ...options } = values;
  return { command, options, format: formatOf({ json, format }) };
}

/** The answer to arguments that need no database: help, and what cannot be parsed. */
export function answerAlone(args: readonly string[]): CommandOutcome | undefined {
  if (isHelp(args)) return { status: args.length === 0 ? 2 : 0, out: operatorUsage(), err: "" };
  try {
    readCommand(args);
    return undefined;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { status: 2, out: "", err: `${error.message}\nclew operator --help lists what there is.\n` };
  }
}

/** Runs the arguments after `clew operator`. */
export async function runCommand(context: OperatorContext, args: readonly string[]): Promise<CommandOutcome> {
  const alone = answerAlone(args);
  if (alone) return alone;
  const { command, options, format } = readCommand(args);
  try {
    const rows = await command.run(context, options);
    return { status: 0, out: inFormat(format, rows), err: "" };
  } catch (error) {
    if (error instanceof OperatorError) return { status: 1, out: "", err: `${error.message}\n` };
    throw error;
  }
}

function inFormat(format: Format, rows: readonly AnswerRow[]): string {
  if (format === "json") return `${JSON.stringify(rows)}\n`;
  return format === "text" ? asLines(rows) : rowLines(format, rows, Object.keys(rows[0] ?? {}));
}

/** One row as `name  value` lines, several as a table. */
function asLines(rows: readonly AnswerRow[]): string {
  const [first, ...others] = rows;
  if (!first) return "Nothing.\n";
  const names = Object.keys(first);
  const text = (value: AnswerRow[string] | undefined): string =>
    value === null || value === undefined ? "-" : String(value);
  if (others.length === 0) {
    const width = Math.max(...names.map((name) => name.length));
    return names.map((name) => `${name.padEnd(width)}  ${text(first[name])}\n`).join("");
  }
  const widths = names.map((name) => rows.reduce((width, row) => Math.max(width, text(row[name]).length), name.length));
  const line = (cells: readonly string[]): string =>
    `${cells
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join("  ")
      .trimEnd()}\n`;
  return line(names) + rows.map((row) => line(names.map((name) => text(row[name])))).join("");
}
