/** Searches by words and by names. */
import { z } from "zod";
import { RESULT_KINDS } from "../../../contract/constants.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { refOfQuery } from "../../engines/search/query/searchRef.ts";
import type { SearchAnswer, SearchResult } from "../../../contract/search/search.ts";
import type { OpenProject } from "../RequestScope.ts";
import type { Draft } from "../tokenBudget.ts";
import { firstNotes, staleNote, staleNotes } from "../sourceStaleness.ts";
import { issueHref, tabHref } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { unsearchedWords } from "../../messages/unsearchedWords.ts";
import { OFFSET, QUERY } from "./arguments.ts";
import { counted } from "./counted.ts";
import { TOOLS_OF_ANY_REVISION } from "./revisionRefusals.ts";

/** What the call of the contract gives at most. */
const MAX_RESULTS = 100;
const PAGE_SIZE = 20;

type ResultKind = (typeof RESULT_KINDS)[number];
const DOCUMENTS: ResultKind[] = ["document"];
const SYMBOLS: ResultKind[] = ["symbol"];
/** Indexed revisions that a refusal lists. */
const MAX_REFS = 20;

const query = QUERY.min(1);
const SymbolData = z.object({
  name: z.string(),
  kind: z.string().nullable(),
  container: z.string().nullable(),
  path: z.string().nullable(),
  line: z.int().nullable(),
  repository: z.string().nullable(),
});

export const searchTool = tool({
  name: "search",
  title: "Search",
  description:
    'Search code, symbols, issues, requests, documents, commits and people. Query: words, "phrase", repo: ref: path: lang: author: assignee: state: label: mark: status: type: priority: component: milestone: version: sprint: resolution: field: after: before:',
  input: { query, kind: z.array(z.enum(RESULT_KINDS)).max(RESULT_KINDS.length).default([]), offset: OFFSET },
  draft: async (scope, { query: q, kind, offset: from, project: slug }) => {
    const project = scope.project(slug);
    return searchDraft(project, q, kind, from, await ask(project, q, kind, from + PAGE_SIZE));
  },
});

export const searchDocuments = tool({
  name: "search_documents",
  title: "Search documents",
  description: "Search wiki pages and documentation files.",
  input: { query, offset: OFFSET },
  draft: async (scope, { query: q, offset: from, project: slug }) => {
    const project = scope.project(slug);
    return searchDraft(project, q, DOCUMENTS, from, await ask(project, q, DOCUMENTS, from + PAGE_SIZE));
  },
});

export const findSymbol = tool({
  name: "find_symbol",
  title: "Find symbol",
  description: "Where functions, classes and types are defined, by name: path and line.",
  input: { name: z.string().min(1).max(300), offset: OFFSET },
  output: { symbols: z.array(SymbolData), total: z.int() },
  draft: async (scope, { name, offset: from, project: slug }) => {
    const project = scope.project(slug);
    const answer = onlyNamed(name, await ask(project, name, SYMBOLS, MAX_RESULTS));
    return {
      ...(await searchDraft(project, name, SYMBOLS, from, answer)),
      data: (shown) => ({
        symbols: answer.results.slice(from, from + shown).map(symbolData(namesOf(answer))),
        total: answer.total,
      }),
    };
  },
});

interface Found extends SearchAnswer {
  /** The search gave as many results as it lists of any query: there may be more. */
  readonly isAtLimit: boolean;
}

/** @param upTo number of the best results */
async function ask(project: OpenProject, q: string, kind: ResultKind[], upTo: number): Promise<Found> {
  const limit = Math.min(MAX_RESULTS, upTo);
  const answer = await project.invoke("searchProject", { query: { q, kind, limit } });
  return { ...answer, isAtLimit: limit === MAX_RESULTS && answer.results.length === limit };
}

const MORE_THAN_LISTED = "More results are not listed: narrow the query, for example by path: or repo:.";

const namesOf = ({ sources }: SearchAnswer): ReadonlyMap<string, string> =>
  new Map(sources.map(({ id, name }) => [id, name]));

/** A filter of a search, which a word of a name is not. */
const FILTER = /(?<!\S)-?[a-z]+:(?!:)\S+/gi;

/** Without the symbols that the search found by the path of their file or by their text. */
function onlyNamed(name: string, answer: Found): Found {
  const near = [
    ...answer.missing.map(({ suggestion }) => suggestion ?? ""),
    ...answer.reinterpreted.flatMap(({ by }) => by),
  ];
  const words = [name.replaceAll(FILTER, " "), ...near].flatMap(
    (text) => text.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) ?? [],
  );
  if (words.length === 0) return answer;
  const results = answer.results.filter(({ title }) => {
    const lowerTitle = title.toLowerCase();
    return words.some((word) => lowerTitle.includes(word));
  });
  // How many of those beyond the limit are named so is unknown.
  return { ...answer, results, total: results.length, total_capped: answer.isAtLimit };
}

/** @throws ToolRefusal for a revision that is not indexed, and when nothing was found because nothing has been read */
async function searchDraft(
  project: OpenProject,
  q: string,
  kind: ResultKind[],
  from: number,
  answer: Found,
): Promise<Draft> {
  if (answer.total === 0) await requireRef(project, q);
  const page = answer.results.slice(from);
  const needed = answer.sources.filter(
    (source) => kind.length === 0 || kind.some((wantedKind) => kindsOf(source.kind).includes(wantedKind)),
  );
  requireReady(answer, needed);
  const names = namesOf(answer);
  const total = `${answer.total_capped ? "at least " : ""}${counted(answer.total, "result")}`;
  return {
    lead: [
      answer.total === 0
        ? "Nothing matches."
        : `${total}, from ${from + 1}. Page: ${tabHref(project, "search", { q })}`,
      ...(answer.total === 0 ? await withoutFilters(project, q, kind, answer) : []),
    ],
    // Suggestions are words and names of the project's texts.
    fenced: [
      ...answer.missing.map(
        ({ word, suggestion }) =>
          `No text has "${singleLine(word)}".${suggestion ? ` Near: ${singleLine(suggestion)}` : ""}`,
      ),
      ...answer.mistakes.map(
        ({ detail, fix }) => `In the query: ${singleLine(detail)}${fix ? ` Try: ${singleLine(fix)}` : ""}`,
      ),
      ...firstNotes([
        ...staleNotes(needed),
        ...unsearchable(needed),
        ...answer.unsearched.map((unsearched) => unsearchedWords(unsearched, singleLine(unsearched.repository))),
      ]),
    ],
    blocks: page.map((result) => present(project, result, names)),
    more: (shown) => {
      const next = from + shown;
      if (next >= answer.total && !answer.total_capped) return null;
      if (next >= answer.results.length && answer.isAtLimit) return MORE_THAN_LISTED;
      return shown === 0 && page.length === 0 ? null : `Continue with offset=${next}, or narrow the query.`;
    },
  };
}

/** What the filters removed, and how to get it. */
async function withoutFilters(
  project: OpenProject,
  q: string,
  kind: ResultKind[],
  { filtered_out: removed, filtered_by: filters }: SearchAnswer,
): Promise<string[]> {
  if (removed === 0 && filters.length === 0) return [];
  const dropped = filters.map(({ filter, value, results }) => `without ${filter}:${singleLine(value)} ${results}`);
  const byKind = filters.find(({ filter }) => filter === "kind");
  const kinds = byKind ? await countsByKind(project, q, kind, byKind.at) : [];
  return [
    `The filters removed ${counted(removed, "result")}${dropped.length > 0 ? `. There are: ${dropped.join(", ")}.` : ", and no filter alone removed them: ask without all of them."}`,
    ...(kinds.length > 0 ? [`By kind: ${kinds.join(", ")}. Ask with one of these kinds.`] : []),
  ];
}

/** @param at where the filter is in the query; null for the argument */
async function countsByKind(project: OpenProject, q: string, kind: ResultKind[], at: number | null): Promise<string[]> {
  const rest = at === null ? q : q.slice(0, at) + q.slice(at).replace(/^\S+/, "");
  const { facets } = await project.invoke("searchProject", {
    query: { q: rest, kind: at === null ? [] : kind, limit: 1 },
  });
  return facets.kind.map(({ value, count }) => `${value} ${count}`);
}

/** @throws ToolRefusal for a query that names a revision which the index does not have */
async function requireRef(project: OpenProject, q: string): Promise<void> {
  const ref = refOfQuery(q);
  if (ref === null) return;
  const { values } = await project.invoke("filterValues", { query: { filter: "ref", limit: MAX_REFS } });
  if (values.some(({ value }) => value === ref)) return;
  throw toolRefusal(
    "not_found",
    `ref: This revision is not indexed for search: ${singleLine(ref)}. Without ref: the default branches are searched. ${TOOLS_OF_ANY_REVISION} that was read.${values.length > 0 ? " Indexed besides the default branches:" : " No other revision is indexed; an Owner can name some in Sources."}`,
    values.length > 0 ? [values.map(({ value }) => singleLine(value)).join(", ")] : [],
  );
}

const symbolData =
  (names: ReadonlyMap<string, string>) =>
  ({ title, path, line, symbol, source }: SearchResult): z.output<typeof SymbolData> => ({
    name: title,
    kind: symbol?.kind ?? null,
    container: symbol?.container ?? null,
    path,
    line,
    repository: source === null ? null : (names.get(source) ?? null),
  });

const kindsOf = (source: "repository" | "tracker" | "wiki"): readonly string[] =>
  ({
    repository: ["code", "symbol", "request", "document", "commit", "person"],
    tracker: ["issue", "request", "person"],
    wiki: ["document"],
  })[source];

/** A sentence for each source that has been read and is not in the index (yet): what is in it cannot be found. */
const unsearchable = (sources: SearchAnswer["sources"]): string[] =>
  sources
    .filter(({ ready, sync }) => !ready && sync.finished_at !== null)
    .map(({ name }) => staleNote(name, "it is read, and its index is not there yet."));

function requireReady({ total }: SearchAnswer, needed: SearchAnswer["sources"]): void {
  if (total > 0 || needed.length === 0 || needed.some(({ ready }) => ready)) return;
  throw toolRefusal(
    "stale_source",
    "Nothing can be searched yet. Ask again later.",
    firstNotes([...staleNotes(needed), ...unsearchable(needed)]),
  );
}

function present(project: OpenProject, result: SearchResult, names: ReadonlyMap<string, string>): string {
  const { kind, title, path, line, source, symbol } = result;
  const place = path === null ? "" : `${singleLine(path)}${line === null ? "" : `:${line}`}`;
  const where = source === null ? "" : `[${singleLine(names.get(source) ?? "")}]`;
  const what = symbol ? `${symbol.kind}${symbol.container ? ` in ${singleLine(symbol.container)}` : ""} ` : "";
  const state = (kind === "issue" || kind === "request") && result.state !== null ? `, ${result.state}` : "";
  const address = kind === "issue" ? `${issueHref(project, result.address ?? result.id)}` : "";
  const snippet = result.snippet
    .map(({ text }) => text)
    .join("")
    .trim();
  const name =
    path !== null && (title === path || path.endsWith(`/${title}`)) && kind !== "symbol" ? "" : singleLine(title);
  // The next question about a commit names it by its hash. The title, which may be anything, is last.
  const hash = result.hash === null ? "" : shortHash(result.hash);
  const head = [`- ${kind}${state}:`, hash, where, address, place, `${what}${name}`];
  return `${head.filter(Boolean).join(" ")}${snippet === "" || title.endsWith(snippet) ? "" : `\n${indent(snippet)}`}`;
}

const indent = (text: string): string =>
  text
    .split("\n")
    .slice(0, 6)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join("\n");
