import { CUSTOM_FIELD_LIMITS } from "../../../contract/issues/customFields.ts";
import {
  aggregatesOf,
  type AggregateName,
  COUNTABLE_NAMES,
  COUNTABLES,
  type CountableName,
  fieldOfGroup,
  groupOfField,
  OWN_METRIC_LIMITS,
  type OwnMetricGroup,
  type OwnMetricTime,
} from "../../../contract/insights/ownMetricRules.ts";
import type { RowsDefinition, RowValue } from "../../../contract/insights/ownMetrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

export interface OwnMetricRowsFieldsProps {
  definition: RowsDefinition;
  filterErrors: readonly string[] | undefined;
  /** Errors of the filter that the value has. */
  partErrors: readonly string[] | undefined;
  /** Errors of the name of the custom field that makes the groups. */
  fieldErrors: readonly string[] | undefined;
  onChange: (definition: RowsDefinition) => void;
}

/** A value of this kind with what the rows of `of` have. */
function valueOf(kind: AggregateName, { of, value }: RowsDefinition): RowsDefinition["value"] {
  if (kind === "count" || kind === "per_week") return { kind };
  if (kind === "share") return { kind, part: value.kind === "share" ? value.part : "" };
  if (kind === "followed") return { kind, issues: value.kind === "followed" ? value.issues : "" };
  const measured = "of" in value ? value.of : measurable(of)[0];
  if (measured === undefined) return { kind: "count" };
  return kind === "percentile" ? { kind, p: 90, of: measured } : { kind, of: measured };
}

/** Whether a value is about numbers or times of the rows. */
const isMeasured = (kind: AggregateName): boolean => !["count", "per_week", "share", "followed"].includes(kind);

/** What can be measured of the rows: their numbers, and the time between their first two moments. */
function measurable(of: RowsDefinition["of"]): RowValue[] {
  const { numbers, times } = COUNTABLES[of];
  const [from, to] = times as readonly (OwnMetricTime | undefined)[];
  const between: RowValue[] = from !== undefined && to !== undefined ? [{ kind: "between", from, to }] : [];
  return [...between, ...numbers.map((name): RowValue => ({ kind: "number", name }))];
}

/** Kinds of rows whose name does not say which of them count. */
const NOTED = ["requests", "pages", "page_changes", "releases"] as const;
const hasNote = (of: CountableName): of is (typeof NOTED)[number] => NOTED.some((noted) => noted === of);

/** What is counted, when, which of it, and what becomes of it. */
export function OwnMetricRowsFields(props: OwnMetricRowsFieldsProps) {
  const { definition, filterErrors, partErrors, fieldErrors, onChange } = props;
  const { t } = useTranslation("ownMetrics");
  const filterHelp = useFilterHelp();
  const { of, at, filter } = definition;
  const { times } = COUNTABLES[of];
  return (
    <>
      <SelectField
        label={t("form.of")}
        help={hasNote(of) ? t(`countableNotes.${of}`) : undefined}
        value={of}
        options={COUNTABLE_NAMES.map((name) => ({ value: name, text: t(`countables.${name}`) }))}
        // Times, groups and filters of one kind of rows are not those of another.
        onChange={(next) =>
          onChange({
            kind: "rows",
            of: next,
            at: COUNTABLES[next].times[0],
            filter: "",
            by: null,
            value: { kind: "count" },
          })
        }
      />
      <SelectField
        label={t("form.at")}
        value={at}
        options={times.map((time) => ({ value: time, text: t(`times.${time}`) }))}
        onChange={(next) => onChange({ ...definition, at: next })}
      />
      <FilterField
        label={t("form.filter")}
        help={filterHelp(of)}
        errors={filterErrors}
        value={filter}
        onChange={(text) => onChange({ ...definition, filter: text })}
      />
      <ValueFields definition={definition} partErrors={partErrors} onChange={onChange} />
      <GroupFields definition={definition} fieldErrors={fieldErrors} onChange={onChange} />
    </>
  );
}

/** The filters that rows of a kind have, in words. */
function useFilterHelp() {
  const { t, format } = useTranslation("ownMetrics");
  return (of: CountableName): string =>
    t("form.filterHelp", { filters: format.list(COUNTABLES[of].filters.map((name) => `${name}:`)) });
}

interface FilterFieldProps {
  label: string;
  help?: string;
  errors: readonly string[] | undefined;
  value: string;
  onChange: (text: string) => void;
}

/** A condition in the query language. */
function FilterField({ label, help, errors, value, onChange }: FilterFieldProps) {
  return (
    <TextField
      label={label}
      help={help}
      errors={errors}
      maxLength={OWN_METRIC_LIMITS.filterChars}
      value={value}
      onChange={onChange}
    />
  );
}

/** What becomes of the rows, and which of their values it is about. */
function ValueFields({
  definition,
  partErrors,
  onChange,
}: Pick<OwnMetricRowsFieldsProps, "definition" | "partErrors" | "onChange">) {
  const { t } = useTranslation("ownMetrics");
  const filterHelp = useFilterHelp();
  const { of, value } = definition;
  const { times, numbers } = COUNTABLES[of];
  const named = times.map((time) => ({ value: time, text: t(`times.${time}`) }));
  const measured = "of" in value ? value.of : null;
  const setMeasured = (next: RowValue): void => {
    if ("of" in value) onChange({ ...definition, value: { ...value, of: next } });
  };
  return (
    <>
      <SelectField
        label={t("form.value")}
        value={value.kind}
        options={aggregatesOf(of)
          .filter((kind) => !isMeasured(kind) || measurable(of).length > 0)
          .map((kind) => ({ value: kind, text: t(`form.values.${kind}`) }))}
        onChange={(kind) => onChange({ ...definition, value: valueOf(kind, definition) })}
      />
      {value.kind === "share" && (
        <FilterField
          label={t("form.part")}
          errors={partErrors}
          value={value.part}
          onChange={(part) => onChange({ ...definition, value: { kind: "share", part } })}
        />
      )}
      {value.kind === "followed" && (
        <FilterField
          label={t("form.issues")}
          help={filterHelp("issues")}
          errors={partErrors}
          value={value.issues}
          onChange={(issues) => onChange({ ...definition, value: { kind: "followed", issues } })}
        />
      )}
      {value.kind === "percentile" && (
        <FormField label={t("form.p")}>
          {(control) => (
            <InputGroup
              {...control}
              type="number"
              min={1}
              max={99}
              value={String(value.p)}
              onValueChange={(text) =>
                onChange({
                  ...definition,
                  value: { ...value, p: Math.min(99, Math.max(1, Math.trunc(Number(text)) || 1)) },
                })
              }
            />
          )}
        </FormField>
      )}
      {measured !== null && (
        <SelectField
          label={t("form.measured")}
          value={measured.kind === "number" ? measured.name : "between"}
          options={[
            ...(times.length > 1 ? [{ value: "between" as const, text: t("form.between") }] : []),
            ...numbers.map((name) => ({ value: name, text: t(`numbers.${name}`) })),
          ]}
          onChange={(name) => {
            const [first] = measurable(of);
            if (name !== "between") setMeasured({ kind: "number", name });
            else if (first) setMeasured(first);
          }}
        />
      )}
      {measured?.kind === "between" && (
        <>
          <SelectField
            label={t("form.from")}
            value={measured.from}
            options={named}
            onChange={(from) => setMeasured({ ...measured, from })}
          />
          <SelectField
            label={t("form.to")}
            value={measured.to}
            options={named}
            onChange={(to) => setMeasured({ ...measured, to })}
          />
        </>
      )}
    </>
  );
}

/** By what the rows are grouped. */
function GroupFields({
  definition,
  fieldErrors,
  onChange,
}: Pick<OwnMetricRowsFieldsProps, "definition" | "fieldErrors" | "onChange">) {
  const { t } = useTranslation("ownMetrics");
  const { of, by } = definition;
  const { groups, hasFields } = COUNTABLES[of];
  const field = by === null ? null : fieldOfGroup(by);
  return (
    <>
      <SelectField<OwnMetricGroup | "" | "field">
        label={t("form.by")}
        value={field === null ? ((by ?? "") as OwnMetricGroup | "") : "field"}
        options={[
          { value: "", text: t("form.nothing") },
          ...groups.map((group) => ({ value: group, text: t(`groups.${group}`) })),
          ...(hasFields ? [{ value: "field" as const, text: t("groups.field") }] : []),
        ]}
        onChange={(group) =>
          onChange({ ...definition, by: group === "" ? null : group === "field" ? groupOfField("") : group })
        }
      />
      {field !== null && (
        <TextField
          label={t("form.field")}
          help={t("form.fieldHelp")}
          errors={fieldErrors}
          maxLength={CUSTOM_FIELD_LIMITS.nameChars}
          value={field}
          onChange={(name) => onChange({ ...definition, by: groupOfField(name) })}
        />
      )}
    </>
  );
}
