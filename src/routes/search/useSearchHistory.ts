import type { SavedSearch } from "../../../contract/search/savedSearches.ts";
import type { PastSearch } from "../../components/search/SearchField.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";

/** Recent searches that the field lists. */
const MOST_RECENT = 6;

/** In place of a project's slug, for the search over all projects. */
export const ALL_PROJECTS = "";

/** What the search field of a project, or of all, offers while it is empty. Its caller is an observer. */
export function useSearchHistory(
  slug: string,
  saved: readonly SavedSearch[] = [],
): { readonly history: readonly PastSearch[]; readonly note: (q: string) => void } {
  const { searchesOf, noteSearch } = useStore().preferences;
  const recent = searchesOf(slug)
    .slice(0, MOST_RECENT)
    .map((q) => ({ id: `recent ${q}`, q, name: null }));
  return {
    history: [
      ...recent,
      ...saved.map(({ id, q, name, project }) => ({
        id,
        q,
        name,
        project: slug === ALL_PROJECTS ? project?.name : undefined,
      })),
    ],
    note: (q) => {
      if (q.trim() !== "") noteSearch(slug, q.trim());
    },
  };
}
