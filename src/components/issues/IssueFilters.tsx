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

/** Each facet with the field of the filter: marks, and facets that a tracker may not have. Shown where an issue of the project has a value. */
const WORKFLOW = [
  ["mark", "marks"],
  ["status", "statuses"],
  ["priority", "priorities"],
  ["tracker_type", "trackerTypes"],
  ["milestone", "milestones"],
  ["component", "components"],
] as const;

interface FacetFiltersProps extends Pick<IssueFiltersProps, "filter" | "facets" | "people" | "trackers"> {
  onChange: (change: Partial<IssueFilter>) => void;
}

/** Filters, sort order and columns of the list of issues. Memoized: its layers take longer to render than the rows of the list. */
export const IssueFilters = memo(function IssueFilters(props: IssueFiltersProps) {
  const { filter, onFilter } = props;
  const { t } = useTranslation("issues");
  const change = (changes: Partial<IssueFilter>) => onFilter({ ...filter, ...changes });
  const restrictions = useIssueRestrictions(filter, change);
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
            value={props.sort}
            options={ISSUE_SORTS.map((sort) => ({ value: sort, text: t(`sort.${sort}`) }))}
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
      <FacetFilters
        filter={filter}
        facets={props.facets}
        people={props.people}
        trackers={props.trackers}
        onChange={change}
      />
    </FilterBar>
  );
});

/** The restrictions of the address that no control of the bar sets: ranges of days, and issues without bots. */
function useIssueRestrictions(filter: IssueFilter, onChange: FacetFiltersProps["onChange"]) {
  const { t } = useTranslation("issues");
  const { days, withoutBots } = useRestrictions();
  return [
    ...(["created", "closed", "updated"] as const).flatMap((name) =>
      days(
        filter[name],
        (range) => t(`filter.days.${name}`, { range }),
        () => onChange({ [name]: null }),
      ),
    ),
    ...withoutBots(filter.isWithoutBots, () => onChange({ isWithoutBots: false })),
  ];
}

function FacetFilters({ filter, facets, people, trackers, onChange }: FacetFiltersProps) {
  const { t } = useTranslation("issues");
  const toChoices = (values: Facets["label"] | undefined) =>
    (values ?? []).map(({ value, count }) => ({ value, label: people[value] ?? value, count }));
  const unassigned = facets?.assignee.find(({ value }) => value === UNASSIGNED);
  const assignees = [
    { value: UNASSIGNED, label: t("filter.nobody"), ...(unassigned && { count: unassigned.count }) },
    ...toChoices(facets?.assignee).filter(({ value }) => value !== UNASSIGNED),
  ];
  return (
    <>
      <FacetFilter
        name={t("filter.labels")}
        choices={toChoices(facets?.label)}
        chosen={filter.labels}
        onChange={(labels) => onChange({ labels })}
      />
      <FacetFilter
        name={t("filter.assignee")}
        choices={assignees}
        chosen={filter.assignees}
        onChange={(chosen) => onChange({ assignees: chosen })}
      />
      <FacetFilter
        name={t("filter.author")}
        choices={toChoices(facets?.author)}
        chosen={filter.authors}
        onChange={(authors) => onChange({ authors })}
      />
      {((facets?.type.length ?? 0) > 0 || filter.types.length > 0) && (
        <FacetFilter
          name={t("filter.type")}
          choices={ISSUE_TYPES.map((type) => {
            const count = facets?.type.find(({ value }) => value === type)?.count;
            return { value: type, label: t(`types.${type}`), ...(count !== undefined && { count }) };
          })}
          chosen={filter.types}
          onChange={(chosen) => onChange({ types: ISSUE_TYPES.filter((type) => chosen.includes(type)) })}
        />
      )}
      {WORKFLOW.map(([facet, field]) => {
        const choices = toChoices(facets?.[facet]);
        if (choices.length === 0 && filter[field].length === 0) return null;
        return (
          <FacetFilter
            key={facet}
            name={t(`filter.${facet}`)}
            choices={choices}
            chosen={filter[field]}
            onChange={(values) => onChange({ [field]: values })}
          />
        );
      })}
      <Select
        aria-label={t("filter.age")}
        value={filter.age ?? "any"}
        options={(["any", ...AGES] as const).map((age) => ({ value: age, text: t(`ages.${age}`) }))}
        onValueChange={(age) => onChange({ age: age === "any" ? null : age })}
      />
      {(trackers.length > 1 || filter.trackers.length > 0) && (
        <FacetFilter
          name={t("filter.tracker")}
          choices={trackers.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={filter.trackers}
          onChange={(chosen) => onChange({ trackers: chosen })}
        />
      )}
    </>
  );
}
