import type { SearchAllAnswer } from "../../../contract/search/search.ts";

/** Projects per request for those that were not searched. */
export const MAX_PROJECTS_PER_REQUEST = 50;

type Facets = SearchAllAnswer["facets"];

const sumOf = (first: Facets["kind"], others: Facets["kind"]): Facets["kind"] => {
  const counts = new Map(first.map(({ value, count }) => [value, count]));
  for (const { value, count } of others) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
};

/** What is in both lists, as it is in the first. */
const inBoth = <T>(first: readonly T[], others: readonly T[], keyOf: (one: T) => string): T[] => {
  const keys = new Set(others.map(keyOf));
  return first.filter((one) => keys.has(keyOf(one)));
};

/** What is in one of the lists. */
const inEither = <T>(first: readonly T[], others: readonly T[], keyOf: (one: T) => string): T[] => [
  ...new Map([...others, ...first].map((one) => [keyOf(one), one])).values(),
];

/** Merges an answer with that of the projects that it did not cover: one list by descending score. */
export function mergeResults(first: SearchAllAnswer, others: SearchAllAnswer): SearchAllAnswer {
  const searched = new Map(others.projects.map((project) => [project.slug, project]));
  const projects = first.projects.map((project) => searched.get(project.slug) ?? project);
  const facets = Object.fromEntries(
    (Object.keys(first.facets) as (keyof Facets)[]).map((name) => [
      name,
      sumOf(first.facets[name], others.facets[name]),
    ]),
  ) as Facets;
  return {
    ...first,
    projects,
    facets,
    total: first.total + others.total,
    total_capped: projects.some((project) => project.total_capped || !project.searched),
    results: [...first.results, ...others.results].sort((a, b) => b.score - a.score),
    filtered_out: first.filtered_out + others.filtered_out,
    filtered_by: inEither(
      first.filtered_by,
      others.filtered_by,
      ({ filter, value, at }) => `${filter} ${value} ${at}`,
    ).map((one) => ({
      ...one,
      results: [...first.filtered_by, ...others.filtered_by].reduce(
        (sum, { filter, value, at, results }) =>
          filter === one.filter && value === one.value && at === one.at ? sum + results : sum,
        0,
      ),
    })),
    missing: inBoth(first.missing, others.missing, ({ word }) => word),
    mistakes: inBoth(first.mistakes, others.mistakes, ({ code, at }) => `${code} ${at}`),
    reinterpreted: inEither(first.reinterpreted, others.reinterpreted, ({ word }) => word),
    readings: inEither(first.readings, others.readings, ({ q }) => q).map((reading) => {
      const same = [...first.readings, ...others.readings].filter(({ q }) => q === reading.q);
      return {
        ...reading,
        total: same.reduce((sum, { total }) => sum + total, 0),
        total_capped: same.some(({ total_capped }) => total_capped),
      };
    }),
    partial:
      first.partial && others.partial
        ? { searched: first.partial.searched + others.partial.searched, of: first.partial.of + others.partial.of }
        : (first.partial ?? others.partial),
    sources: inEither(first.sources, others.sources, ({ id }) => id),
  };
}
