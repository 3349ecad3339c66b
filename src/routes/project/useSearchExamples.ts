import type { FilterName } from "../../../contract/searchFilters.ts";
import type { SearchExample } from "../../components/search/SearchExamples.tsx";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQueries } from "../../queries/useQueries.ts";
import { useServices } from "../appContext.tsx";

/** What an example is made of: the filter whose most frequent value it has. */
const MADE_OF = [
  { code: "label", filter: "label", query: (value: string) => `kind:issue label:${value}` },
  { code: "author", filter: "author", query: (value: string) => `kind:commit author:${value}` },
  { code: "language", filter: "lang", query: (value: string) => `kind:symbol lang:${value}` },
  { code: "folder", filter: "path", query: (value: string) => `kind:code path:${value}` },
] as const satisfies readonly { code: SearchExample["code"]; filter: FilterName; query: (value: string) => string }[];

const quoted = (value: string): string => (/[\s()]/.test(value) ? `"${value}"` : value);

/** Queries over the most frequent values of the project. */
export function useSearchExamples(slug: string): readonly SearchExample[] {
  const { search } = useServices();
  const { states } = useQueries(
    MADE_OF.map(({ filter }) => {
      const query = { filter, text: "", limit: 1 };
      return {
        queryKey: queryKeys.filterValues(slug, query),
        queryFn: (signal: AbortSignal) => search.filterValues({ project: slug, ...query }, signal),
      };
    }),
  );
  return MADE_OF.flatMap(({ code, query }, at) => {
    const value = states[at]?.data?.values[0]?.value;
    return value === undefined ? [] : [{ code, value, q: query(quoted(value)) }];
  });
}
