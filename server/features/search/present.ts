import { isWikiPage } from "../../../contract/documents/isWikiPage.ts";
import type { SearchAllAnswer, SearchAnswer, SearchResult } from "../../../contract/search/search.ts";
import { MIN_PER_KIND } from "../../engines/search/scoring/blendResults.ts";
import { sumFacets } from "../../engines/search/filters/facets.ts";
import type { FacetsOfTask, ProjectCount, ProjectSurvey } from "./manyTasks.ts";
import type { ReadableProject } from "./readableProjects.ts";

/** Documents with fewer of the words than the best project has in one document do not count, as within a project. */
export const minimumOf = (surveys: Iterable<Pick<ProjectCount, "minimumShouldMatch">>): number =>
  Math.max(0, ...[...surveys].map(({ minimumShouldMatch }) => minimumShouldMatch));

/** The results of a project that count: all, or only those that the query names where another project has more of its words. */
const totalOf = ({ total, exact, minimumShouldMatch }: ProjectCount, minimum: number): number =>
  minimumShouldMatch === minimum ? total : exact;

/** The number of results of one query in several projects. */
export function sumCounts(counts: readonly ProjectCount[]): Pick<ProjectCount, "total" | "total_capped"> {
  const minimum = minimumOf(counts);
  return {
    total: counts.reduce((sum, count) => sum + totalOf(count, minimum), 0),
    total_capped: counts.some(({ total_capped }) => total_capped),
  };
}

type Counted = Omit<
  SearchAllAnswer,
  "took_ms" | "unsearchable" | "missing" | "reinterpreted" | "readings" | "filtered_by" | "sources"
>;

/** What a search over many projects has counted. */
export interface CompanyFindings {
  readonly projects: readonly ReadableProject[];
  /** Projects without a survey were not searched. */
  readonly surveys: ReadonlyMap<ReadableProject, ProjectSurvey>;
  /** Facets of the chosen projects. */
  readonly facets: readonly FacetsOfTask[];
  /** Whether results of a project are wanted: only those are added up. */
  readonly isChosen: (project: ReadableProject) => boolean;
}

/** The counts of each project, and the results. @param mistakes of the query itself */
export function presentSearchAll(
  { projects, surveys, facets, isChosen }: CompanyFindings,
  results: SearchAllAnswer["results"],
  mistakes: readonly SearchAnswer["mistakes"][number][],
): Counted {
  const minimum = minimumOf(surveys.values());
  const chosen = [...surveys].flatMap(([project, survey]) => (isChosen(project) ? [survey] : []));
  const full = chosen.filter(({ minimumShouldMatch }) => minimumShouldMatch === minimum);
  const partial = chosen.flatMap((survey) => survey.partial ?? []);
  const answer: Counted = {
    total: 0,
    total_capped: false,
    facets: sumFacets(facets.flatMap((count) => (count.minimumShouldMatch === minimum ? [count.counts] : []))),
    results,
    projects: [],
    mistakes: [...mistakes],
    filtered_out: full.reduce((sum, { filtered_out }) => sum + filtered_out, 0),
    partial:
      partial.length === 0
        ? null
        : {
            searched: partial.reduce((sum, { searched }) => sum + searched, 0),
            of: partial.reduce((sum, { of }) => sum + of, 0),
          },
  };
  for (const project of projects) {
    const { slug, name } = project;
    const survey = surveys.get(project);
    const total = survey === undefined ? 0 : totalOf(survey, minimum);
    const isCapped = survey?.total_capped ?? false;
    answer.projects.push({ slug, name, total, total_capped: isCapped, searched: survey !== undefined });
    if (!isChosen(project)) continue;
    answer.total += total;
    answer.total_capped ||= survey?.total_capped ?? true;
    for (const mistake of survey?.mistakes ?? []) if (!isKnown(answer.mistakes, mistake)) answer.mistakes.push(mistake);
  }
  // A value that one project lacks another may have: then it was no mistake.
  if (results.length > 0) answer.mistakes = answer.mistakes.filter((mistake) => !isOfOneProject(mistake));
  return answer;
}

type Ranked = Pick<SearchResult, "score" | "updated_at">;

/** The higher score first, and the more recent of equals. */
export const byScore = (a: Ranked, b: Ranked): number =>
  b.score - a.score || (b.updated_at ?? "").localeCompare(a.updated_at ?? "");

/**
 * What the query names exactly and the best of the others, at least some of each collection as within a project, in one order. As in one
 * index, they are chosen without the gain of words that are close together, which then puts them in order.
 */
export function bestOf<T extends SearchResult>(results: readonly T[], limit: number): T[] {
  const named = results.filter(({ exact }) => exact !== null);
  const scored = results
    .filter(({ exact }) => exact === null)
    .map((result) => ({ result, score: pointsAlone(result), updated_at: result.updated_at }))
    .sort(byScore)
    .map(({ result }) => result);
  const certain = new Set([...Map.groupBy(scored, collectionOf).values()].flatMap((of) => of.slice(0, MIN_PER_KIND)));
  const room = Math.max(0, limit - named.length - certain.size);
  const uncertain = scored.filter((result) => !certain.has(result)).slice(0, room);
  return [...named, ...certain, ...uncertain].sort(byScore).slice(0, limit);
}

/** Files and pages of wikis are both documents. */
const collectionOf = (result: SearchResult): string => (isWikiPage(result) ? "page" : result.kind);

const pointsAlone = ({ score, parts }: SearchResult): number =>
  score - (parts.find(({ code }) => code === "proximity")?.points ?? 0);

const isOfOneProject = ({ code, found: text }: SearchAnswer["mistakes"][number]): boolean =>
  code === "unknownValue" && !/^(?:kind|type|state|status|is):/i.test(text);

const isKnown = (mistakes: SearchAnswer["mistakes"], { code, at }: SearchAnswer["mistakes"][number]): boolean =>
  mistakes.some((mistake) => mistake.code === code && mistake.at === at);
