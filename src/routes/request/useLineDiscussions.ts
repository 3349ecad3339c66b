import { useMemo } from "react";
import type { CodeDiscussion } from "../../../contract/requests/requests.ts";
import { requestKeys } from "../../queries/requestKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { LoadState } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";

export interface LineDiscussionsOf {
  /** Past discussions at a file, the newest first. */
  readonly ofFile: (path: string) => readonly CodeDiscussion[];
  /** Those at one line of a file, as the file is at the revision. */
  readonly ofLine: (path: string, line: number) => readonly CodeDiscussion[];
  readonly query: LoadState<unknown>;
}

/** Files that one call asks about. */
const MAX_FILES = 60;
const NONE: readonly CodeDiscussion[] = [];

/**
 * Past discussions at files of a repository. A failure shows none: the page is about the code.
 * @param paths none: nothing is asked @param revision null: the newest that is indexed
 */
export function useLineDiscussions(
  slug: string,
  source: string | null,
  paths: readonly string[],
  revision: string | null,
): LineDiscussionsOf {
  const { requests } = useServices();
  const listed = paths.slice(0, MAX_FILES);
  const query = { project: slug, source: source ?? "", path: listed, ...(revision !== null && { revision }) };
  const answer = useQuery(
    source === null || listed.length === 0 ? null : requestKeys.discussions(slug, query),
    (signal) => requests.discussions(query, signal),
  );
  const { data } = answer;
  const found = useMemo(() => {
    const byPath = Map.groupBy(data?.results ?? NONE, ({ path }) => path);
    const ofFile = (path: string): readonly CodeDiscussion[] => byPath.get(path) ?? NONE;
    const ofLine = (path: string, line: number) => ofFile(path).filter((one) => one.line === line);
    return { ofFile, ofLine };
  }, [data]);
  return { ...found, query: answer };
}
