import {
  COUNT_DISPLAYS,
  COUNTED_THINGS,
  DASHBOARD_LIMITS,
  DASHBOARD_MAPS,
  LISTED_THINGS,
  METRIC_DISPLAYS,
  projectsOfFilter,
} from "../../../contract/insights/dashboardRules.ts";
import { METRICS, type MetricId } from "../../../contract/insights/metrics.ts";
import type { CardDraft } from "../../domain/dashboardCards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { TextArea } from "../ui/TextArea.ts";
import { CardFilterFields } from "./CardFilterFields.tsx";

type Field = "text" | "project" | "person" | "q" | "metric" | "rows";

export interface CardFieldsProps {
  draft: CardDraft;
  projects: readonly { readonly slug: string; readonly name: string }[];
  /** People of the project that `onPersonProject` named last; null while they load. */
  people: readonly { readonly id: string; readonly name: string }[] | null;
  /** Metrics that members have defined, with the project of each; null while they load. */
  ownMetrics: readonly { readonly id: string; readonly name: string; readonly project: string | null }[] | null;
  /** The number of rows of a list as it is typed. */
  rows: string;
  errorsOf: (field: Field) => readonly string[] | undefined;
  onChange: (draft: CardDraft) => void;
  onRows: (rows: string) => void;
  /** Asks for the people of a project. */
  onPersonProject: (slug: string) => void;
}

const METRIC_NAMES = Object.keys(METRICS) as MetricId[];

/** The value of a choice for the projects of a search: no slug has a blank. */
const OF_SEARCH = "of search";

/** What a list or a count begins with: the filters of one list are not those of another. */
const firstFilter = (of: (typeof LISTED_THINGS)[number]): Record<string, string[]> =>
  of === "issues" || of === "requests" ? { state: ["open"] } : {};

/** The draft about one project, or about those of the page: in place of the projects of a search. */
function withProject(draft: Exclude<CardDraft, { kind: "text" | "person" }>, project: string | null): CardDraft {
  if (!("filter" in draft)) return { ...draft, project };
  const { project: _, ...filter } = draft.filter;
  return { ...draft, project, filter };
}

/** The fields of a card by its kind. */
export function CardFields({
  draft,
  projects,
  people,
  ownMetrics,
  rows,
  errorsOf,
  onChange,
  onRows,
  onPersonProject,
}: CardFieldsProps) {
  const { t, format } = useTranslation("dashboards");
  const { t: tInsights } = useTranslation("insights");
  const named = projects.map(({ slug, name }) => ({ value: slug, text: name }));
  if (draft.kind === "text")
    return (
      <FormField label={t("card.text")} help={t("card.textHelp")} errors={errorsOf("text")}>
        {(control) => (
          <TextArea
            {...control}
            fill
            rows={8}
            maxLength={DASHBOARD_LIMITS.textChars}
            value={draft.text}
            onChange={({ currentTarget: { value } }) => onChange({ ...draft, text: value })}
          />
        )}
      </FormField>
    );
  if (draft.kind === "person")
    return (
      <>
        <SelectField
          label={t("card.project")}
          errors={errorsOf("project")}
          value={draft.project === "" ? null : draft.project}
          options={named}
          onChange={(project) => {
            onPersonProject(project);
            onChange({ ...draft, project, person: "" });
          }}
        />
        <SelectField
          label={t("card.person")}
          errors={errorsOf("person")}
          value={draft.person === "" ? null : draft.person}
          options={(people ?? []).map(({ id, name }) => ({ value: id, text: name }))}
          onChange={(person) => onChange({ ...draft, person })}
        />
      </>
    );
  const nameOf = (slug: string): string | undefined => projects.find((one) => one.slug === slug)?.name;
  const projectsOfSearch = "filter" in draft && draft.of === "search" ? projectsOfFilter(draft.filter) : [];
  const isOfOne = draft.kind === "list" && "path" in draft.filter;
  // One of a project is about that project alone, which the card names: others see its place.
  const ownProject = draft.kind === "own_metric" ? ownMetrics?.find(({ id }) => id === draft.metric)?.project : null;
  return (
    <>
      {draft.kind === "own_metric" && (
        <SelectField
          label={t("card.metric")}
          help={ownMetrics?.length === 0 ? t("card.noOwnMetrics") : t("card.ownMetricHelp")}
          errors={errorsOf("metric")}
          value={draft.metric === "" ? null : draft.metric}
          options={(ownMetrics ?? []).map(({ id, name }) => ({ value: id, text: name }))}
          onChange={(metric) =>
            onChange({ ...draft, metric, project: ownMetrics?.find(({ id }) => id === metric)?.project ?? null })
          }
        />
      )}
      {draft.kind === "metric" && (
        <>
          <SelectField
            label={t("card.metric")}
            value={draft.metric}
            options={METRIC_NAMES.map((value) => ({ value, text: tInsights(`metrics.${value}.name`) }))}
            onChange={(metric) => onChange({ ...draft, metric })}
          />
          <SelectField
            label={t("card.display")}
            value={draft.display}
            options={METRIC_DISPLAYS.map((value) => ({ value, text: t(`displays.${value}`) }))}
            onChange={(display) => onChange({ ...draft, display })}
          />
        </>
      )}
      {draft.kind === "map" && (
        <SelectField
          label={t("card.map")}
          value={draft.map}
          options={DASHBOARD_MAPS.map((value) => ({ value, text: t(`maps.${value}`) }))}
          onChange={(map) => onChange({ ...draft, map })}
        />
      )}
      {draft.kind === "count" && (
        <>
          <SelectField
            label={t("card.counted")}
            value={draft.of}
            options={COUNTED_THINGS.map((value) => ({ value, text: t(`things.${value}`) }))}
            onChange={(of) => onChange({ ...draft, of, filter: firstFilter(of) })}
          />
          <SelectField
            label={t("card.display")}
            value={draft.display}
            options={COUNT_DISPLAYS.map((value) => ({ value, text: t(`displays.${value}`) }))}
            onChange={(display) => onChange({ ...draft, display })}
          />
        </>
      )}
      {draft.kind === "list" && (
        <>
          <SelectField
            label={t("card.listed")}
            value={draft.of}
            options={LISTED_THINGS.map((value) => ({ value, text: t(`things.${value}`) }))}
            onChange={(of) => onChange({ ...draft, of, filter: firstFilter(of) })}
          />
        </>
      )}
      {(draft.kind === "count" || draft.kind === "list") && (
        <CardFilterFields
          // The field of labels keeps what is typed: another list has a new field.
          key={`${draft.kind} ${draft.of}`}
          of={draft.of}
          filter={draft.filter}
          errors={errorsOf("q")}
          onChange={(filter) => onChange({ ...draft, filter })}
        />
      )}
      {draft.kind === "list" && (
        <FormField label={t("card.rows")} errors={errorsOf("rows")}>
          {(control) => (
            <InputGroup
              {...control}
              type="number"
              min={1}
              max={DASHBOARD_LIMITS.rows}
              value={rows}
              onValueChange={onRows}
            />
          )}
        </FormField>
      )}
      {(ownProject ?? null) === null && (
        <SelectField
          label={t("card.project")}
          help={t(isOfOne ? "card.oneProject" : "card.projectHelp")}
          value={projectsOfSearch.length > 0 ? OF_SEARCH : (draft.project ?? "")}
          options={[
            ...(projectsOfSearch.length > 0
              ? [{ value: OF_SEARCH, text: format.list(projectsOfSearch.map((slug) => nameOf(slug) ?? slug)) }]
              : []),
            { value: "", text: t("card.ofPage") },
            ...named,
          ]}
          onChange={(project) => {
            if (project !== OF_SEARCH) onChange(withProject(draft, project === "" ? null : project));
          }}
        />
      )}
    </>
  );
}
