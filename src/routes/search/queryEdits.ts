import { withoutLeaf } from "../../../contract/query/printQuery.ts";
import { leavesOf } from "../../../contract/query/queryNodes.ts";
import { replaceWord } from "../../../contract/query/replaceWord.ts";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import { FACETS, NO_FACETS } from "../../components/search/SearchFacetList.tsx";
import { SEARCH_LIMIT, type SearchState } from "./searchUrl.ts";

export interface QueryEditHandlers {
  readonly onSearch: (next: SearchState) => void;
  readonly onText: (text: string) => void;
  /** Moves the focus back to the field: the button that was pressed is gone with the answer that it belongs to. */
  readonly onLeave: () => void;
}

/** What the buttons of an answer change in its query, and the parts of its text. */
export function queryEdits(state: SearchState, { onSearch, onText, onLeave }: QueryEditHandlers) {
  const leaves = leavesOf(parseQuery(state.q).root);
  const searchText = (text: string): void => {
    onText(text);
    onLeave();
  };
  const choose = (chosen: SearchState["chosen"]): void => {
    onSearch({ ...state, chosen, limit: SEARCH_LIMIT.first });
    onLeave();
  };
  return {
    leaves,
    searchText,
    replace: (word: string, by: string) => searchText(replaceWord(state.q, word, by, ["word", "phrase"])),
    clearFilters: () => choose(NO_FACETS),
    removeFilter: ({ filter, at }: SearchAnswer["filtered_by"][number]) => {
      const leaf = leaves.find((one) => one.leaf.at === at)?.leaf;
      if (at !== null && leaf) {
        searchText(withoutLeaf(state.q, leaf.at));
        return;
      }
      const facet = FACETS.find((name) => name === filter);
      if (facet) choose({ ...state.chosen, [facet]: [] });
    },
  };
}
