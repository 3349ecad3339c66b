import { useEffect } from "react";
import type { SavedSearch } from "../../../contract/search/savedSearches.ts";
import type { KnownValues, TypedFilter } from "../../components/search/queryCompletions.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useFilterValues } from "../search/useFilterValues.ts";

export interface HomeSearchDataProps {
  /** The filter whose value is being typed; null for none. */
  typed: TypedFilter | null;
  onKnown: (known: KnownValues) => void;
  onSaved: (searches: readonly SavedSearch[]) => void;
}

/** Loads what the search field of home offers. It shows nothing itself: with the query layer it comes after the first paint. */
export function HomeSearchData({ typed, onKnown, onSaved }: HomeSearchDataProps) {
  const { savedSearches } = useServices();
  const known = useFilterValues(null, typed);
  const { data: saved } = useQuery(queryKeys.savedSearches(), (signal) => savedSearches.list(signal));
  useEffect(() => onKnown(known), [known, onKnown]);
  useEffect(() => {
    if (saved) onSaved(saved);
  }, [saved, onSaved]);
  return null;
}
