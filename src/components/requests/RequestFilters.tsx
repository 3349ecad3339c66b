import { useState } from "react";
import { REQUEST_SORTS, REQUEST_STATES } from "../../../contract/constants.ts";
import type { RequestFacets } from "../../../contract/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { TextFilter } from "../patterns/TextFilter.tsx";
import { Button } from "../ui/Button.ts";
import { SegmentedControl } from "../ui/SegmentedControl.ts";
import { Select } from "../ui/Select.tsx";
import { CrossIcon } from "../ui/icons.ts";
import { EMPTY_FILTER, NO_REVIEWER, type RequestFilter, type RequestSort, isNarrowed } from "./requestFilter.ts";
import styles from "./RequestFilters.module.css";

export interface RequestFiltersProps {
  filter: RequestFilter;
  /** Changes on a step back or forward: the text of the filter then replaces the typed text. */
  returned?: string | undefined;
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

/** Filters and sort order of the list of requests. */
export function RequestFilters({ filter, returned, sort, facets, sources, onFilter, onSort }: RequestFiltersProps) {
  const { t } = useTranslation("requests");
  const [hasMore, setHasMore] = useState(false);
  const change = (part: Partial<RequestFilter>) => onFilter({ ...filter, ...part });
  const plain = (values: RequestFacets["label"]) => values.map(({ value, count }) => ({ value, label: value, count }));
  const [state] = filter.states;
  const merged = filter.merged ?? "any";
  // A date that a link has and the list does not offer.
  const choices = MERGED.map((value) => ({ value: value as string, text: t(`merged.${value}`) }));
  const isOffered = choices.some(({ value }) => value === merged);
  return (
    <search className={styles.filters} aria-label={t("filter.label")} data-more={hasMore || undefined}>
      <TextFilter
        label={t("filter.text")}
        className={styles.text}
        text={filter.text}
        returned={returned}
        onChange={(text) => change({ text })}
      />
      <SegmentedControl
        className={styles.state}
        aria-label={t("filter.state")}
        value={filter.states.length === 1 && state ? state : "all"}
        onValueChange={(value) => change({ states: REQUEST_STATES.filter((known) => known === value) })}
        options={[
          { value: "all", label: t("filter.all") },
          ...REQUEST_STATES.map((value) => ({ value, label: t(`filter.${value}`) })),
        ]}
      />
      <Button
        className={styles.more}
        variant="outlined"
        aria-expanded={hasMore}
        text={t(hasMore ? "filter.fewer" : "filter.more")}
        onClick={() => setHasMore(!hasMore)}
      />
      <div className={styles.facets}>
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
        {(sources.length > 1 || filter.sources.length > 0) && (
          <FacetFilter
            name={t("filter.source")}
            choices={sources.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={filter.sources}
            onChange={(chosen) => change({ sources: chosen })}
          />
        )}
        <Select
          label={t("filter.merged_when")}
          value={merged}
          options={isOffered ? choices : [...choices, { value: merged, text: merged }]}
          onChange={(value) => change({ merged: value === "any" ? null : value })}
        />
        <Select
          label={t("filter.draft")}
          value={filter.draft ?? "any"}
          options={DRAFTS.map((value) => ({ value, text: t(`filter.drafts.${value}`) }))}
          onChange={(value) => change({ draft: value === "any" ? null : value })}
        />
        {isNarrowed(filter) && (
          <Button
            variant="minimal"
            icon={<CrossIcon />}
            text={t("filter.clear")}
            onClick={() => onFilter(EMPTY_FILTER)}
          />
        )}
      </div>
      <div className={styles.layout}>
        <Select
          label={t("sort.label")}
          value={sort}
          options={REQUEST_SORTS.map((value) => ({ value, text: t(`sort.${value}`) }))}
          onChange={onSort}
        />
      </div>
    </search>
  );
}
