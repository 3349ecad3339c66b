import { parseArgs, type ParseArgsConfig } from "node:util";
import { nearestOf } from "../../contract/matching/editDistance.ts";
import { errorMessage } from "../errors.ts";
import { CliError, STATUS } from "./CliError.ts";
import { type Format, FORMATS, type OptionSpec } from "./CommandSpec.ts";

/** Options of a command as they were given, and the other words. */
export interface ParsedArguments {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

/** The value of an option; undefined when it was not given. */
export function textOf(values: ParsedArguments["values"], name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** The suggestion at the end of a message about an unknown name; empty when no known one is near. */
export function didYouMean(name: string, names: readonly string[]): string {
  const near = nearestOf(name, names, name.length < 5 ? 1 : 2);
  return near === null ? "" : ` Did you mean ${near}?`;
}

/**
 * Reads the arguments of a command by its options; each also has `--help`.
 * @param name of the command, for messages
 * @throws CliError `usage` for an unknown option, a missing value, a value that is not among the choices, or an unexpected positional
 */
export function parseArguments(
  name: string,
  args: readonly string[],
  specs: Readonly<Record<string, OptionSpec>>,
  { allowPositionals }: { readonly allowPositionals: boolean },
): ParsedArguments {
  const options = {
    ...Object.fromEntries(Object.entries(specs).map(([option, spec]) => [option, typeOf(spec)])),
    help: { type: "boolean", short: "h" },
  } satisfies ParseArgsConfig["options"];
  let parsed: ParsedArguments;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    const isUnknown = error instanceof Error && "code" in error && error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
    const message = isUnknown ? unknownOption(name, args, options, specs) : errorMessage(error);
    throw new CliError(STATUS.usage, message, { cause: error });
  }
  for (const [option, { choices }] of Object.entries(specs)) {
    for (const value of choices ? [parsed.values[option] ?? []].flat() : [])
      requireChoice(option, value, choices ?? []);
  }
  return parsed;
}

const typeOf = ({ value, repeats, short }: OptionSpec) => ({
  type: value === undefined ? ("boolean" as const) : ("string" as const),
  ...(repeats && { multiple: true }),
  ...(short !== undefined && { short }),
});

function requireChoice(option: string, value: unknown, choices: readonly string[]): void {
  const choice = String(value);
  if (choices.includes(choice)) return;
  throw new CliError(
    STATUS.usage,
    `--${option} has no value ${choice}.${didYouMean(choice, choices)} There are: ${choices.join(", ")}.`,
  );
}

function unknownOption(
  command: string,
  args: readonly string[],
  options: NonNullable<ParseArgsConfig["options"]>,
  specs: Readonly<Record<string, OptionSpec>>,
): string {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const names = Object.keys(options);
  const unknown = tokens.flatMap((token) => (token.kind === "option" && !names.includes(token.name) ? token : []))[0];
  if (unknown?.name === "format") return `${command} answers no list, so it has no --format.`;
  const optionNames = names.filter((name) => specs[name]?.isHidden !== true).map((name) => `--${name}`);
  return `${command} has no option ${unknown?.rawName ?? ""}.${didYouMean(unknown?.rawName ?? "", optionNames)}`;
}

/** The form of an answer that `FORMAT_OPTIONS` ask for, `text` if neither is given. @throws CliError `usage` for both of them */
export function formatOf({ format, json }: { readonly format?: unknown; readonly json?: unknown }): Format {
  if (json === true && format !== undefined) throw new CliError(STATUS.usage, "--format or --json, one of them.");
  return json === true ? "json" : (FORMATS.find((name) => name === format) ?? "text");
}
