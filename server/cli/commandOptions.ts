/** Options that several commands have. */
import { type CommandSpec, FORMATS, type OptionSpec } from "./CommandSpec.ts";

/** Which server is asked. */
export const server: OptionSpec = {
  value: "URL",
  about: "the Clew server (or CLEW_URL; left out: where you signed in last)",
};
/** Which project of which server is asked. */
export const WHERE = {
  server,
  project: {
    value: "NAME",
    about: "slug or name of a project (or CLEW_PROJECT; may be left out when there is one only)",
  },
} as const satisfies CommandSpec["options"];
/** A repository in place of a server. */
export const repo: OptionSpec = {
  value: "DIR",
  about: "a git repository on this machine, instead of a server",
  path: "folder",
};
/** What is read of a repository. */
export const LOCAL = {
  repo,
  rev: { value: "REV", about: "the revision to look at, HEAD if left out" },
  cache: { value: "DIR", about: "where indexes of --repo are kept (or CLEW_CACHE)", path: "folder" },
} as const satisfies CommandSpec["options"];
/** The form of an answer that is a list. */
export const OUTPUT = {
  format: {
    value: "FORMAT",
    about: "json, jsonl (a row a line), tsv or text (lines for people)",
    choices: FORMATS,
  },
  json: { about: "short for --format json: one line of JSON, also in a terminal" },
  human: { about: "short for --format text: lines for people, also into a pipe" },
} as const satisfies CommandSpec["options"];
/** The form of an answer of the commands for operators, which is for people if left out. */
export const FORMAT_OPTIONS = {
  format: { value: "FORMAT", about: "json, jsonl (a row a line), tsv or text (if left out)", choices: FORMATS },
  json: { about: "short for --format json" },
} as const satisfies CommandSpec["options"];
/** How many results are printed. */
export const limit: OptionSpec = { value: "N", about: "at most this many results (10 for people, 100 as JSON)" };
