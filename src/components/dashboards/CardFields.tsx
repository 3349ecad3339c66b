import {
  COUNT_DISPLAYS,
  COUNTED_THINGS,
  DASHBOARD_COMPARISONS,
  DASHBOARD_LIMITS,
  DASHBOARD_MAPS,
  LISTED_THINGS,
  METRIC_DISPLAYS,
  projectsOfFilter,
} from "../../../contract/insights/dashboardRules.ts";
import { METRIC_IDS, METRICS } from "../../../contract/insights/metrics.ts";
import type { CardDraft } from "../../domain/dashboardCards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { Button } from "../ui/Button.tsx";
import { FormGroup } from "../ui/FormGroup.ts";
import { PlusIcon } from "../ui/icons.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { Text } from "../ui/Text.tsx";
import { TextArea } from "../ui/TextArea.ts";
import { CardFilterFields } from "./CardFilterFields.tsx";

type Field = "text" | "project" | "person" | "q" | "metric" | "rows";

export interface NewMetric {
  /** Whether the user may define one for this project, or with null where the card names none. */
  readonly canDefine: (project: string | null) => boolean;
  /** Calls `choose` with the metric once it is saved. */
  readonly define: (
    project: string | null,
    choose: (metric: { readonly id: string; readonly project: string | null }) => void,
  ) => void;
}

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
  /** Defines a metric and chooses it; omitted for those who may not. */
  newMetric?: NewMetric | undefined;
  /** Asks for the people of a project. */
  onPersonProject: (slug: string) => void;
}

type DraftOf<Kind extends CardDraft["kind"]> = Extract<CardDraft, { kind: Kind }>;
type ChartDraft = Exclude<CardDraft, { kind: "text" | "person" | "departure" }>;

/** The value of a choice for the projects of a search: no slug has a blank. */
const OF_SEARCH = "of search";

/** What a list or a count begins with: the filters of one list are not those of another. */
const firstFilter = (of: (typeof LISTED_THINGS)[number]): Record<string, string[]> =>
  of === "issues" || of === "requests" ? { state: ["open"] } : {};

/** The draft about one project, or about those of the page: in place of the projects of a search. */
function withProject(draft: ChartDraft, project: string | null): CardDraft {
  if (!("filter" in draft)) return { ...draft, project };
  const { project: _, ...filter } = draft.filter;
  return { ...draft, project, filter };
}

/** The fields of a card by its kind. */
export function CardFields(props: CardFieldsProps) {
  const { draft } = props;
  switch (draft.kind) {
    case "text":
      return <NoteField {...props} draft={draft} />;
    case "person":
    case "departure":
      return <PersonFields {...props} draft={draft} />;
    case "own_metric":
      return (
        <>
          <OwnMetricField {...props} draft={draft} />
          <NewMetricButton {...props} draft={draft} />
          {/* One of a project is about that project alone, which the card names: others see its place. */}
          {ownMetricProject(props.ownMetrics, draft.metric) === null && <ProjectField {...props} draft={draft} />}
        </>
      );
    case "metric":
      return (
        <>
          <MetricFields {...props} draft={draft} />
          <NewMetricButton {...props} draft={draft} />
          <ProjectField {...props} draft={draft} />
        </>
      );
    case "comparison":
      return (
        <>
          <ComparisonField {...props} draft={draft} />
          {/* That of projects is about those of the page. */}
          {draft.by !== "projects" && <ProjectField {...props} draft={draft} />}
        </>
      );
    case "map":
      return (
        <>
          <MapField {...props} draft={draft} />
          <ProjectField {...props} draft={draft} />
        </>
      );
    case "count":
    case "list":
      return (
        <>
          <FilteredFields {...props} draft={draft} />
          <ProjectField {...props} draft={draft} />
        </>
      );
    case "control":
    case "lead_times":
    case "coupling":
    case "hours":
      return <ProjectField {...props} draft={draft} />;
  }
}

type FieldsProps<Draft extends CardDraft> = Omit<CardFieldsProps, "draft"> & { draft: Draft };

function NoteField({ draft, errorsOf, onChange }: FieldsProps<DraftOf<"text">>) {
  const { t } = useTranslation("dashboards");
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
}

function PersonFields({
  draft,
  projects,
  people,
  errorsOf,
  onChange,
  onPersonProject,
}: FieldsProps<DraftOf<"person" | "departure">>) {
  const { t } = useTranslation("dashboards");
  return (
    <>
      <SelectField
        label={t("card.project")}
        errors={errorsOf("project")}
        value={draft.project === "" ? null : draft.project}
        options={projectOptions(projects)}
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
}

const projectOptions = (projects: CardFieldsProps["projects"]) =>
  projects.map(({ slug, name }) => ({ value: slug, text: name }));

const ownMetricProject = (ownMetrics: CardFieldsProps["ownMetrics"], metric: string): string | null =>
  ownMetrics?.find(({ id }) => id === metric)?.project ?? null;

function OwnMetricField({ draft, ownMetrics, errorsOf, onChange }: FieldsProps<DraftOf<"own_metric">>) {
  const { t } = useTranslation("dashboards");
  return (
    <SelectField
      label={t("card.metric")}
      help={ownMetrics?.length === 0 ? t("card.noOwnMetrics") : t("card.ownMetricHelp")}
      errors={errorsOf("metric")}
      value={draft.metric === "" ? null : draft.metric}
      options={(ownMetrics ?? []).map(({ id, name }) => ({ value: id, text: name }))}
      onChange={(metric) => onChange({ ...draft, metric, project: ownMetricProject(ownMetrics, metric) })}
    />
  );
}

/** What Insights do not measure is defined from here. */
function NewMetricButton({ draft, newMetric, onChange }: FieldsProps<DraftOf<"metric" | "own_metric">>) {
  const { t } = useTranslation("dashboards");
  if (newMetric === undefined) return null;
  const { title, project } = draft;
  const isPossible = newMetric.canDefine(project);
  return (
    <FormGroup>
      <Button
        size="small"
        icon={<PlusIcon />}
        text={t("card.newMetric")}
        disabled={!isPossible}
        onClick={() =>
          newMetric.define(project, ({ id, project: owner }) =>
            onChange({ kind: "own_metric", title, metric: id, project: owner ?? project }),
          )
        }
      />
      {!isPossible && (
        <Text as="div" size="small" tone="muted">
          {t("card.newMetricProject")}
        </Text>
      )}
    </FormGroup>
  );
}

function MetricFields({ draft, onChange }: FieldsProps<DraftOf<"metric">>) {
  const { t } = useTranslation("dashboards");
  const { t: tInsights } = useTranslation("insights");
  return (
    <>
      <SelectField
        label={t("card.metric")}
        value={draft.metric}
        options={METRIC_IDS.map((value) => ({
          value,
          text: tInsights(`metrics.${value}.name`),
          group: tInsights(`groups.${METRICS[value].group}`),
        }))}
        onChange={(metric) => onChange({ ...draft, metric })}
      />
      <SelectField
        label={t("card.display")}
        value={draft.display}
        options={METRIC_DISPLAYS.map((value) => ({ value, text: t(`displays.${value}`) }))}
        onChange={(display) => onChange({ ...draft, display })}
      />
    </>
  );
}

function ComparisonField({ draft, onChange }: FieldsProps<DraftOf<"comparison">>) {
  const { t } = useTranslation("dashboards");
  return (
    <SelectField
      label={t("card.compared")}
      value={draft.by}
      options={DASHBOARD_COMPARISONS.map((value) => ({ value, text: t(`comparisons.${value}`) }))}
      onChange={(by) => onChange({ ...draft, by, project: by === "projects" ? null : draft.project })}
    />
  );
}

function MapField({ draft, onChange }: FieldsProps<DraftOf<"map">>) {
  const { t } = useTranslation("dashboards");
  return (
    <SelectField
      label={t("card.map")}
      value={draft.map}
      options={DASHBOARD_MAPS.map((value) => ({ value, text: t(`maps.${value}`) }))}
      onChange={(map) => onChange({ ...draft, map })}
    />
  );
}

/** What is counted or listed, with its filter, and how it is shown. */
function FilteredFields({ draft, rows, errorsOf, onChange, onRows }: FieldsProps<DraftOf<"count" | "list">>) {
  const { t } = useTranslation("dashboards");
  return (
    <>
      {draft.kind === "count" ? (
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
      ) : (
        <SelectField
          label={t("card.listed")}
          value={draft.of}
          options={LISTED_THINGS.map((value) => ({ value, text: t(`things.${value}`) }))}
          onChange={(of) => onChange({ ...draft, of, filter: firstFilter(of) })}
        />
      )}
      <CardFilterFields
        // The field of labels keeps what is typed: another list has a new field.
        key={`${draft.kind} ${draft.of}`}
        of={draft.of}
        filter={draft.filter}
        errors={errorsOf("q")}
        onChange={(filter) => onChange({ ...draft, filter })}
      />
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
    </>
  );
}

/** The project that a card is about, or those of its page. */
function ProjectField({ draft, projects, onChange }: FieldsProps<ChartDraft>) {
  const { t, format } = useTranslation("dashboards");
  const nameOf = (slug: string): string => projects.find((project) => project.slug === slug)?.name ?? slug;
  const projectsOfSearch = "filter" in draft && draft.of === "search" ? projectsOfFilter(draft.filter) : [];
  const isOfOne =
    (draft.kind === "list" && "path" in draft.filter) || (draft.kind === "comparison" && draft.by === "sources");
  return (
    <SelectField
      label={t("card.project")}
      help={t(isOfOne ? "card.oneProject" : "card.projectHelp")}
      value={projectsOfSearch.length > 0 ? OF_SEARCH : (draft.project ?? "")}
      options={[
        ...(projectsOfSearch.length > 0 ? [{ value: OF_SEARCH, text: format.list(projectsOfSearch.map(nameOf)) }] : []),
        { value: "", text: t("card.ofPage") },
        ...projectOptions(projects),
      ]}
      onChange={(project) => {
        if (project !== OF_SEARCH) onChange(withProject(draft, project === "" ? null : project));
      }}
    />
  );
}
