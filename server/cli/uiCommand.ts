import { runPersonal } from "../personal/runPersonal.ts";
import { CannotStart } from "../errors.ts";
import { CliError, STATUS, type Status } from "./CliError.ts";
import type { RequestOf } from "./readArguments.ts";
import { complain, shown } from "./terminal.ts";

/** `clew ui`. Runs until it is stopped by a signal. */
export async function runUi({ repo = ".", port = 0, opensBrowser }: RequestOf<"ui">): Promise<Status> {
  try {
    await runPersonal({
      folder: repo,
      port,
      opensBrowser,
      warn: complain,
      say: (line) => console.log(line.split("\n").map(shown).join("\n")),
    });
    return STATUS.ok;
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    throw new CliError(STATUS.nothing, error.message, { cause: error });
  }
}
