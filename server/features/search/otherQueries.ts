/** Counts of other queries than the one that was searched. */
import { SEARCH_FACETS } from "../../../contract/constants.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import { withoutLeaf } from "../../../contract/query/printQuery.ts";
import { leavesOf } from "../../../contract/query/queryNodes.ts";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import type { CompanyQuery, ProjectCount } from "./manyTasks.ts";
import { sumCounts } from "./present.ts";
import type { ReadableProject } from "./readableProjects.ts";

/** Filters of an empty result whose effect is counted: each is a search. */
const MAX_FILTERS = 6;

export const NO_COUNT: Pick<ProjectCount, "total" | "total_capped"> = { total: 0, total_capped: false };

/** Counts the results of several queries in one step for each list of projects. */
export async function countAll(
  count: (
    list: readonly ReadableProject[],
    queries: readonly CompanyQuery[],
    receive: (project: ReadableProject, answer: readonly ProjectCount[]) => void,
  ) => Promise<void>,
  queries: readonly { readonly query: CompanyQuery; readonly projects: readonly ReadableProject[] }[],
): Promise<Pick<ProjectCount, "total" | "total_capped">[]> {
  const counts = new Map<CompanyQuery, ProjectCount[]>(queries.map(({ query }) => [query, []]));
  for (const [list, of] of Map.groupBy(queries, ({ projects }) => projects)) {
    const queries = of.map(({ query }) => query);
    await count(list, queries, (_, answers) => {
      for (const [at, query] of queries.entries()) {
        const answer = answers[at];
        if (answer) counts.get(query)?.push(answer);
      }
    });
  }
  return queries.map(({ query }) => sumCounts(counts.get(query) ?? []));
}

/** The query without each of its filters and chosen facets. */
export function changedFilters(
  query: CompanyQuery,
  inProject: readonly string[],
): (Omit<SearchAnswer["filtered_by"][number], "results"> & { query: CompanyQuery; isProject: boolean })[] {
  const inQuery = leavesOf(parseQuery(query.q).root).flatMap(({ leaf }) =>
    leaf.kind === "filter"
      ? [{ filter: leaf.name, value: leaf.value, at: leaf.at, query: { ...query, q: withoutLeaf(query.q, leaf.at) } }]
      : [],
  );
  const facets = (["path", ...SEARCH_FACETS] as const).flatMap((name) => {
    const chosen = query[name] ?? [];
    return chosen.length === 0
      ? []
      : [{ filter: name, value: chosen.join(", "), at: null, query: { ...query, [name]: [] } }];
  });
  const changed = [...inQuery, ...facets]
    .slice(0, MAX_FILTERS)
    .map((candidate) => ({ ...candidate, isProject: false }));
  return inProject.length === 0
    ? changed
    : [{ filter: "project", value: inProject.join(", "), at: null, query: { ...query }, isProject: true }, ...changed];
}
