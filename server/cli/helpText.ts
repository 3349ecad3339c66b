/** The texts of `clew --help` and of the help of each command, made of the tables of commands. */
import { BACKUP_COMMANDS } from "./backup/backupTable.ts";
import { DOCTOR_COMMANDS } from "./doctor/doctorTable.ts";
import type { CommandSpec, OptionSpec } from "./CommandSpec.ts";
import { COMMANDS } from "./commandTable.ts";

const WIDTH = 100;

/** The exit statuses and what they mean, in a few words. */
export const STATUS_WORDS: readonly (readonly [number, string])[] = [
  [0, "done"],
  [1, "nothing found or it failed"],
  [2, "wrong call"],
  [3, "server not reachable"],
  [4, "token missing, wrong or expired"],
  [5, "not allowed"],
  [6, "not found"],
  [7, "too many calls"],
  [8, "the server failed"],
  [9, "not known whether a change was made"],
];

/** All commands but those below `clew operator`. */
export const ALL_COMMANDS: Readonly<Record<string, CommandSpec>> = {
  ...COMMANDS,
  ...DOCTOR_COMMANDS,
  ...BACKUP_COMMANDS,
};

/** In words: what a command reads from standard input. */
export const inputSummary = ({ subject }: NonNullable<CommandSpec["lines"]>): string =>
  `Without a ${subject}, JSON lines on standard input are answered one by one, in order; a line that cannot be answered gets {"error"}.`;

/** What a command's help says of an option. */
export const optionAbout = ({ about, choices }: OptionSpec): string =>
  choices && choices.some((choice) => !about.includes(choice)) ? `${about}: ${choices.join(", ")}` : about;

/** Options that people type. */
export const shownOptions = ({ options }: CommandSpec): [name: string, option: OptionSpec][] =>
  Object.entries(options).filter(([, { isHidden }]) => isHidden !== true);

/** The help of a command. */
export function helpOf(spec: CommandSpec): string {
  const usage = spec.usage.map((form, at) => `${at === 0 ? "usage: " : "       "}clew ${form}`);
  const options = shownOptions(spec).map(
    ([name, option]) =>
      [`--${name}${option.value === undefined ? "" : ` ${option.value}`}`, optionAbout(option)] as const,
  );
  const blocks = [
    [...usage, ...spec.about.split("\n").flatMap((line) => wrapped(line, 0))],
    columns(options),
    spec.lines ? [...wrapped(inputSummary(spec.lines), 0), `  in   ${spec.lines.in}`, `  out  ${spec.lines.out}`] : [],
    spec.columns ? wrapped(`Columns of --format tsv: ${spec.columns.join(", ")}.`, 0) : [],
    spec.isOperator
      ? ["CLEW_DATA, DATABASE_URL, CLEW_BLOBS and CLEW_S3_… have the same meaning as for the server."]
      : [],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** The text of `clew --help`. */
export function usageText(): string {
  const row = ([name, { summary }]: [string, CommandSpec]) => [name, summary] as const;
  const statuses = STATUS_WORDS.map(([status, words]) => `${status} ${words}`).join(", ");
  return `usage: clew COMMAND [OPTIONS]

${columns(Object.entries(COMMANDS).map(row)).join("\n")}

For the operator of a server on this machine:

${columns([
  ...Object.entries({ ...DOCTOR_COMMANDS, ...BACKUP_COMMANDS }).map(row),
  ["operator", "companies, invitations, plans, invoices, mails"],
]).join("\n")}

Ask a server (--server URL --project NAME) or a git repository on this machine (--repo DIR [--rev REV]).
CLEW_TOKEN is a token, used in place of a stored one. clew help COMMAND lists the options, clew --version
prints the version; see also docs/CLI.md.

${wrapped(`status  ${statuses}`, 8).join("\n")}
`;
}

/** Names on the left, texts on the right, wrapped. */
function columns(rows: readonly (readonly [name: string, text: string])[]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length)) + 4;
  return rows.flatMap(([name, text]) => wrapped(`${`  ${name}`.padEnd(width)}${text}`, width));
}

/** Lines of at most `WIDTH` characters; all but the first are indented. */
function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > WIDTH) {
    const end = rest.lastIndexOf(" ", WIDTH);
    if (end <= indent) break;
    lines.push(rest.slice(0, end));
    rest = " ".repeat(indent) + rest.slice(end + 1);
  }
  return [...lines, rest];
}
