/** `clew review`: what a request of a server's project should be looked at for. */
import type { RequestFindings } from "../../../contract/requestFindings.ts";
import { STATUS, type Status } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { printAnswer } from "../formats.ts";
import { type CliRequest, wrong } from "../readArguments.ts";
import { faint, shown, strong } from "../terminal.ts";
import type { Place } from "./remoteAnswers.ts";

/** @throws CliError for each refusal and failure, with a status of its kind */
export async function runReviewCommand(
  { server, slug }: Place,
  { request: given, text }: CliRequest,
  format: Format,
): Promise<Status> {
  const request = given ?? text;
  if (request === "") throw wrong("Give a request: clew review --request N");
  if (given !== undefined && text !== "") throw wrong("Give one request: --request N, or N alone.");
  const found = await server.call("requestFindings", { query: { project: slug, request } });
  const rows = rowsOf(found);
  await printAnswer(format, "review", { data: found, rows, lines: linesOf(found) });
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
        const known = functions.length > 0 ? `changed ${functions.map(shown).join(", ")}` : "";
        const waiting = load > 0 ? `${load} reviews wait` : "";
        return `${shown(person.name)}  ${faint([known, waiting].filter((part) => part !== "").join("; "))}`.trimEnd();
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
