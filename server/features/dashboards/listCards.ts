/** What lists and counts show, as the calls of their screens answer it. */
import { type CardFilter, filterParameters } from "../../../contract/insights/cardFilters.ts";
import type { CardContent, ListedCommit, ListedResult } from "../../../contract/insights/cardContents.ts";
import { NEWEST_COMMITS } from "../../../contract/insights/dashboardRules.ts";
import { type DocumentEntry, MAX_OUTDATED_PAGES } from "../../../contract/documents/documents.ts";
import type { AnswerOf, EndpointName } from "../../../contract/endpoints.ts";
import type { SearchResult } from "../../../contract/search/search.ts";
import type { Db } from "../../db/openDb.ts";
import { listDocumentSources, listSourceNames } from "../../db/tables/sources/sources.ts";
import { NotFound } from "../../errors.ts";
import type { InvokeOptions } from "../../http/invoker.ts";
import { message } from "../../messages/messages.ts";
import { fieldValuesOf, requireReadFields } from "../../project/requireReadFields.ts";
import type { RequestedProject } from "../../project/requestedProjects.ts";

type Content<Kind extends CardContent["kind"]> = Extract<CardContent, { kind: Kind }>;

/** Makes a call on behalf of the reader. */
export type CardCall = <N extends EndpointName>(
  name: N,
  params: InvokeOptions<N>["params"] | Record<string, never>,
  query: Readonly<Record<string, unknown>>,
) => Promise<AnswerOf<N>>;

/** What a list or a count is about. */
export interface ListScope {
  readonly db: Db;
  readonly call: CardCall;
  /** Null: several. */
  readonly project: RequestedProject | null;
  /** Those that are meant where there are several; all of the reader's where it is empty. */
  readonly several: readonly RequestedProject[];
  /** All of the reader's. */
  readonly all: readonly RequestedProject[];
  /** Ids of the repositories of the page; empty: all. */
  readonly repositories: readonly string[];
}

/** The projects that a list or a count is about. */
export const projectsIn = ({ project, several, all }: ListScope): readonly RequestedProject[] =>
  project !== null ? [project] : several.length > 0 ? several : all;

interface Found {
  readonly total: number;
  readonly isCapped: boolean;
  readonly results: readonly ListedResult[];
}

/** Results of a search in the project, or over several. @param parameters those of the search without its projects */
export async function searchCards(
  { call, project, several }: ListScope,
  parameters: Readonly<Record<string, unknown>>,
  limit: number,
): Promise<Found> {
  const { project: _, ...search } = parameters;
  const query = { ...search, limit: String(limit) };
  if (project !== null) {
    const { slug, name } = project;
    const { total, total_capped: isCapped, results } = await call("searchProject", { id: slug }, query);
    return { total, isCapped, results: results.map((result) => listedResult(result, { slug, name })) };
  }
  const answer = await call("searchAll", {}, { ...query, project: several.map(({ slug }) => slug) });
  return {
    total: answer.total,
    // The results of a project that was not searched in time are missing.
    isCapped: answer.total_capped || answer.projects.some(({ searched }) => !searched),
    results: answer.results.map((result) => listedResult(result, result.project)),
  };
}

/** @throws Invalid for a filter by a field that none of the projects reads: the search answers it with nothing, or with everything where it is excluded */
export async function requireSearchable(scope: ListScope, filter: CardFilter): Promise<void> {
  const fields = [...fieldValuesOf(filter["q"]?.[0] ?? ""), ...(filter["field"] ?? [])];
  await requireReadFields(
    scope.db,
    projectsIn(scope).map(({ id }) => id),
    fields,
  );
}

/** The first results of a search. */
export async function resultsContent(scope: ListScope, filter: CardFilter, rows: number): Promise<Content<"results">> {
  await requireSearchable(scope, filter);
  const { total, isCapped, results } = await searchCards(scope, filterParameters(filter), rows);
  return { kind: "results", count: total, capped: isCapped, results: [...results] };
}

/**
 * Pages of wikis as the screens of the documents list them: those with most outdated names first.
 * @throws NotFound where the chosen source is in none of the projects
 */
export async function documentsContent(
  scope: ListScope,
  filter: CardFilter,
  rows: number,
): Promise<Content<"documents">> {
  const lists = (
    await Promise.all(projectsIn(scope).map((project) => documentsOfProject(scope, project, filter)))
  ).filter((list) => list !== null);
  // No pages would be a number.
  if (lists.length === 0 && filter["source"]) throw new NotFound(message("source.not_found"));
  return {
    kind: "documents",
    count: lists.reduce((sum, { count }) => sum + count, 0),
    capped: lists.some(({ isCapped }) => isCapped),
    results: lists
      .flatMap(({ pages, project: { slug, name } }) => pages.map((page) => ({ ...page, project: { slug, name } })))
      .toSorted((page, other) => (other.stale_references ?? 0) - (page.stale_references ?? 0))
      .slice(0, rows),
  };
}

/** The pages of one project; null where it does not have the chosen source. */
async function documentsOfProject({ db, call }: ListScope, project: RequestedProject, filter: CardFilter) {
  const { id, slug } = project;
  const [chosen] = filter["source"] ?? [];
  const sources = (await listDocumentSources(db, id)).filter(
    (source) => chosen === undefined || (source.id === chosen && (source.kind === "wiki" || filter["outdated"])),
  );
  if (chosen !== undefined && sources.length === 0) return null;
  const list = (query: Readonly<Record<string, string>>) => call("listDocuments", { id: slug }, query);
  if (filter["outdated"]) {
    const pages = await list({ outdated: "true", ...(chosen !== undefined && { source: chosen }) });
    return { project, count: pages.length, isCapped: pages.length >= MAX_OUTDATED_PAGES, pages };
  }
  const wikis = new Set(sources.filter(({ kind }) => kind === "wiki").map((source) => source.id));
  const counts = await list({});
  const pages = await Promise.all([...wikis].map((source) => firstPages(list, source)));
  const count = counts.filter(({ source }) => wikis.has(source)).reduce((sum, { files }) => sum + (files ?? 0), 0);
  return { project, count, isCapped: false, pages: pages.flat() };
}

/** The pages at the root of a wiki. A space has one there, and the others below it. */
async function firstPages(
  list: (query: Readonly<Record<string, string>>) => Promise<DocumentEntry[]>,
  source: string,
): Promise<DocumentEntry[]> {
  const roots = await list({ source, path: "" });
  const [home] = roots;
  return home && roots.length === 1 ? [home, ...(await list({ source, path: home.path }))] : roots;
}

/** The commits that changed a file, or the newest of the projects. */
export async function commitsContent(scope: ListScope, filter: CardFilter, rows: number): Promise<Content<"commits">> {
  const { call, project, repositories } = scope;
  const { repository, path, ...others } = filter;
  if (path !== undefined && project !== null) {
    const { slug, name } = project;
    const query = { ...filterParameters({ ...others, path }), repository: repository?.[0], limit: String(rows) };
    const { entries, total } = await call("codeHistory", { id: slug }, query);
    return {
      kind: "commits",
      count: total,
      capped: false,
      results: entries.map(({ hash, title, author, at }) => ({ hash, title, author, at, project: { slug, name } })),
    };
  }
  if (repository !== undefined) await requireSource(scope, repository);
  const chosen = repository ?? repositories;
  const { total, isCapped, results } = await searchCards(
    scope,
    { q: NEWEST_COMMITS, ...(chosen.length > 0 && { repository: [...chosen] }) },
    rows,
  );
  return { kind: "commits", count: total, capped: isCapped, results: results.flatMap(listedCommit) };
}

/** The search finds nothing in a repository that is gone, and 0 would be a number. @throws NotFound where none of the sources is left */
async function requireSource(scope: ListScope, chosen: readonly string[]): Promise<void> {
  const projectIds = projectsIn(scope).map(({ id }) => id);
  const sources = await listSourceNames(scope.db, projectIds);
  if (!sources.some(({ id }) => chosen.includes(id))) throw new NotFound(message("source.not_found"));
}

const listedResult = (
  { kind, id, title, source, path, url, line, hash, address, updated_at, author }: SearchResult,
  project: ListedResult["project"],
): ListedResult => ({ kind, id, title, source, path, url, line, hash, address, updated_at, author, project });

const listedCommit = ({ hash, title, author, updated_at: at, project }: ListedResult): ListedCommit[] =>
  hash === null ? [] : [{ hash, title, author: author ?? "", at, project }];
