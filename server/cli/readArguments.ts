/** What was typed after `clew`, checked. */
import { MEGABYTE } from "../sizes.ts";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { CliError, STATUS } from "./CliError.ts";
import { type CommandSpec, type Format, FORMATS } from "./CommandSpec.ts";
import { type CommandName, COMMANDS } from "./commandTable.ts";
import { type ParsedArguments, parseArguments, textOf } from "./parseArguments.ts";

export interface CliRequest {
  readonly command: CommandName;
  /** The words after the command, as one text; empty when there are none. */
  readonly text: string;
  /** The same words, each as it was given. */
  readonly words: readonly string[];
  readonly repo: string | undefined;
  readonly rev: string;
  readonly cache: string;
  /** Bytes of indexes that stay in the cache. */
  readonly cacheBytes: number;
  readonly corpus: string | undefined;
  readonly server: string | undefined;
  readonly project: string | undefined;
  readonly path: string | undefined;
  /** Number or key of a request. */
  readonly request: string | undefined;
  /** A range of commits of a repository on this machine. */
  readonly diff: string | undefined;
  /** Name or id of a repository of a project. */
  readonly repository: string | undefined;
  /** Name or id of a repository. */
  readonly source: string | undefined;
  readonly email: string | undefined;
  /** A sign-in by a token, which is asked for. */
  readonly token: boolean;
  readonly kinds: readonly string[];
  /** Names that a change of an issue removes. */
  readonly removed: readonly string[];
  /** The state that a change gives an issue, or the reason of closing. */
  readonly state: string | undefined;
  /** Text of a new issue; `-`: on standard input. */
  readonly body: string | undefined;
  readonly labels: readonly string[];
  readonly issueType: string | undefined;
  readonly tracker: string | undefined;
  readonly limit: number | undefined;
  readonly wait: boolean;
  /** An import deletes items that the file does not have; `allowsMany`: also more than half of them; `isDryRun`: it stores nothing. */
  readonly deletesUnseen: boolean;
  readonly allowsMany: boolean;
  readonly isDryRun: boolean;
  /** The table of an import, and the file with the mapping of its columns. */
  readonly csv: string | undefined;
  readonly map: string | undefined;
  /** 0: any free port. */
  readonly port: number | undefined;
  readonly host: string | undefined;
  /** The data folder of a server. */
  readonly data: string | undefined;
  /** Roles of a server, separated by commas. */
  readonly role: string | undefined;
  readonly opensBrowser: boolean;
  /** False: the language server reads repositories only. */
  readonly asksServer: boolean;
  /** An export of all tables, as files or in one zip; the format of files, since when, and the folder. */
  readonly all: boolean;
  readonly zip: boolean;
  /** What an interrupted export has completed is not exported again. */
  readonly continues: boolean;
  readonly fileFormat: string | undefined;
  readonly since: string | undefined;
  readonly folder: string | undefined;
  /** Undefined: lines for people in a terminal, else JSON. */
  readonly format: Format | undefined;
}

/** The fields of a request that an option gives a value to. */
interface FieldsOfOption {
  readonly repo: "repo";
  readonly rev: "rev";
  readonly cache: "cache" | "cacheBytes";
  readonly corpus: "corpus";
  readonly server: "server";
  readonly project: "project";
  readonly path: "path";
  readonly request: "request";
  readonly diff: "diff";
  readonly repository: "repository";
  readonly source: "source";
  readonly email: "email";
  readonly token: "token";
  readonly kind: "kinds";
  readonly remove: "removed";
  readonly state: "state";
  readonly body: "body";
  readonly label: "labels";
  readonly type: "issueType";
  readonly tracker: "tracker";
  readonly limit: "limit";
  readonly "no-wait": "wait";
  readonly "delete-unseen": "deletesUnseen";
  readonly "allow-many": "allowsMany";
  readonly "dry-run": "isDryRun";
  readonly csv: "csv";
  readonly map: "map";
  readonly port: "port";
  readonly host: "host";
  readonly data: "data";
  readonly role: "role";
  readonly open: "opensBrowser";
  readonly "no-open": "opensBrowser";
  readonly local: "asksServer";
  readonly all: "all";
  readonly zip: "zip";
  readonly format: "format" | "fileFormat";
  readonly since: "since";
  readonly folder: "folder";
  readonly continue: "continues";
}
type OptionOf<Name extends CommandName> = Name extends CommandName ? keyof (typeof COMMANDS)[Name]["options"] : never;
/** What the code of a command reads: its words, and the fields of the options that the table of commands declares for it. */
export type RequestOf<Name extends CommandName> = Pick<
  CliRequest,
  "command" | "text" | "words" | FieldsOfOption[OptionOf<Name> & keyof FieldsOfOption]
>;

/** Whether a command is about something on this machine. */
export const isLocal = ({ repo, corpus }: CliRequest): boolean => repo !== undefined || corpus !== undefined;

export const isCommand = (name: string | undefined): name is CommandName =>
  name !== undefined && Object.hasOwn(COMMANDS, name);

const defaultCache = (environment: NodeJS.ProcessEnv): string =>
  environment["CLEW_CACHE"] || join(userCacheFolder(environment), "clew");

/** A folder that only this user writes to: in that for temporary files another user could prepare what is read and deleted. */
function userCacheFolder({ XDG_CACHE_HOME: folder = "", LOCALAPPDATA: local = "" }: NodeJS.ProcessEnv): string {
  if (process.platform === "win32" && local !== "") return local;
  // The specification of the variable has relative paths ignored.
  return isAbsolute(folder) ? folder : join(homedir(), ".cache");
}

/** Megabytes of the cache without a setting: indexes of some dozen large repositories. */
const DEFAULT_CACHE_MB = 2048;

function cacheLimit({ CLEW_CACHE_MB: megabytes }: NodeJS.ProcessEnv): number {
  if (megabytes === undefined || megabytes === "") return DEFAULT_CACHE_MB;
  if (!/^\d{1,7}$/.test(megabytes)) throw wrong(`CLEW_CACHE_MB is a number of megabytes, not ${megabytes}.`);
  return Number(megabytes);
}

/** @returns "help" when that is requested. @throws CliError for unknown arguments */
export function readArguments(
  command: CommandName,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): CliRequest | "help" {
  const spec: CommandSpec = COMMANDS[command];
  const { values, positionals } = parseArguments(`clew ${command}`, args, spec.options, { allowPositionals: true });
  if (values["help"] === true) return "help";
  const named = (name: string): string | undefined => environment[name] || undefined;
  const text = (name: string): string | undefined => textOf(values, name);
  const all = (name: string): string[] => [values[name] ?? []].flat().map(String);
  const limit = text("limit");
  if (limit !== undefined && !/^[1-9]\d{0,2}$/.test(limit)) throw wrong("--limit is a number, 1 to 999.");
  if (text("repo") !== undefined && (text("server") !== undefined || text("project") !== undefined)) {
    throw wrong("Ask a repository (--repo) or a server (--server, --project), one of them.");
  }
  return {
    command,
    text: positionals.join(" ").trim(),
    words: positionals,
    repo: text("repo"),
    rev: text("rev") ?? "HEAD",
    cache: text("cache") ?? defaultCache(environment),
    cacheBytes:
      (text("repo") === undefined && command !== "lsp" ? DEFAULT_CACHE_MB : cacheLimit(environment)) * MEGABYTE,
    corpus: text("corpus"),
    server: text("server") ?? named("CLEW_URL"),
    project: text("project") ?? named("CLEW_PROJECT"),
    path: text("path"),
    request: text("request"),
    diff: text("diff"),
    repository: text("repository"),
    source: text("source"),
    email: text("email"),
    token: values["token"] === true,
    kinds: all("kind"),
    removed: all("remove"),
    state: text("state"),
    body: text("body"),
    labels: all("label"),
    issueType: text("type"),
    tracker: text("tracker"),
    limit: limit === undefined ? undefined : Number(limit),
    wait: values["no-wait"] !== true,
    deletesUnseen: values["delete-unseen"] === true,
    allowsMany: values["allow-many"] === true,
    isDryRun: values["dry-run"] === true,
    csv: text("csv"),
    map: text("map"),
    port: portOf(text("port")),
    host: text("host"),
    data: text("data"),
    role: text("role"),
    // The app on one repository is opened if not refused, a server's if asked for.
    opensBrowser: "open" in spec.options ? values["open"] === true : values["no-open"] !== true,
    asksServer: values["local"] !== true,
    ...exportOptions(values),
    format: command === "export" ? "text" : formatOf(values),
  };
}

const exportOptions = (values: ParsedArguments["values"]) => ({
  all: values["all"] === true,
  zip: values["zip"] === true,
  continues: values["continue"] === true,
  fileFormat: textOf(values, "format"),
  since: textOf(values, "since"),
  folder: textOf(values, "folder"),
});

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw wrong("--port is a number, 0 to 65535.");
  return port;
}

/** `--json` and `--human` are short forms. @throws CliError when several are given */
function formatOf({ format, json, human }: ParsedArguments["values"]): Format | undefined {
  const formats = [
    ...FORMATS.filter((name) => name === format),
    ...(json === true ? (["json"] as const) : []),
    ...(human === true ? (["text"] as const) : []),
  ];
  if (formats.length > 1) throw wrong("--format, --json or --human, one of them.");
  return formats[0];
}

/** An error of the call itself. */
export const wrong = (message: string): CliError => new CliError(STATUS.usage, message);
