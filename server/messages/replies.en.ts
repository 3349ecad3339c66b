/** English texts about replies on issues, as ICU MessageFormat. */
export const ENGLISH_REPLIES = {
  "reply.heading_places": "Likely place of",
  "reply.heading_people": "Who knows this code",
  "reply.heading_similar": "Similar issues",
  "reply.heading_missing": "What the report lacks",
  "reply.footer":
    "Clew keeps this comment up to date. Who may write to this project can comment {where}, {wrong} or {duplicate}.",
  "reply.line": "line {from}",
  "reply.lines": "lines {from}–{to}",
  "reply.file": "file",
  "reply.likely_duplicate": "(probably the same)",
  "reply.marked_duplicate": "(marked as a duplicate)",
  "reply.missing_steps": "Steps that show the fault",
  "reply.missing_expected": "What was expected",
  "reply.missing_actual": "What happened instead",
  "reply.missing_version": "The version",
  "reply.missing_trace": "The error message or the stack trace",
  "reply.nothing_left": "Nothing more is known about this issue.",
  "reply.template_long": "The template is longer than {max} characters.",
  "reply.template_hidden": "The template must not have hidden text (<!--).",
  "reply.template_command": "A line must not begin with a slash: hosts run it as a command ({line}).",
  "reply.template_unknown": "There is no placeholder {name}.",
  "reply.template_line": "The placeholder {name} is a list. Put it alone in a line.",
  "reply.unsupported": "Clew cannot comment on the issues of this kind of source.",
  "reply.no_installation": "This source is not read by an app. Choose an account of yours.",
  "reply.other_account":
    "The account is {account} now. Open the form again and check which account Clew comments with.",
  "reply.left_project":
    "Commenting was turned off: the member who turned it on may no longer change the sources of this project.",
  "reply.permission":
    "{account} has not granted the app {app} the permission to write issues. Its owner adds “Issues: read and write” to the permissions of the app at the host, and accepts it for the installation.",
  "reply.issue_failed": "{key}: {reason}",
  "reply.too_many_comments": "The issue has more comments than can be looked through.",
  "reply.not_ready": "The code of this project is not indexed yet.",
  "reply.plan": "The subscription of the company does not allow it now.",
  "reply.writers_unknown":
    "{account} may not ask the host who can write, so that commands in comments are not run. The account needs to administer the project there.",
  "reply.no_answer": "Several attempts have failed.",
} as const;
