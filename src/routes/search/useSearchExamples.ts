import { printFilter } from "../../../contract/query/printFilter.ts";
import type { ResultKind } from "../../../contract/search/search.ts";
import type { FilterName } from "../../../contract/query/searchFilters.ts";
import type { SearchExample } from "../../components/search/SearchExamples.tsx";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQueries } from "../../queries/useQueries.ts";
import { useServices } from "../appContext.tsx";

/** An example searches one kind with the most frequent value of a filter. */
const MADE_OF = [
  { code: "label", kind: "issue", filter: "label" },
  { code: "author", kind: "commit", filter: "author" },
  { code: "language", kind: "symbol", filter: "lang" },
  { code: "folder", kind: "code", filter: "path" },
] as const satisfies readonly { code: SearchExample["code"]; kind: ResultKind; filter: FilterName }[];

/** Queries over the most frequent values of a project, or of all projects for null. */
export function useSearchExamples(slug: string | null): readonly SearchExample[] {
  const { search } = useServices();
  const { states } = useQueries(
    MADE_OF.map(({ filter }) => {
      const query = { filter, text: "", limit: 1 };
      return {
        queryKey: queryKeys.filterValues(slug, query),
        queryFn: (signal: AbortSignal) =>
          slug === null
            ? search.filterValuesOfAll(query, signal)
            : search.filterValues({ project: slug, ...query }, signal),
      };
    }),
  );
  return MADE_OF.flatMap(({ code, kind, filter }, at) => {
    const value = states[at]?.data?.values[0]?.value;
    return value === undefined ? [] : [{ code, value, q: `kind:${kind} ${printFilter(filter, value)}` }];
  });
}
