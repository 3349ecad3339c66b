import { memo } from "react";
import { ISSUE_AGES, ISSUE_SORTS, ISSUE_TYPES } from "../../../contract/constants.ts";
import type { IssuePage } from "../../../contract/issues/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { FilterBar } from "../patterns/FilterBar.tsx";
import { useRestrictions } from "../patterns/useRestrictions.ts";
import type { IssueColumn, IssueSort } from "./issueColumns.ts";
import { Select } from "../ui/Select.tsx";
import { ColumnPicker } from "./ColumnPicker.tsx";
import { type IssueAge, EMPTY_ISSUE_FILTER, type IssueFilter, UNASSIGNED, isIssueFilterSet } from "./issueFilter.ts";
import { Button } from "../ui/Button.tsx";
import { KeyCommandIcon } from "../ui/icons.ts";
import styles from "./IssueFilters.module.css";

type Facets = IssuePage["facets"];

export interface IssueFiltersProps {
  filter: IssueFilter;
  /** Changes on a step back or forward: the text of the filter then replaces the typed text. */
  historyKey?: string | undefined;
  sort: IssueSort;
  columns: readonly IssueColumn[];
  /** Columns that the rows have data for. */
  available: readonly IssueColumn[];
  /** Values and the number of issues for each; null before they are loaded. */
  facets: Facets | null;
  /** Names of the people in the facets, by id. */
  people: Readonly<Record<string, string>>;
  trackers: readonly { id: string; name: string }[];
  onFilter: (filter: IssueFilter) => void;
  onSort: (sort: IssueSort) => void;
  onColumns: (columns: IssueColumn[]) => void;
  onHelp: () => void;
}

const AGES = Object.keys(ISSUE_AGES) as IssueAge[];

/** Marks, and facets that a tracker may not have: each is shown where an issue of the project has a value. */
const WORKFLOW = [
  ["mark", "marks"],
  ["status", "statuses"],
  ["priority", "priorities"],
  ["tracker_type", "trackerTypes"],
  ["milestone", "milestones"],
  ["component", "components"],
] as const;

/** Filters, sort order and columns of the list of issues. Memoized: its layers take longer to render than the rows of the list. */
export const IssueFilters = memo(function IssueFilters(props: IssueFiltersProps) {
  const { filter, sort, facets, trackers, onFilter } = props;
  const { t } = useTranslation("issues");
  const { days, withoutBots } = useRestrictions();
  const change = (part: Partial<IssueFilter>) => onFilter({ ...filter, ...part });
  const plain = (values: Facets["label"] | undefined) =>
    (values ?? []).map(({ value, count }) => ({ value, label: props.people[value] ?? value, count }));
  const people = plain(facets?.assignee).filter(({ value }) => value !== UNASSIGNED);
  const unassigned = facets?.assignee.find(({ value }) => value === UNASSIGNED);
  const assignees = [
    { value: UNASSIGNED, label: t("filter.nobody"), ...(unassigned && { count: unassigned.count }) },
    ...people,
  ];

  const restrictions = [
    ...(["created", "closed", "updated"] as const).flatMap((name) =>
      days(
        filter[name],
        (range) => t(`filter.days.${name}`, { range }),
        () => change({ [name]: null }),
      ),
    ),
    ...withoutBots(filter.isWithoutBots, () => change({ isWithoutBots: false })),
  ];

  return (
    <FilterBar
      label={t("filter.label")}
      text={{
        label: t("filter.text"),
        text: filter.text,
        historyKey: props.historyKey,
        onChange: (text) => change({ text }),
      }}
      state={{
        label: t("filter.state"),
        value: filter.state,
        options: [
          { value: "all", text: t("filter.stateAll") },
          { value: "open", text: t("filter.stateOpen") },
          { value: "closed", text: t("filter.stateClosed") },
        ],
        onChange: (state) => change({ state: state === "open" || state === "closed" ? state : "all" }),
      }}
      restrictions={restrictions}
      onClear={isIssueFilterSet(filter) ? () => onFilter(EMPTY_ISSUE_FILTER) : undefined}
      arrangement={
        <>
          <Select
            aria-label={t("sort.label")}
            value={sort}
            options={ISSUE_SORTS.map((known) => ({ value: known, text: t(`sort.${known}`) }))}
            onValueChange={props.onSort}
          />
          <ColumnPicker columns={props.columns} available={props.available} onColumns={props.onColumns} />
          <Button
            className={styles.keys}
            variant="minimal"
            icon={<KeyCommandIcon />}
            aria-label={t("keys.title")}
            title={t("keys.title")}
            onClick={props.onHelp}
          />
        </>
      }
    >
      <FacetFilter
        name={t("filter.labels")}
        choices={plain(facets?.label)}
        chosen={filter.labels}
        onChange={(labels) => change({ labels })}
      />
      <FacetFilter
        name={t("filter.assignee")}
        choices={assignees}
        chosen={filter.assignees}
        onChange={(chosen) => change({ assignees: chosen })}
      />
      <FacetFilter
        name={t("filter.author")}
        choices={plain(facets?.author)}
        chosen={filter.authors}
        onChange={(authors) => change({ authors })}
      />
      {((facets?.type.length ?? 0) > 0 || filter.types.length > 0) && (
        <FacetFilter
          name={t("filter.type")}
          choices={ISSUE_TYPES.map((type) => {
            const count = facets?.type.find(({ value }) => value === type)?.count;
            return { value: type, label: t(`types.${type}`), ...(count !== undefined && { count }) };
          })}
          chosen={filter.types}
          onChange={(chosen) => change({ types: ISSUE_TYPES.filter((type) => chosen.includes(type)) })}
        />
      )}
      {WORKFLOW.map(([facet, chosen]) => {
        const choices = plain(facets?.[facet]);
        if (choices.length === 0 && filter[chosen].length === 0) return null;
        return (
          <FacetFilter
            key={facet}
            name={t(`filter.${facet}`)}
            choices={choices}
            chosen={filter[chosen]}
            onChange={(values) => change({ [chosen]: values })}
          />
        );
      })}
      <Select
        aria-label={t("filter.age")}
        value={filter.age ?? "any"}
        options={(["any", ...AGES] as const).map((age) => ({ value: age, text: t(`ages.${age}`) }))}
        onValueChange={(age) => change({ age: age === "any" ? null : age })}
      />
      {(trackers.length > 1 || filter.trackers.length > 0) && (
        <FacetFilter
          name={t("filter.tracker")}
          choices={trackers.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={filter.trackers}
          onChange={(chosen) => change({ trackers: chosen })}
        />
      )}
    </FilterBar>
  );
});
