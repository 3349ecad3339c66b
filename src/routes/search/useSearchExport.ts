import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { useCsvDownload } from "../downloads/useCsvDownload.ts";
import type { SearchScope } from "./searchScope.ts";
import { type SearchState, queryOf, queryOfAll } from "./searchUrl.ts";

/** Saves the best results of the search on the screen as a file. */
export function useSearchExport(scope: SearchScope, state: SearchState) {
  const { search } = useServices();
  const { t } = useTranslation("search");
  const load = () => {
    if (scope === null) {
      const { limit: _, ...all } = queryOfAll(state);
      return search.csvOfAll(all);
    }
    const { limit: _, ...query } = queryOf(state);
    return search.csv(scope.slug, query);
  };
  return useCsvDownload(scope === null ? "search" : `${scope.slug}-search`, load, {
    saved: (name) => t("export.done", { name }),
    failed: (reason) => t("export.failed", { reason }),
  });
}
