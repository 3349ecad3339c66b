/** `clew completion` and `clew man`. */
import { STATUS, type Status } from "../CliError.ts";
import { type Shell, SHELLS } from "../CommandSpec.ts";
import { didYouMean } from "../parseArguments.ts";
import { wrong } from "../readArguments.ts";
import { print } from "../terminal.ts";
import { bashCompletion } from "./bashCompletion.ts";
import { type CompletionState, completionStates } from "./completionStates.ts";
import { fishCompletion } from "./fishCompletion.ts";
import { manualPage } from "./manualPage.ts";
import { zshCompletion } from "./zshCompletion.ts";

const SCRIPTS: Readonly<Record<Shell, (states: readonly CompletionState[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Prints the completions of a shell. @throws CliError for a shell that is not known */
export async function printCompletion(name: string): Promise<Status> {
  const shell = SHELLS.find((candidate) => candidate === name);
  if (shell === undefined) {
    const what = name === "" ? "Give a shell." : `There are no completions for ${name}.`;
    throw wrong(`${what}${didYouMean(name, SHELLS)} There are: ${SHELLS.join(", ")}.`);
  }
  await print(SCRIPTS[shell](completionStates()));
  return STATUS.ok;
}

/** Prints the manual page. */
export async function printManual(): Promise<Status> {
  await print(manualPage());
  return STATUS.ok;
}
