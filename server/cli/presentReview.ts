/** Findings about a request or a range of commits, as rows and as lines for people. */
import type { RequestFindings } from "../../contract/requests/requestFindings.ts";
import { STATUS, type Status } from "./CliError.ts";
import type { Format } from "./CommandSpec.ts";
import { printAnswer } from "./formats.ts";
import { faint, shown, strong } from "./terminal.ts";

/** @returns the status of the command */
export async function printReview(requestFindings: RequestFindings, format: Format): Promise<Status> {
  const rows = rowsOf(requestFindings);
  await printAnswer(format, "review", { data: requestFindings, rows, lines: linesOf(requestFindings) });
  return rows.length === 0 ? STATUS.nothing : STATUS.ok;
}

const rowsOf = ({ reviewers, issues, missing, pages }: RequestFindings) => [
  ...reviewers.map(({ person, functions }) => ({ kind: "reviewer", name: person.name, about: functions.join(", ") })),
  ...issues.map(({ issue, how, path }) => ({ kind: "issue", name: issue.key, about: path ?? how })),
  ...missing.map(({ path, changed }) => ({ kind: "file", name: path, about: changed })),
  ...pages.map(({ path, names }) => ({ kind: "page", name: path, about: names.join(", ") })),
];

const NOTES: Readonly<Record<RequestFindings["status"], string>> = {
  ready: "Nothing was found.",
  unindexed: "No indexed repository has the code of the request.",
  unavailable: "The server has no copy of what the request changes.",
};

/** A heading with its lines; nothing without lines. */
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [strong(title), ...lines.map((line) => `  ${line}`)];

function linesOf({ status, reviewers, issues, missing, pages }: RequestFindings): string[] {
  const lines = [
    ...section(
      "Reviewers",
      reviewers.map(({ person, load, functions }) => {
        const changes = functions.length > 0 ? `changed ${functions.map(shown).join(", ")}` : "";
        const waiting = load > 0 ? `${load} reviews wait` : "";
        return `${shown(person.name)}  ${faint([changes, waiting].filter((part) => part !== "").join("; "))}`.trimEnd();
      }),
    ),
    ...section(
      "Issues",
      issues.map(({ issue, how, path }) => {
        const why = path === null ? how : `likely, in ${shown(path)}`;
        return `${shown(issue.key)} ${shown(issue.title)}  ${faint(why)}`;
      }),
    ),
    ...section(
      "Files that usually change along",
      missing.map(({ path, changed, together, of }) => {
        return `${shown(path)}  ${faint(`in ${together} of ${of} commits to ${shown(changed)}`)}`;
      }),
    ),
    ...section(
      "Pages that become outdated",
      pages.map(({ path, names }) => `${shown(path)}  ${faint(`names ${names.map(shown).join(", ")}`)}`),
    ),
  ];
  return lines.length === 0 || status !== "ready" ? [...lines, NOTES[status]] : lines;
}
