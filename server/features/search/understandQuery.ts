import type { SearchAnswer } from "../../../contract/search/search.ts";
import { type WordsInCompany, allKnown, wordsInCompany } from "../../engines/search/company/companyReadings.ts";
import { type CompanyStatistics, sumStatistics, wordsOfQuery } from "../../engines/search/company/companyStatistics.ts";
import { correct } from "../../engines/search/query/readings.ts";
import type { CompanyQuery, ManyTasks, WordsOfProject, WordsOfTask } from "./manyTasks.ts";
import type { OverProjects } from "./overProjects.ts";
import type { ReadableProject } from "./readableProjects.ts";

export interface UnderstoodInCompany {
  /** The query with its words corrected. */
  readonly q: string;
  readonly words: WordsInCompany;
  readonly reinterpreted: SearchAnswer["reinterpreted"];
  readonly statistics: CompanyStatistics;
  /** Counts of the words in each project that answered in time. */
  readonly counts: ReadonlyMap<ReadableProject, WordsOfProject>;
}

/** What was counted of one form of the query. */
interface CountedInCompany {
  readonly counts: Map<ReadableProject, WordsOfProject>;
  readonly tasks: WordsOfTask[];
}

/** Counts the words of a query; where no project has a word, those of the query with the word corrected. */
export async function understandQuery(
  projects: readonly ReadableProject[],
  query: CompanyQuery,
  run: OverProjects,
  { first, mayOpenAll }: { readonly first: string | undefined; readonly mayOpenAll: boolean },
): Promise<UnderstoodInCompany> {
  const asWritten: CountedInCompany = { counts: new Map(), tasks: [] };
  const { counts } = asWritten;
  const count = (
    q: string,
    list: readonly ReadableProject[],
    mayOpen: readonly string[] | null,
    into = asWritten,
  ): Promise<void> =>
    run(
      "countWords",
      list,
      { query: { ...query, q }, mayOpen },
      (project, answer) => into.counts.set(project, answer),
      (task) => into.tasks.push(task),
    );
  // Those that are open cost little: with them first a slow one leaves out as few as possible.
  const firstIds = projects.flatMap(({ id, slug }) => (slug === first ? [id] : []));
  await count(query.q, projects, firstIds);
  const cold = projects.filter((project) => !counts.has(project));
  if (mayOpenAll) await count(query.q, cold, null);
  const counted = projects.filter((project) => counts.has(project));
  const written = await wordsOf(query, asWritten, run);
  const { q: corrected, corrections } = written.words.isNamed
    ? { q: query.q, corrections: [] }
    : correct(query.q, written.words.missing);
  if (corrected === query.q) return { q: query.q, ...written, reinterpreted: [...written.words.expansions], counts };
  const correctedCounts: CountedInCompany = { counts: new Map(), tasks: [] };
  await count(corrected, counted, null, correctedCounts);
  const { words, statistics } = await wordsOf({ ...query, q: corrected }, correctedCounts, run);
  return {
    q: corrected,
    words: { ...words, mistakes: written.words.mistakes },
    statistics,
    reinterpreted: [...corrections, ...words.expansions],
    counts: correctedCounts.counts,
  };
}

/** What the projects know of the words of a query. Only for a word that no project has the vocabularies are read. */
async function wordsOf(
  query: CompanyQuery,
  { counts, tasks }: CountedInCompany,
  run: OverProjects,
): Promise<Pick<UnderstoodInCompany, "words" | "statistics">> {
  const knownTerms = new Set(tasks.flatMap((task) => [...task.known]));
  if (wordsOfQuery(query.q).every(({ fullTerm }) => knownTerms.has(fullTerm)))
    return {
      words: allKnown(knownTerms, tasks[0]?.mistakes ?? []),
      statistics: sumStatistics(tasks.map(({ statistics }) => statistics)),
    };
  const terms: ManyTasks["countTerms"]["one"][] = [];
  await run("countTerms", [...counts.keys()], { query, known: knownTerms, mayOpen: null }, (_, answer) =>
    terms.push(answer),
  );
  return {
    words: wordsInCompany(terms.map(({ words }) => words)),
    statistics: sumStatistics(terms.map(({ statistics }) => statistics)),
  };
}
