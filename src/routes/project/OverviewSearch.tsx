import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { TypedFilter } from "../../components/search/queryCompletions.ts";
import { SearchField } from "../../components/search/SearchField.tsx";
import { hrefTo } from "../paths.ts";
import { usePageShortcuts } from "../shell/openShortcuts.ts";
import { useFilterValues } from "../search/useFilterValues.ts";
import { useSavedSearches } from "../search/useSavedSearches.ts";
import { useSearchHistory } from "../search/useSearchHistory.ts";

/** The search field of the overview: Enter opens the search of the project with what was typed. */
export const OverviewSearch = observer(function OverviewSearch({ slug }: { slug: string }) {
  const navigate = useNavigate();
  usePageShortcuts("searchField");
  const [text, setText] = useState("");
  const { searches } = useSavedSearches(slug);
  const { history, note } = useSearchHistory(slug, searches);
  const [typed, setTyped] = useState<TypedFilter | null>(null);
  const known = useFilterValues(slug, typed);
  const search = (q: string) => {
    if (q.trim() === "") return;
    note(q);
    void navigate(hrefTo.search(slug, { q: q.trim() }));
  };
  return (
    <SearchField
      text={text}
      known={known}
      history={history}
      onTypedFilter={setTyped}
      onChange={setText}
      onChoosePast={(past) => {
        const saved = searches.find(({ id }) => id === past.id);
        if (saved) void navigate(hrefTo.search(slug, saved));
        else search(past.q);
      }}
      onSubmit={() => search(text)}
      onLeave={() => search(text)}
    />
  );
});
