import { OUTPUT, WHERE } from "./commandOptions.ts";
import type { CommandSpec } from "./CommandSpec.ts";

/** What `clew issue` does; its first argument. */
export const ISSUE_VERBS = [
  "comment",
  "label",
  "assign",
  "milestone",
  "priority",
  "duplicate",
  "close",
  "reopen",
  "create",
] as const;
export type IssueVerb = (typeof ISSUE_VERBS)[number];

/** `clew issue`: changes of issues at their trackers. */
export const ISSUE_COMMAND = {
  summary: "comment on, change, close and create issues at their tracker",
  usage: [
    "issue comment ISSUE [TEXT]",
    "issue label | assign | milestone ISSUE [NAME…] [--remove NAME]",
    "issue priority ISSUE NAME",
    "issue duplicate ISSUE OTHER",
    "issue close | reopen ISSUE [--state NAME]",
    "issue create TITLE [--body TEXT] [--label NAME] [--type NAME] [--tracker NAME]",
  ],
  about: `Changes an issue at its tracker as you, by the account that you have connected for writing. ISSUE is a key such as '#12' or ABC-12; @me is your account. Needs a session (clew login --email) or an API token that may write.
A comment without a text is read from standard input. When an answer is lost, the same command again continues that change: it is made once.
Status 0: the tracker has it, or had it before. 1: the tracker refused. 9: not known yet.`,
  options: {
    ...WHERE,
    remove: { value: "NAME", about: "a label, a person or a milestone to remove; may be repeated", repeats: true },
    state: {
      value: "NAME",
      about: "the state that the issue gets, or the reason of closing; may be left out when there is one only",
    },
    body: { value: "TEXT", about: "the text of a new issue, as Markdown; -: from standard input" },
    label: { value: "NAME", about: "a label of a new issue; may be repeated", repeats: true },
    type: { value: "NAME", about: "the type of a new issue, where the tracker has types" },
    tracker: { value: "NAME", about: "the tracker of a new issue, where the project has several" },
    ...OUTPUT,
  },
  words: ISSUE_VERBS,
  columns: ["issue", "action", "state", "account", "text", "url"],
} as const satisfies CommandSpec;
