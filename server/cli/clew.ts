/**
 * The command line interface of the engines, for people, scripts and measuring. `clew --help` lists the commands, docs/CLI.md describes all.
 *
 * A repository of this machine (`--repo`) is read directly, a project through its server. Without a text, one process answers many JSON lines
 * of standard input, in order. Only answers are written to standard output.
 */
import { CliError, STATUS, type Status } from "./CliError.ts";
import { messageOf } from "./answerLines.ts";
import type { Outcome } from "./operator/runCommand.ts";
import { isCommand, isLocal, readArguments, wrong, type CliRequest } from "./readArguments.ts";
import { complain, exitOnClosedPipe, print } from "./terminal.ts";
import { HELP, USAGE } from "./helpText.ts";

async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Status> {
  const [command, ...rest] = args;
  if (command === "operator" || BACKUP_COMMANDS.has(command ?? "")) {
    const { status, out, err } = await forOperator(args, environment);
    process.stdout.write(out);
    process.stderr.write(err);
    return status;
  }
  if (command === "--help" || command === "-h" || command === "help") {
    const [about] = rest;
    await print(isCommand(about) ? HELP[about] : USAGE);
    return STATUS.ok;
  }
  if (!isCommand(command)) {
    if (command !== undefined) complain(`There is no command ${command}.`);
    process.stderr.write(USAGE);
    return STATUS.usage;
  }
  const request = readArguments(command, rest, environment);
  if (request === "help") {
    await print(HELP[command]);
    return STATUS.ok;
  }
  const hasText = request.text !== "" || request.path !== undefined;
  const isHuman = request.human || (!request.json && process.stdout.isTTY && (hasText || !ANSWERING.has(command)));
  return run(request, environment, isHuman || (process.stdout.isTTY && process.stdin.isTTY && !request.json));
}

/** What an operator does with an installation: its own options, and answers that are sentences. */
const BACKUP_COMMANDS: ReadonlySet<string> = new Set(["backup", "restore", "verify", "db", "blobs"]);

async function forOperator(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Outcome> {
  // Backups and data folders hold private code and credentials.
  process.umask(0o077);
  if (args[0] === "operator") {
    const { operator } = await import("./operator/operator.ts");
    return operator(args.slice(1), environment);
  }
  const { backupCommand } = await import("./backup/backupCommands.ts");
  const { sendToRunningServer } = await import("./operator/adminSocket.ts");
  return backupCommand(args, environment, sendToRunningServer);
}

const ANSWERING: ReadonlySet<string> = new Set(["search", "localize", "experts", "similar", "blame", "log"]);

async function run(request: CliRequest, environment: NodeJS.ProcessEnv, isHuman: boolean): Promise<Status> {
  const { command, text, path } = request;
  if (command === "login" || command === "logout" || command === "projects") {
    const { login, logout, projects } = await import("./remote/loginCommands.ts");
    if (command === "login") return login(request, environment);
    return command === "logout" ? logout(request, environment) : projects(request, environment, isHuman);
  }
  // Without input on a terminal the command would silently wait for lines.
  if (ANSWERING.has(command) && command !== "experts" && process.stdin.isTTY && text === "" && path === undefined) {
    throw wrong("Give a text, or JSON lines on standard input.");
  }
  if (command === "blame" || command === "log") {
    const { runFileCommand } = await import("./fileCommands.ts");
    return runFileCommand(request, environment, isHuman);
  }
  // Loaded on demand: a query to a server needs no engine, and a query to a repository no contract.
  if (isLocal(request)) {
    const { runLocally } = await import("./localCommands.ts");
    return runLocally(request, isHuman);
  }
  const { runRemotely } = await import("./remote/remoteCommands.ts");
  return runRemotely(request, environment, isHuman);
}

exitOnClosedPipe();
const [, , name] = process.argv;
try {
  process.exitCode = await main(process.argv.slice(2), process.env);
} catch (error) {
  complain(messageOf(error));
  process.exitCode = error instanceof CliError ? error.status : STATUS.nothing;
  if (process.exitCode === STATUS.usage) complain(isCommand(name) ? `usage: clew ${name} --help` : USAGE);
}
