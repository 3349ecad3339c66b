import { MAX_COUNTED_FILES } from "../../../contract/constants.ts";
import type { MatchCounts } from "../../../contract/search/search.ts";
import { type FoundResult, resultKey } from "../../components/search/resultGroups.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQueries } from "../../queries/useQueries.ts";
import { useServices } from "../appContext.tsx";
import { type SearchScope, slugOf } from "./searchScope.ts";

/** Projects that are asked: in a search over all, the best results are of few. */
const MAX_PROJECTS = 5;

/**
 * How many lines of the files among the results match, by the keys of the results. It is asked after the results are shown, of the first
 * files alone: the server reads their texts.
 * @param results none where the query has no text
 */
export function useMatchCounts(
  scope: SearchScope,
  q: string,
  results: readonly FoundResult[],
): ReadonlyMap<string, number> {
  const { search } = useServices();
  const inFiles = results
    .filter(({ kind, line, source, path }) => kind === "code" && line !== null && source !== null && path !== null)
    .slice(0, MAX_COUNTED_FILES);
  const projects = [...Map.groupBy(inFiles, (result) => slugOf(scope, result))].slice(0, MAX_PROJECTS);
  const { states } = useQueries<MatchCounts>(
    projects.map(([slug, files]) => {
      const query = { q, source: files.map(({ source }) => source ?? ""), path: files.map(({ path }) => path ?? "") };
      return {
        queryKey: queryKeys.matchCounts(slug, query),
        queryFn: (signal) => search.matchCounts({ project: slug, ...query }, signal),
        isLive: true,
      };
    }),
  );
  return new Map(
    projects.flatMap(([, files], at) =>
      (states[at]?.data?.counts ?? []).flatMap((count, place) => {
        const file = files[place];
        return file && count !== null ? [[resultKey(file), count] as const] : [];
      }),
    ),
  );
}
