/** Which files and functions an issue or a report is about. */
import { shortHash } from "../../../contract/code/shortHash.ts";
import { z } from "zod";
import type { CodeSnippet, LocalizedFile } from "../../../contract/issues/localization.ts";
import { askedRepositories } from "../namedSources.ts";
import { firstNotes, noCode, staleNote } from "../sourceStaleness.ts";
import { issueHref } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { ISSUE, OFFSET } from "./arguments.ts";
import { paged } from "./paged.ts";
import { rankingLead } from "./counted.ts";

const MAX_REASONS = 3;
const MAX_FUNCTIONS = 3;
/** Later results have no code, because it is rarely read there. */
const MAX_SNIPPETS = 5;
const SNIPPET_LINES = 5;

export const localizeIssue = tool({
  name: "localize_issue",
  title: "Localize issue",
  description: "Files and functions that an issue, or a pasted report or stack trace, is about: path, lines, reasons.",
  input: {
    issue: ISSUE.optional(),
    text: z
      .string()
      .max(60_000)
      .refine((text) => !text.includes("\0"), "Remove the NUL in it.")
      .optional()
      .describe("A report instead of an issue"),
    offset: OFFSET,
  },
  draft: async (scope, { project: slug, issue, text, offset: from }) => {
    const project = await scope.projectOf(slug, issue);
    if ((issue === undefined) === (text === undefined))
      throw toolRefusal("invalid_arguments", "issue: Give issue or text, one of them.");
    const named = issue === undefined ? null : await project.issueNamed(issue);
    const localization =
      named === null
        ? await project.invoke("localizeText", { body: { text } })
        : await project.invoke("localizeIssue", { params: { issueId: named.id } });
    if (localization.repositories.every(({ commit }) => commit === null))
      throw noCode(await askedRepositories(project, undefined));
    const names = new Map(localization.repositories.map(({ id: repository, name }) => [repository, singleLine(name)]));
    return paged({
      all: localization.files,
      from,
      lead: [
        localization.files.length === 0
          ? "No file of the code fits."
          : `${rankingLead(localization.files.length, "file")} Confidence: ${localization.confidence}${localization.confidence === "low" ? " (not sure)" : ""}.`,
        ...(named === null ? [] : [`Page: ${issueHref(project, named.address)}`]),
      ],
      fenced: firstNotes([
        ...localization.repositories.flatMap(({ name, commit }) => (commit ? [] : [staleNote(name, "not read yet.")])),
        ...localization.repositories.flatMap(({ name, commit }) =>
          commit ? [`${singleLine(name)} at ${shortHash(commit)}.`] : [],
        ),
      ]),
      present: (file, rank) => presentFile(file, names.get(file.repository) ?? "", rank < MAX_SNIPPETS),
    });
  },
});

function presentFile(
  { path, score, reasons, line, functions, snippet }: LocalizedFile,
  repository: string,
  isShown: boolean,
): string {
  const first = line ?? functions[0]?.start_line ?? snippet?.match_lines[0] ?? snippet?.start_line;
  const why = reasons
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MAX_REASONS)
    .map(({ code, terms, commits }) => {
      const rests = [...terms.slice(0, 4), ...commits.slice(0, 1).map(({ hash }) => shortHash(hash))].map(singleLine);
      return rests.length > 0 ? `${code} (${rests.join(", ")})` : code;
    });
  return [
    `- score ${score.toFixed(1)} [${repository}] ${singleLine(path)}${first === undefined ? "" : `:${first}`}`,
    ...(why.length > 0 ? [`    why: ${why.join("; ")}`] : []),
    ...functions
      .slice(0, MAX_FUNCTIONS)
      .map(
        ({ name, kind, start_line: start, end_line: end }) => `    ${kind} ${singleLine(name)} lines ${start}-${end}`,
      ),
    ...(snippet && isShown ? snippetLines(snippet) : []),
  ].join("\n");
}

/** The lines around the first match, with their numbers. */
function snippetLines({ start_line: start, lines, match_lines: matches }: CodeSnippet): string[] {
  const from = Math.max(0, Math.min((matches[0] ?? start) - start - 1, lines.length - SNIPPET_LINES));
  return lines.slice(from, from + SNIPPET_LINES).map((text, at) => `    ${start + from + at}: ${text.slice(0, 200)}`);
}
