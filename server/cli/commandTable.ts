/**
 * The commands of users with their options: parsing, help, completions and the manual are made of this table. Those of the operator are in
 * server/cli/backup/backupTable.ts and server/cli/operator/runCommand.ts.
 */
import { RESULT_KINDS } from "../../contract/constants.ts";
import { limit, LOCAL, OUTPUT, repo, server, WHERE } from "./commandOptions.ts";
import { type CommandSpec, FORMATS, type OptionSpec, SHELLS } from "./CommandSpec.ts";
import { EXPORT_COMMAND } from "./exportSpec.ts";
import { ISSUE_COMMAND } from "./issueVerbs.ts";

const repository: OptionSpec = {
  value: "NAME",
  about: "a repository of the project; may be left out when there is one only",
};
const ofFile = { repository, repo, rev: { value: "REV", about: "a branch, a tag or a commit, HEAD if left out" } };
const source: OptionSpec = { value: "NAME", about: "the repository, where the project has several" };
const named = {
  source,
  rev: { value: "REV", about: "a branch or tag that the project names, or the synced commit" },
};
const email: OptionSpec = { value: "ADDRESS", about: "signs in with a password, which is asked for" };

/** Commands of users, whose arguments `readArguments` reads. */
export const COMMANDS = {
  search: {
    summary: "code, issues, pages, commits, people",
    usage: ["search [TEXT] [--project NAME | --repo DIR]"],
    about: "Code, symbols, issues, pages, commits and people; of a repository alone, its code.",
    options: {
      ...WHERE,
      kind: {
        value: "KIND",
        about: "one of the kinds of results; may be repeated",
        choices: RESULT_KINDS,
        repeats: true,
      },
      ...LOCAL,
      limit,
      ...OUTPUT,
    },
    lines: { subject: "text", in: '{"query"}', out: '{"results": [{"path", "line", "score", …}]}' },
    columns: ["path", "line", "score", "kind", "title", "source", "state", "url"],
  },
  localize: {
    summary: "the files and functions that an issue concerns",
    usage: ["localize [TEXT | ISSUE] [--project NAME | --repo DIR]"],
    about:
      "Where in the code an issue belongs: files and functions, best first, with reasons. ISSUE is a key such as '#12' or ABC-12.",
    options: { ...WHERE, ...LOCAL, limit, ...OUTPUT },
    lines: {
      subject: "text",
      in: '{"title", "body"}, and with a server also {"issue"}',
      out: '{"files": [{"path", "score", …}], "functions": [{"path", "name", "start", "end", "score"}]}',
    },
    columns: ["path", "score", "function", "start", "end", "repository", "language"],
  },
  experts: {
    summary: "who knows an issue, a path or a subject",
    usage: ["experts [TEXT | ISSUE] [--path PATH] [--project NAME | --repo DIR]"],
    about: "Who knows an issue, a path or a subject best. With a server and none of them: who knows the project.",
    options: {
      ...WHERE,
      path: { value: "PATH", about: "a file or folder", path: "file" },
      ...LOCAL,
      limit,
      ...OUTPUT,
    },
    lines: {
      subject: "text",
      in: '{"title", "body", "paths"?}, and with a server also {"issue"}',
      out: '{"people": [{"name", "email", "score", …}]}, of a repository also "fixers" and "reviewers"',
    },
    columns: ["name", "email", "score", "roles", "presence", "open_issues", "deputy"],
  },
  similar: {
    summary: "issues like this one",
    usage: ["similar ISSUE [--project NAME]", "similar [TEXT] --corpus FILE"],
    about: "Issues like this one, duplicates first.",
    options: {
      ...WHERE,
      corpus: {
        value: "FILE",
        about: 'texts to compare with instead of a server\'s issues, one {"id","title","body"} a line',
        path: "file",
      },
      limit,
      ...OUTPUT,
    },
    lines: {
      subject: "text",
      in: '{"issue"}, or with --corpus {"id"?, "title", "body"}',
      out: '{"ids": […], …}',
    },
    columns: ["id", "key", "score", "is_duplicate", "state", "title", "url"],
  },
  review: {
    summary: "what a request, or commits before a push, should be looked at for",
    usage: ["review --request N [--project NAME]", "review --diff RANGE [--repo DIR]"],
    about:
      "Who should review a pull or merge request, which issues it probably closes, files that usually change along and that it leaves out, and pages that it outdates. With --diff the same of commits of a repository on this machine, without issues and without a server.\nStatus 1: nothing was found.",
    options: {
      ...WHERE,
      request: { value: "N", about: "number or key of a request" },
      diff: { value: "RANGE", about: "commits such as main..HEAD, before they are pushed" },
      repo: { ...repo, about: "the repository of --diff; this folder if left out" },
      cache: LOCAL.cache,
      ...OUTPUT,
    },
    columns: ["kind", "name", "about"],
  },
  blame: {
    summary: "who wrote the lines of a file, and what for",
    usage: ["blame FILE[:LINE[-LINE]] [--project NAME [--repository NAME] | --repo DIR] [--rev REV]"],
    about: "Who wrote each line of a file, in which commit; of a server also for which issue and request.",
    options: { ...WHERE, ...ofFile, ...OUTPUT },
    path: "file",
    lines: {
      subject: "file",
      in: '{"path", "from"?, "to"?}',
      out: '{"lines": [{"line", "hash", "author", "at", "title", "path", "original_line", "text", …}]}',
    },
    columns: ["line", "hash", "author", "at", "title", "path", "original_line", "text", "issues", "requests"],
  },
  log: {
    summary: "the commits that changed a file or some of its lines",
    usage: ["log FILE[:LINE[-LINE]] [--project NAME [--repository NAME] | --repo DIR] [--rev REV]"],
    about: "The commits that changed a file, with renames followed, or some of its lines; newest first.",
    options: {
      ...WHERE,
      ...ofFile,
      limit: { value: "N", about: "at most this many commits (20 for people, 999 as JSON)" },
      ...OUTPUT,
    },
    path: "file",
    lines: {
      subject: "file",
      in: '{"path", "from"?, "to"?}',
      out: '{"commits": [{"hash", "author", "at", "title", "path", "old_path", "change", …}]}',
    },
    columns: ["hash", "author", "at", "title", "path", "old_path", "change", "issues", "requests"],
  },
  def: {
    summary: "what a name in a file means",
    usage: ["def PATH:LINE:COLUMN [--project NAME]", "def PATH:LINE NAME"],
    about: "What a name in a file means: place, kind and signature. Needs a server.",
    options: { ...WHERE, ...named, ...OUTPUT },
    path: "file",
    columns: ["path", "line", "column", "kind", "name", "signature", "repository"],
  },
  refs: {
    summary: "where a name is used",
    usage: ["refs PATH:LINE:COLUMN [--project NAME]", "refs PATH:LINE NAME"],
    about: "Where a name is used, all of it. Needs a server.",
    options: { ...WHERE, ...named, limit: { value: "N", about: "at most this many" }, ...OUTPUT },
    path: "file",
    columns: ["path", "line", "column", "text", "repository", "link"],
  },
  scip: {
    summary: "upload, list and remove indexes that make these answers precise",
    usage: ["scip upload FILE [--project NAME]", "scip list", "scip remove"],
    about:
      "Uploads a SCIP index, so that definitions and references of the repository are precise; lists the uploaded indexes, or removes the one of a repository. Needs a session (clew login --email) or an API token that may write.",
    options: {
      ...WHERE,
      source,
      rev: { value: "REV", about: "the commit that the index was made of; HEAD of this folder if left out" },
      ...OUTPUT,
    },
    words: ["upload", "list", "remove"],
    path: "file",
    columns: ["repository", "source", "revision", "tool", "documents", "uploaded_at"],
  },
  issue: ISSUE_COMMAND,
  import: {
    summary: "send issues, requests and pages of a file to a custom source",
    usage: [
      "import FILE --source ID [--delete-unseen] [--dry-run]",
      "import --csv FILE --source ID [--map MAPPING] [--dry-run]",
    ],
    about:
      "Sends a file of JSON lines, an item each, to a custom source: docs/IMPORTING.md describes them. With --csv or --map a table or a JSON document, whose columns a mapping names: rows that cannot be read are left out and named by their lines, with status 1. The same file again changes nothing; after an interruption it continues where it stopped. CLEW_TOKEN is an import token, or a session's.",
    options: {
      server,
      source: { value: "ID", about: "the custom source" },
      csv: { value: "FILE", about: "a table with a header, in place of JSON lines", path: "file" },
      map: {
        value: "MAPPING",
        about: "the mapping of columns, as the app downloads it; left out: by their names",
        path: "file",
      },
      "delete-unseen": { about: "at the end deletes the items that the file does not have" },
      "allow-many": { about: "also if these are more than half of the items" },
      "dry-run": { about: "checks the file and counts, and changes nothing" },
      ...OUTPUT,
    },
    path: "file",
    columns: ["new", "changed", "unchanged", "older", "deleted"],
  },
  export: EXPORT_COMMAND,
  sync: {
    summary: "sync the sources of a project now",
    usage: ["sync [--project NAME] [--no-wait]"],
    about:
      "Reads all sources of a project again, now, and follows that to its end. Needs a session (clew login --email) or an API token that may write.\nStatus 0: all sources are read. 1: one of them failed.",
    options: {
      ...WHERE,
      "no-wait": { about: "starts it and ends" },
      format: {
        value: "FORMAT",
        about: "json, jsonl or tsv: the sources at the end, and no progress; text: the progress",
        choices: FORMATS,
      },
      json: { about: "short for --format json" },
    },
    columns: ["kind", "id", "name", "state", "items", "error", "finished_at"],
  },
  lsp: {
    summary: "a language server for any editor",
    usage: ["lsp [--project NAME | --local]"],
    about:
      "Answers an editor on standard input and output by the Language Server Protocol: issues, people and changes behind the code. Asks the server of clew login about the project of a clone's remote; without one it reads the repository alone. docs/EDITORS.md has configurations.",
    options: {
      server,
      project: {
        ...WHERE.project,
        about: "slug or name of a project (or CLEW_PROJECT; left out: by the remote of a clone)",
      },
      local: { about: "asks no server, reads repositories of this machine alone" },
      cache: LOCAL.cache,
      stdio: { about: "the way that is always used; some editors name it" },
      clientProcessId: { value: "N", about: "ends with this process", isHidden: true },
    },
  },
  ui: {
    summary: "open the app on a repository of this machine",
    usage: ["ui [--repo DIR] [--port N] [--no-open]"],
    about:
      "Opens the app on a repository of this machine, without an account: only you reach it, and its data is deleted when it ends.",
    options: {
      repo: { ...repo, about: "a folder in a git repository; this folder if left out" },
      port: { value: "N", about: "the port; any free one if left out" },
      "no-open": { about: "prints the link and opens no browser" },
    },
  },
  serve: {
    summary: "run the server, with its database, on this machine",
    usage: ["serve [--data DIR] [--port N] [--host ADDRESS] [--open]"],
    about:
      "Runs the server until it is stopped by a signal. All settings of docs/OPERATING.md are environment variables; these options take precedence over them.",
    options: {
      data: {
        value: "DIR",
        about: "the folder of all its data (or CLEW_DATA; left out: clew in your folder for data; in a clone, data)",
        path: "folder",
      },
      port: { value: "N", about: "the port (or PORT; 4000 if left out; 0: any free one)" },
      host: { value: "ADDRESS", about: "the address to listen on (or HOST; 127.0.0.1 if left out)" },
      role: {
        value: "ROLES",
        about: "web, worker, search, separated by commas (or CLEW_ROLE; web,worker if left out)",
      },
      open: { about: "opens the browser once the server is ready" },
    },
  },
  projects: {
    summary: "the projects of the token",
    usage: ["projects"],
    about: "The projects that the token or the session opens.",
    options: { server, ...OUTPUT },
    columns: ["slug", "name"],
  },
  login: {
    summary: "store the token of a server",
    usage: ["login --server URL [--token | --email ADDRESS]"],
    about: `Asks for a token, tries it and keeps it in a file that only you can read: an API token (Settings > API tokens), which reads or also writes, or an MCP token (Settings > MCP tokens), which only reads its projects. With --email it asks for the password instead and begins a session, which may do all that you may. clew sync needs a session or an API token with the scope write.
Into a pipe: the first line of standard input is the token or the password.`,
    options: {
      server,
      token: { about: "asks for a token, as without --email; it is never an argument, where others could read it" },
      email,
    },
  },
  logout: {
    summary: "delete the token of a server",
    usage: ["logout [--server URL]"],
    about: "Forgets the token of a server; a session is ended there, too.",
    options: { server },
  },
  completion: {
    summary: "print completions for a shell",
    usage: ["completion bash | zsh | fish"],
    about:
      "Prints a script that completes commands, options and their values. docs/CLI.md describes how to install it.",
    options: {},
    words: SHELLS,
  },
  man: {
    summary: "print the manual page",
    usage: ["man"],
    about: "Prints the manual page as roff: clew man | man -l -",
    options: {},
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
export type CommandName = keyof typeof COMMANDS;
