import { parseArgs, type ParseArgsConfig } from "node:util";
import { errorMessage } from "../errors.ts";
import { CliError, STATUS } from "./CliError.ts";

/** Reads the arguments of a command. @throws CliError `usage` for an unknown option, a missing value or an unexpected positional */
export function parseArguments<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: T,
  { allowPositionals }: { readonly allowPositionals: boolean },
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    throw new CliError(STATUS.usage, errorMessage(error), { cause: error });
  }
}
