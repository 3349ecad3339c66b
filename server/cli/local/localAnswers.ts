import { z } from "zod";
import type { QueryNode } from "../../../contract/query/queryNodes.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import { peopleTable } from "../../engines/identities/peopleTable.ts";
import { expertQueryOf } from "../../engines/experts/questions.ts";
import { type RankedPerson, rankAllPeople } from "../../engines/experts/rankPeople.ts";
import { rankAll } from "../../engines/localize/localize.ts";
import { type RankedPlace, searchPlaces } from "../../engines/search/searchPlaces.ts";
import { search } from "../../engines/search/search.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";

/** A report of a body alone is one, too: trackers let people leave the title empty. */
const ReportLine = z.object({ title: z.string().nullish(), body: z.string().nullish() });
const LocalizeLine = ReportLine.refine(({ title, body }) => title || body, 'It needs a "title" or a "body".');
const ExpertsLine = ReportLine.extend({ paths: z.array(z.string()).nullish() }).refine(
  ({ title, body, paths }) => title || body || paths?.length,
  'It needs a "title", a "body" or "paths".',
);
const SearchLine = z.object({ query: z.string() });

/** Files and functions in an answer; who measures to a depth wants at least 50 files. */
const MAX_FILES = 100;
const MAX_FUNCTIONS = 100;
const MAX_RESULTS = 100;
const MAX_PEOPLE = 50;
/** People in the list of a role. */
const MAX_PEOPLE_PER_ROLE = 10;

/** What each command answers to one parsed line of its input. ZodError for a line that is not of its shape. */
export const LOCAL_ANSWERS = {
  localize: (index: OpenedIndex, line: unknown) => {
    const { title, body } = LocalizeLine.parse(line);
    const { files, functions } = rankAll(index, { title: title ?? "", body: body ?? "", beforeMs: null }, MAX_FILES);
    return {
      files: files.map(({ path, score }) => ({ path, score: rounded(score) })),
      functions: functions.slice(0, MAX_FUNCTIONS).map(({ path, name, container, start, end, score }) => ({
        path,
        name,
        class: container || null,
        start,
        end,
        score: rounded(score),
      })),
    };
  },
  experts: (index: OpenedIndex, line: unknown) => {
    const { title, body, paths } = ExpertsLine.parse(line);
    const table = peopleTable(index);
    const expertQuery = expertQueryOf(index, {
      title: title ?? "",
      body: body ?? "",
      paths: paths ?? [],
      beforeSeconds: null,
    });
    const { people, fixer, reviewer } = rankAllPeople(index, expertQuery, table);
    const shown = (ranked: readonly RankedPerson[]) =>
      ranked.flatMap(({ person, score, roles }) => {
        const { name, email } = table.people[person] ?? {};
        return name === undefined ? [] : [{ name, email, score: rounded(score), roles }];
      });
    const ofRole = (ranked: readonly RankedPerson[]) =>
      shown(ranked.slice(0, MAX_PEOPLE_PER_ROLE)).map(({ name, email, score }) => ({ name, email, score }));
    return { people: shown(people.slice(0, MAX_PEOPLE)), fixers: ofRole(fixer), reviewers: ofRole(reviewer) };
  },
  search: (index: OpenedIndex, line: unknown) => {
    const { query } = SearchLine.parse(line);
    const places = isOfTheLanguage(query) ? rankedPlaces(index, query) : searchPlaces(index, query, MAX_RESULTS);
    return { results: places.map(({ path, line: at, score }) => ({ path, line: at, score: rounded(score) })) };
  },
} as const satisfies Record<string, (index: OpenedIndex, line: unknown) => unknown>;

/** Filters, or nothing but phrases and patterns: meant as the language of the search. Quotation marks in a sentence are not. */
function isOfTheLanguage(query: string): boolean {
  const { root, mistakes } = parseQuery(query);
  if (mistakes.length > 0) return false;
  const top = root.kind === "and" ? root.children : [root];
  const isFilter = (node: QueryNode): boolean =>
    node.kind === "filter" || (node.kind === "not" && isFilter(node.child));
  return top.length > 0 && (top.some(isFilter) || top.every(({ kind }) => kind !== "word"));
}

/** What the search finds in files, each place once. An error where nothing is found because of a mistake in the query. */
function rankedPlaces(index: OpenedIndex, q: string): RankedPlace[] {
  const { results, mistakes } = search(index, { q, limit: MAX_RESULTS });
  const [mistake] = mistakes;
  if (results.length === 0 && mistake) throw new Error(`${mistake.found}: ${mistake.detail}`);
  const places = results.flatMap(({ path, line, score }) => (path === null ? [] : [{ path, line, score }]));
  return places.filter(
    ({ path, line }, at) => places.findIndex((place) => place.path === path && place.line === line) === at,
  );
}

const rounded = (score: number): number => Math.round(score * 1e6) / 1e6;
