/**
 * The command line interface of the engines, for people, scripts and measuring. `clew --help` lists the commands, docs/CLI.md describes all.
 *
 * A repository of this machine (`--repo`) is read directly, a project through its server. Without a text, one process answers many JSON lines
 * of standard input, in order. Only answers are written to standard output.
 */
import { CliError, STATUS, type Status } from "./CliError.ts";
import { errorLineOf } from "./answerLines.ts";
import type { CommandOutcome } from "./operator/runCommand.ts";
import { isCommand, readArguments, wrong, type CliRequest } from "./readArguments.ts";
import { complain, exitOnClosedPipe, print } from "./terminal.ts";
import { BACKUP_COMMANDS } from "./backup/backupTable.ts";
import { DOCTOR_COMMANDS } from "./doctor/doctorTable.ts";
import type { Format } from "./CommandSpec.ts";
import { COMMANDS } from "./commandTable.ts";
import { ALL_COMMANDS, helpOf, usageText } from "./helpText.ts";
import { loadCommand } from "./loadCommand.ts";
import { didYouMean } from "./parseArguments.ts";

async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Status> {
  const [command, ...rest] = args;
  if (isOperatorCommand(command)) return forOperator(args, environment);
  if (command === "--help" || command === "-h" || command === "help") return help(rest[0], environment);
  if (command === "--version" || command === "-V" || command === "version") {
    const { versionInWords } = await import("./versionInWords.ts");
    await print(`clew ${await versionInWords()}\n`);
    return STATUS.ok;
  }
  if (!isCommand(command)) {
    if (command !== undefined) throw wrong(noCommand(command));
    process.stderr.write(usageText());
    return STATUS.usage;
  }
  const request = readArguments(command, rest, environment);
  if (request === "help") return help(command, environment);
  const hasText = request.text !== "" || request.path !== undefined;
  const isForPeople = process.stdout.isTTY && (process.stdin.isTTY || hasText || !ANSWERING.has(command));
  return run(request, environment, request.format ?? (isForPeople || command === "sync" ? "text" : "json"));
}

/** What an operator does with an installation: its own options, and answers that are sentences. */
const isOperatorCommand = (name: string | undefined): boolean =>
  name === "operator" ||
  (name !== undefined && (Object.hasOwn(DOCTOR_COMMANDS, name) || Object.hasOwn(BACKUP_COMMANDS, name)));

function noCommand(name: string): string {
  const names = [...Object.keys(ALL_COMMANDS), "operator", "help", "--help", "--version"];
  return `There is no command ${name}.${didYouMean(name, names)}`;
}

/** `clew help`, with or without a command. */
async function help(about: string | undefined, environment: NodeJS.ProcessEnv): Promise<Status> {
  if (about !== undefined && isOperatorCommand(about)) return forOperator([about, "--help"], environment);
  if (about !== undefined && !isCommand(about)) throw wrong(noCommand(about));
  await print(about === undefined ? usageText() : helpOf(COMMANDS[about]));
  return STATUS.ok;
}

async function forOperator(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Status> {
  const { status, out, err } = await runForOperator(args, environment);
  await print(out);
  process.stderr.write(err);
  return status;
}

async function runForOperator(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<CommandOutcome> {
  // Backups and data folders hold private code and credentials.
  process.umask(0o077);
  if (args[0] === "operator") {
    const { operator } = await import("./operator/operator.ts");
    return operator(args.slice(1), environment);
  }
  if (args[0] === "doctor") {
    const { doctorCommand } = await import("./doctor/doctorCommand.ts");
    return doctorCommand(args.slice(1), environment);
  }
  const { backupCommand } = await import("./backup/backupCommands.ts");
  const { sendToRunningServer } = await import("./operator/adminSocket.ts");
  return backupCommand(args, environment, sendToRunningServer);
}

const ANSWERING: ReadonlySet<string> = new Set(["search", "localize", "experts", "similar", "blame", "log"]);

async function run(request: CliRequest, environment: NodeJS.ProcessEnv, format: Format): Promise<Status> {
  const { command, text, path } = request;
  // Without input on a terminal the command would silently wait for lines.
  if (ANSWERING.has(command) && command !== "experts" && process.stdin.isTTY && text === "" && path === undefined) {
    throw wrong("Give a text, or JSON lines on standard input.");
  }
  const runCommand = await loadCommand(request);
  return runCommand(request, environment, format);
}

exitOnClosedPipe();
const [, , name] = process.argv;
try {
  process.exitCode = await main(process.argv.slice(2), process.env);
} catch (error) {
  complain(errorLineOf(error));
  process.exitCode = error instanceof CliError ? error.status : STATUS.nothing;
  if (process.exitCode === STATUS.usage) complain(`usage: clew ${isCommand(name) ? `${name} ` : ""}--help`);
}
