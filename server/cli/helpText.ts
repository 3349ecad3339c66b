/** The texts of `clew --help` and of the help of each command. */
const OPTIONS = {
  where: `  --server URL      the Clew server (or CLEW_URL; left out: where you signed in last)
  --project NAME    slug or name of a project (or CLEW_PROJECT; may be left out when there is one only)`,
  local: `  --repo DIR        a git repository on this machine, instead of a server
  --rev REV         the revision to look at, HEAD if left out
  --cache DIR       where indexes of --repo are kept (or CLEW_CACHE)`,
  output: `  --limit N         at most so many results (10 for people, 100 as JSON)
  --json            one line of JSON, also in a terminal
  --human           lines for people, also into a pipe`,
} as const;

const LINES =
  'Without a text, JSON lines on standard input are answered one by one, in order; a line that cannot be answered gets {"error"}.';

export const HELP = {
  search: `usage: clew search [TEXT] [--project NAME | --repo DIR]
Code, symbols, issues, pages, commits and people; of a repository alone, its code.

${OPTIONS.where}
  --kind KIND       code, symbol, issue, document, commit or person; may be repeated
${OPTIONS.local}
${OPTIONS.output}

${LINES}
  in   {"query"}
  out  {"results": [{"path", "line", "score", …}]}
`,
  localize: `usage: clew localize [TEXT | ISSUE] [--project NAME | --repo DIR]
Where in the code an issue belongs: files and functions, best first, with reasons. ISSUE is a key such as '#12' or ABC-12.

${OPTIONS.where}
${OPTIONS.local}
${OPTIONS.output}

${LINES}
  in   {"title", "body"}, and with a server also {"issue"}
  out  {"files": [{"path", "score", …}], "functions": [{"path", "name", "start", "end", "score"}]}
`,
  experts: `usage: clew experts [TEXT | ISSUE] [--path PATH] [--project NAME | --repo DIR]
Who knows an issue, a path or a subject best. With a server and none of them: who knows the project.

${OPTIONS.where}
  --path PATH       a file or folder
${OPTIONS.local}
${OPTIONS.output}

${LINES}
  in   {"title", "body", "paths"?}, and with a server also {"issue"}
  out  {"people": [{"name", "email", "score", …}]}, of a repository also "fixers" and "reviewers"
`,
  similar: `usage: clew similar ISSUE [--project NAME]
       clew similar [TEXT] --corpus FILE
Issues like this one, duplicates first.

${OPTIONS.where}
  --corpus FILE     texts to compare with instead of a server's issues, one {"id","title","body"} a line
${OPTIONS.output}

${LINES}
  in   {"issue"}, or with --corpus {"id"?, "title", "body"}
  out  {"ids": […], …}
`,
  blame: `usage: clew blame FILE[:LINE[-LINE]] [--project NAME [--repository NAME] | --repo DIR] [--rev REV]
Who wrote each line of a file, in which commit; of a server also for which issue and request.

${OPTIONS.where}
  --repository NAME a repository of the project; may be left out when there is one only
  --repo DIR        a git repository on this machine, instead of a server
  --rev REV         a branch, a tag or a commit, HEAD if left out
  --json            one line of JSON, also in a terminal
  --human           lines for people, also into a pipe

${LINES.replace("a text", "a file")}
  in   {"path", "from"?, "to"?}
  out  {"lines": [{"line", "hash", "author", "at", "title", "path", "original_line", "text", …}]}
`,
  log: `usage: clew log FILE[:LINE[-LINE]] [--project NAME [--repository NAME] | --repo DIR] [--rev REV]
The commits that changed a file, with renames followed, or some of its lines; newest first.

${OPTIONS.where}
  --repository NAME a repository of the project; may be left out when there is one only
  --repo DIR        a git repository on this machine, instead of a server
  --rev REV         a branch, a tag or a commit, HEAD if left out
  --limit N         at most so many commits (20 for people, 999 as JSON)
  --json            one line of JSON, also in a terminal
  --human           lines for people, also into a pipe

${LINES.replace("a text", "a file")}
  in   {"path", "from"?, "to"?}
  out  {"commits": [{"hash", "author", "at", "title", "path", "old_path", "change", …}]}
`,
  def: `usage: clew def PATH:LINE:COLUMN [--project NAME]
       clew def PATH:LINE NAME
What a name in a file means: place, kind and signature. Needs a server.

${OPTIONS.where}
  --source NAME     the repository, where the project has several
  --rev REV         a branch or tag that the project names, or the synced commit
  --json            one line of JSON, also in a terminal
  --human           lines for people, also into a pipe
`,
  refs: `usage: clew refs PATH:LINE:COLUMN [--project NAME]
       clew refs PATH:LINE NAME
Where a name is used, all of it. Needs a server.

${OPTIONS.where}
  --source NAME     the repository, where the project has several
  --rev REV         a branch or tag that the project names, or the synced commit
  --limit N         at most so many
  --json            one line of JSON, also in a terminal
  --human           lines for people, also into a pipe
`,
  scip: `usage: clew scip upload FILE [--project NAME]
       clew scip list
       clew scip remove
Uploads a SCIP index, so that definitions and references of the repository are precise; lists the uploaded indexes, or removes the one of
a repository. Needs a session: clew login --email.

${OPTIONS.where}
  --source NAME     the repository, where the project has several
  --rev REV         the commit that the index was made of; HEAD of this folder if left out
  --json            one line of JSON, also in a terminal
  --human           lines for people, also into a pipe
`,
  sync: `usage: clew sync [--project NAME] [--no-wait]
Reads all sources of a project again, now, and follows that to its end. Needs a session: clew login --email.
Status 0: all sources are read. 1: one of them failed.

${OPTIONS.where}
  --no-wait         starts it and ends
  --json            the sources as one line of JSON at the end, and no progress
`,
  projects: `usage: clew projects
The projects that the token or the session opens.

  --server URL      the Clew server (or CLEW_URL; left out: where you signed in last)
  --json            one line of JSON, also in a terminal
  --human           lines for people, also into a pipe
`,
  login: `usage: clew login --server URL [--email ADDRESS]
Asks for an MCP token (Settings > MCP tokens), tries it and keeps it in a file that only you can read. Such a token only reads, and only
its projects. With --email it asks for the password instead and begins a session, which may do all that you may: clew sync needs one.
Into a pipe: the first line of standard input is the token or the password.
`,
  logout: `usage: clew logout [--server URL]
Forgets the token of a server; a session is ended there, too.
`,
} as const;
export type CommandName = keyof typeof HELP;

export const USAGE = `usage: clew COMMAND [OPTIONS]

  clew search TEXT         code, issues, pages, commits, people
  clew localize TEXT       the files and functions that an issue concerns
  clew experts TEXT        who knows an issue, a path or a subject
  clew similar ISSUE       issues like this one
  clew blame FILE          who wrote its lines, and what for
  clew log FILE            the commits that changed a file or some of its lines
  clew def PATH:LINE:COL   what a name in a file means
  clew refs PATH:LINE:COL  where it is used
  clew scip upload FILE    make these answers precise
  clew sync                sync the sources of a project now
  clew projects            the projects of the token
  clew login, clew logout  store the token of a server, delete it
  clew backup, verify, restore, db copy, blobs copy
                           backups and copies, for operators: clew backup --help
  clew operator            companies, invitations, plans, invoices, mails of a server on this machine

Ask a server (--server URL --project NAME) or a git repository on this machine (--repo DIR [--rev REV]).
CLEW_TOKEN is a token, used in place of a stored one. clew COMMAND --help lists the options; see also docs/CLI.md.

status  0 done, 1 nothing found or it failed, 2 wrong call, 3 server not reachable, 4 token missing, wrong or expired,
        5 not allowed, 6 not found, 7 too many calls, 8 the server failed
`;
