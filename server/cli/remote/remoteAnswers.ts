/** The answer of each command from a server: one line in, one answer out, in the shapes of the local commands and more. */
import { z } from "zod";
import type { Expert } from "../../../contract/people/experts.ts";
import type { Localization } from "../../../contract/issues/localization.ts";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import type { SimilarIssue } from "../../../contract/issues/analysis.ts";
import type { CliRequest } from "../readArguments.ts";
import { CliError, STATUS } from "../CliError.ts";
import type { ClewServer } from "./ClewServer.ts";
import { findIssueId } from "./openServer.ts";

/** Characters of a question about people that the server reads. */
const MAX_QUESTION_LENGTH = 1000;
const MAX_TEXT_LENGTH = 60_000;
const MAX_TITLE_LENGTH = 500;
const MAX_RESULTS = 100;

const Report = z.object({ title: z.string().default(""), body: z.string().nullish(), issue: z.string().optional() });
const Question = z.object({ query: z.string() });
const PeopleQuestion = Report.extend({ paths: z.array(z.string()).nullish() });
const OfIssue = z.object({ issue: z.string() });

/** A server and one of its projects. */
export interface ProjectAddress {
  readonly server: ClewServer;
  readonly slug: string;
}

export async function requestSearch(
  { server, slug }: ProjectAddress,
  line: unknown,
  { kinds, limit }: Pick<CliRequest, "kinds" | "limit">,
): Promise<SearchAnswer> {
  const { query } = Question.parse(line);
  return server.call("searchProject", {
    params: { id: slug },
    query: { q: query, kind: kinds, limit: Math.min(limit ?? MAX_RESULTS, MAX_RESULTS) },
  });
}

export async function requestLocalization({ server, slug }: ProjectAddress, line: unknown): Promise<Localization> {
  const { title, body, issue } = Report.parse(line);
  if (issue !== undefined) {
    const issueId = await findIssueId(server, slug, issue);
    return server.call("localizeIssue", { params: { id: slug, issueId } });
  }
  requireText(`${title}${body ?? ""}`);
  return server.call("localizeText", {
    params: { id: slug },
    body: { title: title.slice(0, MAX_TITLE_LENGTH), text: (body ?? "").slice(0, MAX_TEXT_LENGTH) },
  });
}

export async function requestExperts({ server, slug }: ProjectAddress, line: unknown): Promise<Expert[]> {
  const { title, body, paths, issue } = PeopleQuestion.parse(line);
  if (issue !== undefined) {
    const issueId = await findIssueId(server, slug, issue);
    return server.call("issueExperts", { params: { id: slug, issueId } });
  }
  const q = `${title}\n${body ?? ""}`.trim().slice(0, MAX_QUESTION_LENGTH);
  const [path] = paths ?? [];
  return server.call("projectExperts", {
    params: { id: slug },
    query: path === undefined ? { q: q === "" ? undefined : q } : { path },
  });
}

export async function requestSimilar({ server, slug }: ProjectAddress, line: unknown): Promise<SimilarIssue[]> {
  const issueId = await findIssueId(server, slug, OfIssue.parse(line).issue);
  return server.call("similarIssues", { params: { id: slug, issueId } });
}

function requireText(text: string): void {
  if (text.trim() === "") throw new CliError(STATUS.usage, "An empty text belongs nowhere.");
}

// The answers as data, with the names of the local commands and additional fields that only a server has.

export const searchData = ({ results, total, total_capped, missing, mistakes, unsearched, sources }: SearchAnswer) => {
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  return {
    total,
    total_capped,
    results: results.map(({ kind, id, title, path, line, score, source, state, url, snippet }) => ({
      path,
      line,
      score,
      kind,
      id,
      title,
      source: source === null ? null : (names.get(source) ?? null),
      state,
      url,
      snippet: snippet.map(({ text }) => text).join(""),
    })),
    missing,
    mistakes,
    unsearched,
  };
};

export const localizeData = ({ files, confidence, repositories }: Localization, limit: number) => {
  const names = new Map(repositories.map(({ id, name }) => [id, name]));
  const shownFiles = files.slice(0, limit);
  return {
    confidence,
    files: shownFiles.map(({ path, repository, score, reasons, language }) => ({
      path,
      score,
      repository: names.get(repository) ?? repository,
      language,
      reasons: reasons.map(({ code, points, terms, commits }) => ({
        code,
        points,
        terms,
        commits: commits.map(({ hash }) => hash),
      })),
    })),
    functions: shownFiles
      .flatMap(({ path, functions }) =>
        functions.map(({ name, start_line, end_line, score }) => ({
          path,
          name,
          start: start_line,
          end: end_line,
          score,
        })),
      )
      .toSorted((a, b) => b.score - a.score),
  };
};

export const expertsData = (people: readonly Expert[], limit: number) => ({
  people: people.slice(0, limit).map(({ person, score, reasons, roles, presence, last_active_at, load, deputy }) => ({
    name: person.name,
    email: person.email,
    score,
    roles,
    presence,
    last_active_at,
    open_issues: load,
    deputy: deputy?.name ?? null,
    reasons: reasons.map(({ code, points, evidence }) => ({
      code,
      points,
      evidence: evidence.map(({ text }) => text),
    })),
  })),
});

export const similarData = (similarIssues: readonly SimilarIssue[], limit: number) => ({
  ids: similarIssues.slice(0, limit).map(({ issue }) => issue.id),
  issues: similarIssues.slice(0, limit).map(({ issue, score, is_duplicate, terms, fixes }) => ({
    id: issue.id,
    key: issue.key,
    title: issue.title,
    state: issue.state,
    url: issue.url,
    score,
    is_duplicate,
    terms,
    fixes: fixes.map(({ hash, title }) => ({ hash, title })),
  })),
});
