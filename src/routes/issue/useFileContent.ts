import type { LocalizedFile } from "../../../contract/issues/localization.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";

/** A file of the last synced commit, which an answer quotes; undefined: none. Several parts of the page use it; it is requested once. */
export function useFileContent(slug: string, file: Pick<LocalizedFile, "repository" | "path"> | undefined) {
  const { code } = useServices();
  const query = { repository: file?.repository ?? "", path: file?.path ?? "", revision: null };
  return useQuery(file ? queryKeys.codeContent(slug, query) : null, (signal) => code.content(slug, query, signal), {
    keepPreviousData: false,
    staleMs: 60_000,
  });
}
