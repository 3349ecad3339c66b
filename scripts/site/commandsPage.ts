import type { CommandSpec, OptionSpec } from "../../server/cli/CommandSpec.ts";
import { ALL_COMMANDS, optionAbout, shownOptions, STATUS_WORDS } from "../../server/cli/helpText.ts";
import { OPERATOR_COMMANDS } from "../../server/cli/operator/runCommand.ts";

/** A text in a cell of a table. */
export const cell = (text: string): string => text.replaceAll("|", String.raw`\|`).replaceAll("\n", " ");

const optionRow = ([name, option]: [string, OptionSpec]): string =>
  `| \`--${name}${option.value === undefined ? "" : ` ${cell(option.value)}`}\` | ${cell(optionAbout(option))} |`;
const optionTable = (options: [string, OptionSpec][]): string =>
  options.length === 0 ? "" : ["| Option | Does |", "| --- | --- |", ...options.map(optionRow)].join("\n");

const part = ([name, spec]: [string, CommandSpec]): string =>
  [
    `## clew ${name}`,
    spec.about,
    ["```", ...spec.usage.map((form) => `clew ${form}`), "```"].join("\n"),
    optionTable(shownOptions(spec)),
    spec.lines ? `JSON lines: in \`${spec.lines.in}\`, out \`${spec.lines.out}\`.` : "",
    spec.columns ? `Columns of \`--format tsv\`: ${spec.columns.map((column) => `\`${column}\``).join(", ")}.` : "",
  ]
    .filter((text) => text !== "")
    .join("\n\n");

/** The page of all commands with their options, made of the tables that parse them. */
export function commandsPage(): string {
  const operator = [...OPERATOR_COMMANDS].map(
    ([name, { about, options }]) =>
      `### clew operator ${name}\n\n${about}\n\n${optionTable(
        Object.entries(options).map(([option, spec]): [string, OptionSpec] => [
          option,
          { ...spec, about: spec.isNeeded === true ? "needed" : "optional" },
        ]),
      )}`,
  );
  return `# All commands

Made of the tables that read the command line. [Command line](docs/CLI.md) explains servers, tokens, formats and completions.

${Object.entries(ALL_COMMANDS).map(part).join("\n\n")}

## clew operator

For the operator of a server on this machine.

${operator.join("\n\n")}

## Exit status

| Status | Means |
| --- | --- |
${STATUS_WORDS.map(([status, words]) => `| ${status} | ${words} |`).join("\n")}
`;
}
