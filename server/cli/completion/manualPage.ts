import { releaseDay, VERSION } from "../../observability/version.ts";
import type { CommandSpec, OptionSpec } from "../CommandSpec.ts";
import { COMMANDS } from "../commandTable.ts";
import { ALL_COMMANDS, inputSummary, optionAbout, shownOptions, STATUS_WORDS } from "../helpText.ts";
import { FORMAT_OPTIONS } from "../commandOptions.ts";
import { OPERATOR_COMMANDS } from "../operator/runCommand.ts";

const ENVIRONMENT: readonly (readonly [name: string, about: string])[] = [
  ["CLEW_URL", "the Clew server, in place of --server"],
  ["CLEW_TOKEN", "a token, used in place of a stored one"],
  ["CLEW_PROJECT", "the project, in place of --project"],
  ["CLEW_CACHE", "where indexes of --repo are kept"],
  ["CLEW_CACHE_MB", "megabytes of that folder, above which indexes that were not used are deleted"],
  ["NO_COLOR", "prints no colours"],
  ["FORCE_COLOR", "prints colours also into a pipe"],
];

/** The manual page in roff, with the macros of man(7). */
export function manualPage(): string {
  const users = Object.keys(COMMANDS);
  const operators = Object.entries(ALL_COMMANDS).filter(([name]) => !users.includes(name));
  const lines = [
    `.TH CLEW 1 ${releaseDay()} "Clew ${roff(VERSION)}" "User Commands"`,
    ".SH NAME",
    roff("clew - search repositories, trackers and wikis, and localize issues in code"),
    ".SH SYNOPSIS",
    ".B clew",
    ".I COMMAND",
    roff("[OPTIONS]"),
    ".SH DESCRIPTION",
    roff(
      "Asks a Clew server (--server, --project) or a git repository on this machine (--repo). In a terminal an answer is lines for people, in a pipe one line of JSON; --format selects another form.",
    ),
    ".SH COMMANDS",
    ...Object.entries(COMMANDS).flatMap(([, spec]) => commandLines(spec)),
    ".SH COMMANDS FOR OPERATORS",
    ...operators.flatMap(([, spec]) => commandLines(spec)),
    ...[...OPERATOR_COMMANDS].flatMap(([name, { about, options }]) => [
      ".TP",
      `.B ${roff(`clew operator ${[name, ...Object.entries(options).map(operatorOption)].join(" ")}`)}`,
      roff(about),
    ]),
    ".PP",
    roff("Each command of clew operator also has these options:"),
    ...Object.entries(FORMAT_OPTIONS).flatMap(optionLines),
    ".SH EXIT STATUS",
    ...STATUS_WORDS.flatMap(([status, words]) => [".TP", `.B ${status}`, roff(words)]),
    ".SH ENVIRONMENT",
    ...ENVIRONMENT.flatMap(([name, about]) => [".TP", `.B ${roff(name)}`, roff(about)]),
    ".SH FILES",
    ".TP",
    `.I ${roff("~/.config/clew/credentials.json")}`,
    roff("tokens of servers, kept by clew login"),
  ];
  return `${lines.flatMap(wrapped).join("\n")}\n`;
}

/** Lines of text of at most 80 bytes, as mandoc recommends; a line that begins with a request cannot be divided. */
function wrapped(line: string): string[] {
  const end = line.startsWith(".") ? -1 : line.lastIndexOf(" ", 79);
  return line.length < 80 || end <= 0 ? [line] : [line.slice(0, end), ...wrapped(line.slice(end + 1))];
}

const operatorOption = ([name, { value, isNeeded }]: [string, OptionSpec & { readonly isNeeded: boolean }]): string =>
  isNeeded ? `--${name} ${value ?? ""}` : `[--${name} ${value ?? ""}]`;

function commandLines(spec: CommandSpec): string[] {
  return [
    `.SS ${roff(`clew ${spec.usage[0] ?? ""}`)}`,
    ...spec.usage.slice(1).flatMap((form) => [`.B ${roff(`clew ${form}`)}`, ".PP"]),
    ...spec.about.split("\n").map(roff),
    ...shownOptions(spec).flatMap(optionLines),
    ...(spec.lines
      ? [
          ".PP",
          roff(inputSummary(spec.lines)),
          ".PP",
          roff(`Line: ${spec.lines.in}`),
          ".PP",
          roff(`Answer: ${spec.lines.out}`),
        ]
      : []),
    ...(spec.columns ? [".PP", roff(`Columns of --format tsv: ${spec.columns.join(", ")}.`)] : []),
  ];
}

const optionLines = ([name, option]: readonly [string, OptionSpec]): string[] => [
  ".TP",
  `.BR ${roff(`--${name}`)}${option.value === undefined ? "" : ` " ${roff(option.value)}"`}`,
  roff(optionAbout(option)),
];

/** A text as one line of roff: no request, no escape, and ASCII alone, which every formatter reads. */
function roff(text: string): string {
  const escaped = text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll('"', "\\(dq")
    .replaceAll("'", "\\(aq")
    .replaceAll(
      /[^\u0020-\u007e]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );
  return /^[.]/.test(escaped) ? `\\&${escaped}` : escaped;
}
