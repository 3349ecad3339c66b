import { memo } from "react";
import { REQUEST_SORTS, REQUEST_STATES } from "../../../contract/constants.ts";
import type { RequestFacets } from "../../../contract/requests/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { FilterBar } from "../patterns/FilterBar.tsx";
import { useRestrictions } from "../patterns/useRestrictions.ts";
import { Select } from "../ui/Select.tsx";
import {
  EMPTY_REQUEST_FILTER,
  NO_REVIEWER,
  type RequestFilter,
  type RequestSort,
  isRequestFilterSet,
} from "./requestFilter.ts";

export interface RequestFiltersProps {
  filter: RequestFilter;
  /** Changes on a step back or forward: the text of the filter then replaces the typed text. */
  historyKey?: string | undefined;
  sort: RequestSort;
  /** Values and the number of requests for each. */
  facets: RequestFacets;
  /** Sources that requests were read through. */
  sources: readonly { readonly id: string; readonly name: string }[];
  onFilter: (filter: RequestFilter) => void;
  onSort: (sort: RequestSort) => void;
}

const MERGED = ["any", "yes", "no", "today", "7d", "30d", "1y"] as const;
const DRAFTS = ["any", "yes", "no"] as const;

/** Filters and sort order of the list of requests. Memoized, as those of issues. */
export const RequestFilters = memo(function RequestFilters(props: RequestFiltersProps) {
  const { filter, historyKey, sort, facets, sources, onFilter, onSort } = props;
  const { t } = useTranslation("requests");
  const { days, withoutBots } = useRestrictions();
  const change = (part: Partial<RequestFilter>) => onFilter({ ...filter, ...part });
  const plain = (values: RequestFacets["label"]) => values.map(({ value, count }) => ({ value, label: value, count }));
  const [state] = filter.states;
  const mergedDays = days(
    filter.merged,
    (range) => t("filter.mergedDays", { range }),
    () => change({ merged: null }),
  );
  const merged = mergedDays.length === 0 ? (filter.merged ?? "any") : "any";
  const restrictions = [
    ...mergedDays,
    ...(filter.isWaiting ? [{ text: t("filter.waiting"), onRemove: () => change({ isWaiting: false }) }] : []),
    ...withoutBots(filter.isWithoutBots, () => change({ isWithoutBots: false })),
  ];
  // A date that a link has and the list does not offer.
  const choices = MERGED.map((value) => ({ value: value as string, text: t(`merged.${value}`) }));
  const isOffered = choices.some(({ value }) => value === merged);
  return (
    <FilterBar
      label={t("filter.label")}
      text={{ label: t("filter.text"), text: filter.text, historyKey, onChange: (text) => change({ text }) }}
      state={{
        label: t("filter.state"),
        value: filter.states.length === 1 && state ? state : "all",
        options: [
          { value: "all", text: t("filter.all") },
          ...REQUEST_STATES.map((value) => ({ value, text: t(`filter.${value}`) })),
        ],
        onChange: (value) => change({ states: REQUEST_STATES.filter((known) => known === value) }),
      }}
      restrictions={restrictions}
      onClear={isRequestFilterSet(filter) ? () => onFilter(EMPTY_REQUEST_FILTER) : undefined}
      arrangement={
        <Select
          aria-label={t("sort.label")}
          value={sort}
          options={REQUEST_SORTS.map((value) => ({ value, text: t(`sort.${value}`) }))}
          onValueChange={onSort}
        />
      }
    >
      <FacetFilter
        name={t("filter.author")}
        choices={plain(facets.author)}
        chosen={filter.authors}
        onChange={(authors) => change({ authors })}
      />
      <FacetFilter
        name={t("filter.reviewer")}
        choices={[{ value: NO_REVIEWER, label: t("filter.noReviewer") }, ...plain(facets.reviewer)]}
        chosen={filter.reviewers}
        onChange={(reviewers) => change({ reviewers })}
      />
      <FacetFilter
        name={t("filter.labels")}
        choices={plain(facets.label)}
        chosen={filter.labels}
        onChange={(labels) => change({ labels })}
      />
      {(facets.mark.length > 0 || filter.marks.length > 0) && (
        <FacetFilter
          name={t("filter.mark")}
          choices={plain(facets.mark)}
          chosen={filter.marks}
          onChange={(marks) => change({ marks })}
        />
      )}
      {(sources.length > 1 || filter.sources.length > 0) && (
        <FacetFilter
          name={t("filter.source")}
          choices={sources.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={filter.sources}
          onChange={(chosen) => change({ sources: chosen })}
        />
      )}
      <Select
        aria-label={t("filter.merged_when")}
        value={merged}
        options={isOffered ? choices : [...choices, { value: merged, text: merged }]}
        onValueChange={(value) => change({ merged: value === "any" ? null : value })}
      />
      <Select
        aria-label={t("filter.draft")}
        value={filter.draft ?? "any"}
        options={DRAFTS.map((value) => ({ value, text: t(`filter.drafts.${value}`) }))}
        onValueChange={(value) => change({ draft: value === "any" ? null : value })}
      />
    </FilterBar>
  );
});
