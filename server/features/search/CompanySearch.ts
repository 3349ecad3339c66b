import type { SearchAllAnswer, SearchAnswer, SearchResult } from "../../../contract/search/search.ts";
import type { Db } from "../../db/openDb.ts";
import { listSourceNamesByIds } from "../../db/tables/sources/sources.ts";
import { wordsInCompany } from "../../engines/search/company/companyReadings.ts";
import { wordsOfQuery } from "../../engines/search/company/companyStatistics.ts";
import { neededScores } from "../../engines/search/scoring/blendResults.ts";
import { otherReadings } from "../../engines/search/query/readings.ts";
import { CompanyScores, type SharedThresholds } from "./CompanyScores.ts";
import type { CompanyQuery, FacetsOfTask, ManyTasks, ProjectSurvey } from "./manyTasks.ts";
import type { OverProjects } from "./overProjects.ts";
import { orderByWords } from "./orderByWords.ts";
import { bestOf, byScore, minimumOf, presentSearchAll } from "./present.ts";
import type { ReadableProject } from "./readableProjects.ts";
import { withCommitPages } from "./withCommitPages.ts";
import { NO_COUNT, changedFilters, countAll } from "./otherQueries.ts";
import type { UnderstoodInCompany } from "./understandQuery.ts";

export interface CompanySearchOptions {
  readonly projects: readonly ReadableProject[];
  readonly query: CompanyQuery;
  /** Results of one collection that are shown. */
  readonly limit: number;
  /** Slugs of the projects whose results are shown; empty: all. */
  readonly inProject: readonly string[];
  readonly run: OverProjects;
}

/** One search over many projects, with what it has found so far. */
export class CompanySearch {
  readonly #options: CompanySearchOptions;
  readonly #best: CompanyScores;
  readonly #surveys = new Map<ReadableProject, ProjectSurvey>();
  /** Facets of the chosen projects. */
  readonly #facets: FacetsOfTask[] = [];
  readonly #results = new Map<ReadableProject, readonly SearchResult[]>();
  #understood: Pick<UnderstoodInCompany, "words" | "reinterpreted"> = { words: wordsInCompany([]), reinterpreted: [] };
  #others: Pick<SearchAnswer, "filtered_by" | "readings"> = { readings: [], filtered_by: [] };

  constructor(options: CompanySearchOptions) {
    this.#options = options;
    this.#best = new CompanyScores(options.limit);
  }

  get hasSurveys(): boolean {
    return this.#surveys.size > 0;
  }

  /** Lets each project score its documents, and those with the best scores show them. */
  async score(understood: UnderstoodInCompany): Promise<void> {
    const { limit, run } = this.#options;
    this.#understood = understood;
    const { q, counts } = understood;
    const { whole: full, partial } = orderByWords(q, counts);
    await this.#survey(understood, full, new Set());
    // A document with all words is known: those of projects without one of them do not count.
    const isFull = this.#best.minimum >= wordsOfQuery(q).length;
    await this.#survey(understood, partial, new Set(isFull ? partial.map(({ id }) => id) : []));
    const { tops, thresholds, winners, minimum } = selectProjects(this.#inOrder(this.#surveys), limit, this.#isChosen);
    await run(
      "showProjects",
      winners,
      { ...this.#task(understood, new Set(), true), thresholds, tops },
      (project, shown) => {
        const isWhole = this.#surveys.get(project)?.minimumShouldMatch === minimum;
        this.#results.set(project, isWhole ? shown : shown.filter(({ exact }) => exact !== null));
      },
    );
  }

  /** Counts what other readings of the query would find, and for an empty result the query without each of its filters. */
  async countOtherReadings({ q, words, reinterpreted, counts }: UnderstoodInCompany): Promise<void> {
    const { projects, query, inProject, run } = this.#options;
    const counted = projects.filter((project) => counts.has(project));
    const chosen = counted.filter(this.#isChosen);
    const isEmpty = [...this.#results.values()].every((result) => result.length === 0);
    const readings = otherReadings(query.q, { plan: words, reinterpreted });
    const filters = isEmpty ? changedFilters({ ...query, q }, inProject) : [];
    const totals = await countAll(
      (list, queries, receive) =>
        run("countQueries", list, { queries, known: words.knownWords, mayOpen: null }, receive),
      [
        ...readings.map((other) => ({ query: { ...query, q: other.q }, projects: chosen })),
        ...filters.map((filter) => ({ query: filter.query, projects: filter.isProject ? counted : chosen })),
      ],
    );
    this.#others = {
      readings: readings
        .map((other, at) => ({ ...other, ...(totals[at] ?? NO_COUNT) }))
        .filter(({ code, total }) => code !== "inside" || total > 0),
      filtered_by: filters.flatMap(({ filter, value, at }, place) => {
        const { total } = totals[readings.length + place] ?? NO_COUNT;
        return total > 0 ? [{ filter, value, at, results: total }] : [];
      }),
    };
  }

  async present(db: Db): Promise<Omit<SearchAllAnswer, "took_ms" | "unsearchable">> {
    const { projects, limit } = this.#options;
    const { words, reinterpreted } = this.#understood;
    const all = [...this.#inOrder(this.#results)].flatMap(([{ slug, name }, of]) =>
      of.map((result) => ({ ...result, project: { slug, name } })),
    );
    const shown = await withCommitPages(db, bestOf(all, limit));
    const results = {
      projects,
      surveys: this.#inOrder(this.#surveys),
      facets: this.#facets,
      isChosen: this.#isChosen,
    };
    const answer = presentSearchAll(results, shown, words.mistakes);
    const ids = new Set([
      ...answer.facets.repository.map(({ value }) => value),
      ...shown.flatMap(({ source }) => source ?? []),
    ]);
    return {
      ...answer,
      missing: words.missing.map(({ word, suggestion }) => ({ word, suggestion })),
      reinterpreted: [...reinterpreted],
      readings: [...this.#others.readings],
      filtered_by: [...this.#others.filtered_by],
      sources: ids.size === 0 ? [] : await listSourceNamesByIds(db, [...ids]),
    };
  }

  /** Projects that are not chosen are counted for the facet, and not scored. */
  async #survey(
    understood: UnderstoodInCompany,
    projects: readonly ReadableProject[],
    onlyExact: ReadonlySet<string>,
  ): Promise<void> {
    for (const isScored of [true, false]) {
      const list = projects.filter((project) => this.#isChosen(project) === isScored);
      const task = () => this.#task(understood, onlyExact, isScored);
      await this.#options.run(
        "surveyProjects",
        list,
        task,
        (project, answer) => {
          this.#surveys.set(project, answer);
          this.#best.add(answer);
        },
        (facets) => {
          if (isScored) this.#facets.push(facets);
        },
      );
    }
  }

  #task(
    { q, words, statistics }: UnderstoodInCompany,
    onlyExact: ReadonlySet<string>,
    isScored: boolean,
  ): ManyTasks["surveyProjects"]["given"] {
    const { query, limit } = this.#options;
    return {
      query: { ...query, q },
      limit,
      known: words.knownWords,
      mayOpen: null,
      statistics,
      thresholds: isScored ? this.#best.thresholds : null,
      onlyExact,
    };
  }

  readonly #isChosen = ({ slug }: ReadableProject): boolean => {
    const { inProject } = this.#options;
    return inProject.length === 0 || inProject.includes(slug);
  };

  /** Tasks end in any order; equal scores must not depend on it. */
  #inOrder<T>(byProject: ReadonlyMap<ReadableProject, T>): Map<ReadableProject, T> {
    return new Map(
      this.#options.projects.flatMap((project) => {
        const survey = byProject.get(project);
        return survey === undefined ? [] : [[project, survey] as const];
      }),
    );
  }
}

/**
 * The best score of each collection, the scores that results must have to be among the best, and the projects that have one, or one of the best
 * results that the query names exactly: a frequent word is a name in hundreds of projects.
 */
function selectProjects(
  surveys: ReadonlyMap<ReadableProject, ProjectSurvey>,
  limit: number,
  isChosen: (project: ReadableProject) => boolean,
): {
  readonly tops: ReadonlyMap<string, number>;
  readonly thresholds: SharedThresholds;
  readonly winners: readonly ReadableProject[];
  readonly minimum: number;
} {
  const minimum = minimumOf(surveys.values());
  const chosen = [...surveys].filter(([project]) => isChosen(project));
  const full = chosen.filter(([, survey]) => survey.minimumShouldMatch === minimum);
  const best = new CompanyScores(limit);
  const priors = new Map<string, number>();
  const tops = new Map<string, number>();
  for (const [, survey] of full) {
    best.add(survey);
    for (const [name, prior] of survey.priors) priors.set(name, prior);
    for (const [name, top] of survey.tops) tops.set(name, Math.max(tops.get(name) ?? 0, top));
  }
  const named = chosen.flatMap(([project, survey]) => survey.named.map((hit) => ({ ...hit, project })));
  const shown = new Set(
    named
      .sort(byScore)
      .slice(0, limit)
      .map(({ project }) => project),
  );
  const needed = neededScores(best.scoresAt(minimum), tops, priors, limit);
  // Those that are not among the best of their collection are not known.
  for (const [name, threshold] of best.thresholdsAt(minimum) ?? [])
    needed.set(name, Math.max(needed.get(name) ?? 0, threshold));
  const isNeeded = ({ scores }: ProjectSurvey): boolean =>
    [...scores].some(([name, list]) => list.length > 0 && (list[0] ?? 0) >= (needed.get(name) ?? 0));
  const winners = chosen.filter(
    ([project, survey]) => shown.has(project) || (survey.minimumShouldMatch === minimum && isNeeded(survey)),
  );
  return {
    tops,
    thresholds: new Map([[minimum, needed]]),
    winners: winners.map(([project]) => project),
    minimum,
  };
}
