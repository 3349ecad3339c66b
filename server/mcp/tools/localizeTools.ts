import { shortHash } from "../../../contract/shortHash.ts";
import { z } from "zod";
import type { CodeSnippet, LocalizedFile } from "../../../contract/localization.ts";
import type { Expert } from "../../../contract/experts.ts";
import {
  type SourceRef,
  askedRepositories,
  firstNotes,
  issueHref,
  requireRead,
  staleness,
  tabHref,
} from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { refuse, type ToolRefusal } from "../toolErrors.ts";
import { line } from "../untrusted.ts";
import { ISSUE, OFFSET, OPTIONAL_PATH, QUERY, SOURCE } from "./arguments.ts";
import { counted } from "./counted.ts";
import { paged } from "./paged.ts";

const REASONS = 3;
const FUNCTIONS = 3;
/** Later results have no code, because it is rarely read there. */
const WITH_SNIPPET = 5;
const SNIPPET_LINES = 5;
/** Reasons whose points round to 0 are omitted. */
const MIN_POINTS = 0.05;

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
      throw refuse("invalid_arguments", "issue: Give issue or text, one of them.");
    const named = issue === undefined ? null : await project.issueNamed(issue);
    const found =
      named === null
        ? await project.invoke("localizeText", { body: { text } })
        : await project.invoke("localizeIssue", { params: { issueId: named.id } });
    if (found.repositories.every(({ commit }) => commit === null))
      throw noCode(await askedRepositories(project, undefined));
    const names = new Map(found.repositories.map(({ id: repository, name }) => [repository, line(name)]));
    return paged({
      all: found.files,
      from,
      lead: [
        found.files.length === 0
          ? "No file of the code fits."
          : `${best(found.files.length, "file")} Confidence: ${found.confidence}${found.confidence === "low" ? " (not sure)" : ""}.`,
        ...(named === null ? [] : [`Page: ${issueHref(project, named.address)}`]),
      ],
      fenced: firstNotes([
        ...found.repositories.flatMap(({ name, commit }) =>
          commit ? [] : [`Stale source: ${line(name)}: not read yet.`],
        ),
        ...found.repositories.flatMap(({ name, commit }) => (commit ? [`${line(name)} at ${shortHash(commit)}.`] : [])),
      ]),
      present: (file, rank) => presentFile(file, names.get(file.repository) ?? "", rank < WITH_SNIPPET),
    });
  },
});

/** Of a ranking, which ends with its best. */
const best = (count: number, one: string, several?: string): string =>
  count === 1 ? `The best ${one}.` : `The best ${counted(count, one, several)}, best first.`;

/** Why there is no code. A project without a repository is not stale: its code will not be there later. */
function noCode(repositories: readonly SourceRef[]): ToolRefusal {
  if (repositories.length === 0) return refuse("not_found", "The project has no repository, so there is no code.");
  const notes = staleness(repositories);
  return refuse("stale_source", "No repository of the project is indexed yet. Ask again after its first sync.", notes);
}

function presentFile(
  { path, score, reasons, line: named, functions, snippet }: LocalizedFile,
  repository: string,
  isShown: boolean,
): string {
  const first = named ?? functions[0]?.start_line ?? snippet?.match_lines[0] ?? snippet?.start_line;
  const why = reasons
    .toSorted((a, b) => b.points - a.points)
    .slice(0, REASONS)
    .map(({ code, terms, commits }) => {
      const rests = [...terms.slice(0, 4), ...commits.slice(0, 1).map(({ hash }) => shortHash(hash))].map(line);
      return rests.length > 0 ? `${code} (${rests.join(", ")})` : code;
    });
  return [
    `- score ${score.toFixed(1)} [${repository}] ${line(path)}${first === undefined ? "" : `:${first}`}`,
    ...(why.length > 0 ? [`    why: ${why.join("; ")}`] : []),
    ...functions
      .slice(0, FUNCTIONS)
      .map(({ name, kind, start_line: start, end_line: end }) => `    ${kind} ${line(name)} lines ${start}-${end}`),
    ...(snippet && isShown ? snippetLines(snippet) : []),
  ].join("\n");
}

/** The lines around the first match, with their numbers. */
function snippetLines({ start_line: start, lines, match_lines: matches }: CodeSnippet): string[] {
  const from = Math.max(0, Math.min((matches[0] ?? start) - start - 1, lines.length - SNIPPET_LINES));
  return lines.slice(from, from + SNIPPET_LINES).map((text, at) => `    ${start + from + at}: ${text.slice(0, 200)}`);
}

export const recommendExperts = tool({
  name: "recommend_experts",
  title: "Recommend experts",
  description: "Who knows an issue, a path or a subject best, with reasons. With none of them: the whole project.",
  input: {
    issue: ISSUE.optional(),
    path: OPTIONAL_PATH,
    source: SOURCE,
    query: QUERY.optional(),
    offset: OFFSET,
  },
  draft: async (scope, { project: slug, issue, path, source, query: q, offset: from }) => {
    const project = await scope.projectOf(slug, issue);
    if ([issue, path, q].filter((one) => one !== undefined).length > 1) {
      throw refuse("invalid_arguments", "issue: Give issue, path or query: one of them at most.");
    }
    if (source !== undefined && path === undefined)
      throw refuse("invalid_arguments", "source: Give it with path alone.");
    const repositories = await askedRepositories(project, source);
    const repository = source === undefined ? undefined : repositories[0];
    const named = issue === undefined ? undefined : await project.issueNamed(issue);
    const query = { path, repository: repository?.id, q };
    const [people, context] = await Promise.all([
      named === undefined
        ? project.invoke("projectExperts", { query })
        : project.invoke("issueExperts", { params: { issueId: named.id } }),
      project.invoke("expertContext", { query: { ...query, issue: named?.id } }),
    ]);
    if (context.as_of === null) throw noCode(repositories);
    if (people.length === 0 && !context.found) {
      requireRead(repositories);
      const missing = context.missing.filter((name) => repositories.some((one) => one.name === name));
      if (missing.length > 0)
        throw refuse(
          "stale_source",
          "No repository that is indexed has this path.",
          firstNotes(missing.map(unindexedNote)),
        );
      throw refuse(
        "not_found",
        `${repository === undefined ? "No repository has" : "The repository does not have"} this path.`,
      );
    }
    const address =
      named === undefined
        ? tabHref(project, "experts", { ...(path !== undefined && { path }), ...(q !== undefined && { q }) })
        : issueHref(project, named.address);
    return paged({
      all: people,
      from,
      lead: [
        people.length === 0
          ? "No person can be recommended."
          : `${best(people.length, "person", "people")} Page: ${address}`,
        ...(path !== undefined && context.repositories.length > 1
          ? [
              `${context.repositories.length} repositories have this path, and the people of all are ranked: give source for one.`,
            ]
          : []),
        ...(context.opted_out > 0 ? [`${context.opted_out} left out, as they asked not to be recommended.`] : []),
      ],
      fenced: firstNotes([
        ...(path === undefined ? [] : context.repositories.map((name) => `Repository: ${line(name)}`)),
        ...context.missing.map(unindexedNote),
      ]),
      present: presentExpert,
    });
  },
});

const unindexedNote = (name: string): string => `Stale source: ${line(name)}: no history yet.`;

function presentExpert({ person, score, reasons, presence, last_active_at: last, load, deputy }: Expert): string {
  const address = person.email === null ? "" : ` <${line(person.email)}>`;
  const listed = new Set<string>();
  return [
    `- score ${score.toFixed(1)}, ${presence}${last ? `, last seen ${last.slice(0, 10)}` : ""}, ${load} open issues: ${line(person.name)}${address}`,
    ...(deputy ? [`    ask instead: ${line(deputy.name)}`] : []),
    ...reasons
      .filter(({ points }) => Math.abs(points) >= MIN_POINTS)
      .toSorted((a, b) => b.points - a.points)
      .slice(0, REASONS)
      .map(({ code, points, evidence }) => {
        // The same commit is often evidence for several reasons: it is named once.
        const rests = evidence.map(({ text }) => line(text).slice(0, 160)).filter((text) => !listed.has(text));
        const shown = rests.slice(0, 2);
        for (const text of shown) listed.add(text);
        return `    ${[`${code} ${points.toFixed(1)}`, shown.join("; ")].filter(Boolean).join(": ")}`;
      }),
  ].join("\n");
}
