import type { LocalizedFile } from "../../../contract/issues/localization.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";

/** A file of the last synced commit, which an answer quotes. Several parts of the page use it; it is requested once. */
export function useFileContent(slug: string, { repository, path }: Pick<LocalizedFile, "repository" | "path">) {
  const { code } = useServices();
  const query = { repository, path, revision: null };
  return useQuery(queryKeys.codeContent(slug, query), (signal) => code.content(slug, query, signal), {
    keepPreviousData: false,
    staleMs: 60_000,
  });
}
