import { EXPORT_FORMATS, EXPORT_TABLE_NAMES } from "../../contract/insights/exportTables.ts";
import { server } from "./commandOptions.ts";
import type { CommandSpec } from "./CommandSpec.ts";

/** `clew export` in the table of commands. */
export const EXPORT_COMMAND = {
  summary: "download tables of projects as files for other tools",
  usage: [
    "export TABLE… [--project NAME] [--format FORMAT] [--folder DIR] [--continue]",
    "export --all [--project NAME] [--continue]",
    "export --zip [--project NAME]",
  ],
  about:
    "Writes tables of a project, or of all projects of the user, to files clew-TABLE.FORMAT: docs/EXPORT.md describes them. --all writes every table, --zip all of them into clew-tables.zip. A file has its name only when it is complete; one that is there is replaced. Prints the paths of the files. An export of several tables that was interrupted continues with --continue, within a day; an archive does not. Needs an Admin of the company, in a session or by an API token.",
  options: {
    server,
    project: { value: "NAME", about: "slug or name of a project (or CLEW_PROJECT; left out: all of them)" },
    all: { about: "every table, a file each" },
    continue: { about: "leave the tables that the same export has completed before it was interrupted" },
    zip: { about: "every table, in one zip" },
    format: { value: "FORMAT", about: "parquet (if left out), csv or jsonl", choices: EXPORT_FORMATS },
    since: { value: "TIME", about: "only rows that changed since a day or a time, such as 2026-11-01" },
    folder: { value: "DIR", about: "where the files are written; this folder if left out", path: "folder" },
  },
  words: EXPORT_TABLE_NAMES,
} as const satisfies CommandSpec;
