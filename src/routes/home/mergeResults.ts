import type { SearchAllAnswer } from "../../../contract/search.ts";

/** Projects per request for those that were not searched. */
export const MAX_PROJECTS_PER_REQUEST = 50;

/** Merges an answer with that of the projects that it did not cover: one list by descending score. */
export function mergeResults(first: SearchAllAnswer, others: SearchAllAnswer): SearchAllAnswer {
  const searched = new Map(others.projects.map((project) => [project.slug, project]));
  const projects = first.projects.map((project) => searched.get(project.slug) ?? project);
  return {
    ...first,
    projects,
    total: first.total + others.total,
    total_capped: projects.some((project) => project.total_capped || !project.searched),
    results: [...first.results, ...others.results].sort((a, b) => b.score - a.score),
    mistakes: first.mistakes.filter(({ code, at }) =>
      others.mistakes.some((one) => one.code === code && one.at === at),
    ),
  };
}
