import type { SearchAllAnswer, SearchAnswer, SearchResult } from "../../../contract/search.ts";
import { MIN_PER_KIND } from "../../engines/search/blendResults.ts";
import type { ProjectSurvey } from "./manyProjects.ts";
import type { ReadableProject } from "./readableProjects.ts";

/** Documents with fewer of the words than the best project has in one document do not count, as within a project. */
export const minimumOf = (surveys: Iterable<ProjectSurvey>): number =>
  Math.max(0, ...[...surveys].map(({ minimumShouldMatch }) => minimumShouldMatch));

/** The counts of each project, and the results; the projects without a survey were not searched. */
export function presentSearchAll(
  projects: readonly ReadableProject[],
  surveys: ReadonlyMap<ReadableProject, ProjectSurvey>,
  results: SearchAllAnswer["results"],
): Omit<SearchAllAnswer, "took_ms"> {
  const minimum = minimumOf(surveys.values());
  const answer: Omit<SearchAllAnswer, "took_ms"> = {
    total: 0,
    total_capped: false,
    results,
    projects: [],
    mistakes: [],
  };
  for (const project of projects) {
    const { slug, name } = project;
    const one = surveys.get(project);
    const total = one === undefined ? 0 : one.minimumShouldMatch === minimum ? one.total : one.exact;
    answer.projects.push({
      slug,
      name,
      total,
      total_capped: one?.total_capped ?? false,
      searched: one !== undefined,
    });
    answer.total += total;
    answer.total_capped ||= one?.total_capped ?? true;
    for (const mistake of one?.mistakes ?? []) if (!isKnown(answer.mistakes, mistake)) answer.mistakes.push(mistake);
  }
  // A value that one project lacks another may have: then it was no mistake.
  if (results.length > 0) answer.mistakes = answer.mistakes.filter((one) => !isOfOneProject(one));
  return answer;
}

/** The best results, at least some of each kind as within a project, in one order; the more recent of equals first. */
export function bestOf<T extends Pick<SearchResult, "score" | "updated_at" | "kind">>(
  results: readonly T[],
  limit: number,
): T[] {
  const ordered = results.toSorted(
    (a, b) => b.score - a.score || (b.updated_at ?? "").localeCompare(a.updated_at ?? ""),
  );
  const certain = new Set(
    [...Map.groupBy(ordered, ({ kind }) => kind).values()].flatMap((of) => of.slice(0, MIN_PER_KIND)),
  );
  const others = ordered.filter((result) => !certain.has(result)).slice(0, Math.max(0, limit - certain.size));
  const chosen = new Set([...certain, ...others]);
  return ordered.filter((result) => chosen.has(result)).slice(0, limit);
}

const isOfOneProject = ({ code, found }: SearchAnswer["mistakes"][number]): boolean =>
  code === "unknownValue" && !/^(?:kind|type|state|status|is):/i.test(found);

const isKnown = (known: SearchAnswer["mistakes"], { code, at }: SearchAnswer["mistakes"][number]): boolean =>
  known.some((one) => one.code === code && one.at === at);
