/** What was typed after `clew`, checked. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESULT_KINDS } from "../../contract/constants.ts";
import { CliError, STATUS } from "./CliError.ts";
import { HELP, type CommandName } from "./helpText.ts";
import { parseArguments } from "./parseArguments.ts";

export interface CliRequest {
  readonly command: CommandName;
  /** The words after the command, as one text; empty when there are none. */
  readonly text: string;
  readonly repo: string | undefined;
  readonly rev: string;
  readonly cache: string;
  readonly corpus: string | undefined;
  readonly server: string | undefined;
  readonly project: string | undefined;
  readonly path: string | undefined;
  /** Name or id of a repository of a project. */
  readonly repository: string | undefined;
  /** Name or id of a repository. */
  readonly source: string | undefined;
  readonly email: string | undefined;
  readonly kinds: readonly string[];
  readonly limit: number | undefined;
  readonly wait: boolean;
  readonly json: boolean;
  readonly human: boolean;
}

/** Whether a command is about something on this machine. */
export const isLocal = ({ repo, corpus }: CliRequest): boolean => repo !== undefined || corpus !== undefined;

const string = { type: "string" } as const;
const boolean = { type: "boolean" } as const;
const WHERE = ["server", "project"] as const;
const OUTPUT = ["limit", "json", "human"] as const;
const LOCAL = ["repo", "rev", "cache"] as const;

const TYPES = {
  repo: string,
  rev: string,
  cache: string,
  corpus: string,
  server: string,
  project: string,
  path: string,
  repository: string,
  source: string,
  email: string,
  kind: { type: "string", multiple: true },
  limit: string,
  "no-wait": boolean,
  json: boolean,
  human: boolean,
  help: { type: "boolean", short: "h" },
} as const;

/** An option that a command does not have is an error. */
const OPTIONS: Readonly<Record<CommandName, readonly (keyof typeof TYPES)[]>> = {
  search: [...WHERE, ...LOCAL, ...OUTPUT, "kind"],
  localize: [...WHERE, ...LOCAL, ...OUTPUT],
  experts: [...WHERE, ...LOCAL, ...OUTPUT, "path"],
  similar: [...WHERE, ...OUTPUT, "corpus"],
  blame: [...WHERE, "repository", "repo", "rev", "json", "human"],
  log: [...WHERE, "repository", "repo", "rev", ...OUTPUT],
  def: [...WHERE, "source", "rev", "json", "human"],
  refs: [...WHERE, "source", "rev", ...OUTPUT],
  scip: [...WHERE, "source", "rev", "json", "human"],
  sync: [...WHERE, "no-wait", "json"],
  projects: ["server", "json", "human"],
  login: ["server", "email"],
  logout: ["server"],
};

export const isCommand = (name: string | undefined): name is CommandName =>
  name !== undefined && Object.hasOwn(HELP, name);

const defaultCache = (environment: NodeJS.ProcessEnv): string =>
  environment["CLEW_CACHE"] || join(tmpdir(), "clew-cache");

/** @returns the name of a command whose help is requested. @throws CliError for unknown arguments */
export function readArguments(
  command: CommandName,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): CliRequest | "help" {
  const { values, positionals } = parseArguments(args, TYPES, { allowPositionals: true });
  if (values.help === true) return "help";
  const unknown = Object.keys(values).find((name) => !OPTIONS[command].some((known) => known === name));
  if (unknown !== undefined) throw wrong(`clew ${command} has no option --${unknown}.`);
  const named = (name: string): string | undefined => environment[name] || undefined;
  const kinds = values.kind ?? [];
  const strange = kinds.find((kind) => !(RESULT_KINDS as readonly string[]).includes(kind));
  if (strange !== undefined) throw wrong(`There is no kind ${strange}. There are: ${RESULT_KINDS.join(", ")}.`);
  if (values.limit !== undefined && !/^[1-9]\d{0,2}$/.test(values.limit)) throw wrong("--limit is a number, 1 to 999.");
  if (values.json === true && values.human === true) throw wrong("--json or --human, one of them.");
  if (values.repo !== undefined && (values.server !== undefined || values.project !== undefined)) {
    throw wrong("Ask a repository (--repo) or a server (--server, --project), one of them.");
  }
  return {
    command,
    text: positionals.join(" ").trim(),
    repo: values.repo,
    rev: values.rev ?? "HEAD",
    cache: values.cache ?? defaultCache(environment),
    corpus: values.corpus,
    server: values.server ?? named("CLEW_URL"),
    project: values.project ?? named("CLEW_PROJECT"),
    path: values.path,
    repository: values.repository,
    source: values.source,
    email: values.email,
    kinds,
    limit: values.limit === undefined ? undefined : Number(values.limit),
    wait: values["no-wait"] !== true,
    json: values.json === true,
    human: values.human === true,
  };
}

export const wrong = (message: string): CliError => new CliError(STATUS.usage, message);
