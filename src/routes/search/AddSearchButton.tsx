import { observer } from "mobx-react-lite";
import { useStore } from "../../stores/StoreProvider.tsx";
import { AddToDashboard } from "../dashboards/AddToDashboard.tsx";
import { cardFilter } from "../lists/cardFilter.ts";
import { type SearchState, queryOf } from "./searchUrl.ts";

export interface AddSearchButtonProps {
  slug: string;
  state: SearchState;
}

/** Adds the search on the screen to a dashboard, as the number of its results. */
export const AddSearchButton = observer(function AddSearchButton({ slug, state }: AddSearchButtonProps) {
  const { plan } = useStore();
  if (!plan.has("custom_reports") || state.q.trim() === "") return null;
  const { limit: _, ...query } = queryOf(state);
  return (
    <AddToDashboard
      card={{
        kind: "count",
        title: null,
        of: "search",
        project: slug,
        filter: cardFilter(query),
        display: "now",
      }}
    />
  );
});
