import { withoutLeaf } from "../../../contract/query/printQuery.ts";
import { leavesOf } from "../../../contract/query/queryNodes.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import { type FilterToken, FilterTokens } from "../../components/search/FilterTokens.tsx";
import { type ChosenFacets, FACETS, type FacetName, NO_FACETS } from "../../components/search/SearchFacetList.tsx";
import { useFacetValueName } from "../../components/search/useFacetValueName.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";

export interface SearchTokensProps {
  query: string;
  chosen: ChosenFacets;
  sourceNames: Readonly<Record<string, string>>;
  /** Moves the focus, once the last token was removed. */
  onEmptied?: () => void;
  onChange: (search: { readonly q: string; readonly chosen: ChosenFacets }) => void;
}

/** Where a token comes from: the offset of a filter in the query, or a value of a facet. */
type Origin = { readonly at: number } | { readonly facet: FacetName; readonly value: string };

/** The filters of the query and the chosen values of the facets as tokens, each of which can be removed. */
export function SearchTokens({ query, chosen, sourceNames, onEmptied, onChange }: SearchTokensProps) {
  const { t } = useTranslation("search");
  const valueName = useFacetValueName(sourceNames);
  const filters = leavesOf(parseQuery(query).root).flatMap(({ leaf, isExcluded }) =>
    leaf.kind === "filter" ? [{ leaf, isExcluded }] : [],
  );
  const tokens: (FilterToken & { readonly origin: Origin })[] = [
    ...filters.map(({ leaf: { at, name, value }, isExcluded }) => ({
      id: String(at),
      name,
      value,
      isExcluded,
      origin: { at },
    })),
    ...FACETS.flatMap((facet) =>
      chosen[facet].map((value) => ({
        id: `${facet} ${value}`,
        name: t(`facet.${facet}`),
        value: valueName(facet, value),
        isExcluded: false,
        origin: { facet, value },
      })),
    ),
  ];
  const remove = (origin: Origin) => {
    if ("at" in origin) onChange({ q: withoutLeaf(query, origin.at), chosen });
    else {
      const values = chosen[origin.facet].filter((value) => value !== origin.value);
      onChange({ q: query, chosen: { ...chosen, [origin.facet]: values } });
    }
  };
  return (
    <FilterTokens
      tokens={tokens}
      onEmptied={onEmptied}
      onRemove={(removed) => {
        const token = tokens.find(({ id }) => id === removed);
        if (token) remove(token.origin);
      }}
      onClear={() =>
        // From the end: the offsets of the filters before stay as they are.
        onChange({ q: filters.reduceRight((text, { leaf }) => withoutLeaf(text, leaf.at), query), chosen: NO_FACETS })
      }
    />
  );
}
