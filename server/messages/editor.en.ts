/** What the language server says, as ICU MessageFormat. */
export const ENGLISH_EDITOR = {
  "editor.local":
    "Clew works on the repository {folder} alone: people, changes and places come from its history. For issues, requests and pages, sign in to a server in a terminal: clew login --server URL",
  "editor.no_project":
    "No project of {server} has the repository {folder}, so Clew works on the repository alone. Add it to a project, or set the project of the language server.",
  "editor.wrong_project":
    "{server} has no project {project} that you can read. Set the project of the language server to one of clew projects.",
  "editor.unreachable": "The Clew server at {server} does not answer. Clew tries again by itself.",
  "editor.signed_out":
    "The token for {server} is missing, wrong or expired. Sign in in a terminal: clew login --server {server}",
  "editor.refused": "{server} does not allow this: {reason}",
  "editor.index": "Clew: index of {folder}",
  "editor.defined_in": "Defined in {place}",
  "editor.more": "and {count} more",
  "editor.precise": "precise",
  "editor.by_name": "by name",
  "editor.knows_best": "Knows it best: {people}",
  "editor.wrote_it": "Wrote these lines: {people}",
  "editor.issues": "Issues behind it: {issues}",
  "editor.last_change": "Last change: {commit}",
  "editor.assigned": "Assigned to {people}",
  "editor.unassigned": "Not assigned",
  "editor.by_author": "By {person}",
  "editor.state_open": "open",
  "editor.state_closed": "closed",
  "editor.state_merged": "merged",
  "editor.find_issue": "Find the code that {key} concerns",
  "editor.find_text": "Find the code that the selected text concerns",
  "editor.show_people": "Show who knows this file",
  "editor.link_lines": "Show the link to these lines in Clew",
  "editor.places": "{count, plural, =0 {No file fits.} one {Clew found # file:} other {Clew found # files:}}",
  "editor.people": "Who knows {path}: {people}",
  "editor.no_people": "No person can be recommended for {path}.",
  "editor.link": "These lines in Clew: {url}",
  "editor.open": "Open",
  "editor.no_link":
    "The server does not have these lines yet, so they have no link. Push the commit and sync the project.",
  "editor.needs_server": "This needs a Clew server. Sign in to one in a terminal: clew login --server URL",
  "editor.no_issue": "The project has no issue {key} that you can read. Check the key, or sync the project.",
  "editor.no_repository": "The file is in no git repository that Clew can read.",
  "editor.unavailable": "Clew has no answer now. See the messages of the language server.",
  "editor.outdated_page":
    "The page {title} describes this file and has {count, plural, one {# name} other {# names}} that the code no longer has.",
  "editor.stale_name": "The code no longer has {name}: {commit} removed it.",
  "editor.stale_name_now": "The code no longer has {name}: {commit} removed it. It is probably {now} now.",
} as const;
