import { type ReactNode, useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import {
  fieldOfGroup,
  FORMULA_UNITS,
  isOfPeriod,
  OWN_METRIC_LIMITS,
} from "../../../contract/insights/ownMetricRules.ts";
import type { OwnMetricDefinition, OwnMetricDraft, RowsDefinition } from "../../../contract/insights/ownMetrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { Section } from "../ui/Section.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.ts";
import { OwnMetricRowsFields } from "./OwnMetricRowsFields.tsx";

export type OwnMetricScope = "project" | "company";

export interface OwnMetricDialogProps {
  /** What the form begins with: a metric that is changed or copied; null for an empty one. */
  metric: OwnMetricDraft | null;
  isNew: boolean;
  /** Whose metric a new one may be, the usual one first; empty for one that exists. */
  scopes: readonly OwnMetricScope[];
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  /** The values of the draft. */
  preview?: ReactNode;
  /** The draft as it is typed; null while it cannot be measured. */
  onDraft: (draft: OwnMetricDraft | null, scope: OwnMetricScope | null) => void;
  onSave: (draft: OwnMetricDraft, scope: OwnMetricScope | null) => void;
  onClose: () => void;
}

const EMPTY: OwnMetricDefinition = {
  kind: "rows",
  of: "issues",
  at: "opened",
  filter: "",
  by: null,
  value: { kind: "count" },
};
const EMPTY_FORMULA: OwnMetricDefinition = { kind: "formula", text: "", unit: "number" };

interface TargetText {
  readonly is: "none" | "at_most" | "at_least";
  readonly text: string;
}

const isShare = (definition: OwnMetricDefinition): boolean =>
  definition.kind === "formula" ? definition.unit === "share" : definition.value.kind === "share";
const isHours = (definition: OwnMetricDefinition): boolean =>
  definition.kind === "formula"
    ? definition.unit === "hours"
    : "of" in definition.value && definition.value.of.kind === "between";
const numberIn = (text: string): number => Number(text.trim().replace(",", "."));
const isNumber = (text: string): boolean => /^-?\d+(?:[.,]\d+)?$/.test(text.trim());
const takesTarget = (definition: OwnMetricDefinition): boolean =>
  definition.kind === "formula" || !isOfPeriod(definition.value.kind);

function targetOf(definition: OwnMetricDefinition, { is, text }: TargetText): OwnMetricDraft["target"] {
  if (is === "none" || !takesTarget(definition) || !isNumber(text)) return null;
  return { is, value: isShare(definition) ? numberIn(text) / 100 : numberIn(text) };
}

const lacksFieldName = ({ by }: RowsDefinition): boolean => by !== null && fieldOfGroup(by)?.trim() === "";

/** Defines or changes a metric: rows that are counted, or a formula, with its values while it is built. */
export function OwnMetricDialog(props: OwnMetricDialogProps) {
  const { metric, isNew, scopes, isBusy = false, failure = null, preview, onDraft, onSave, onClose } = props;
  const { t } = useTranslation("ownMetrics");
  const errors = useTranslation("errors");
  const [name, setName] = useState(metric?.name ?? "");
  const [definition, setDefinition] = useState<OwnMetricDefinition>(metric?.definition ?? EMPTY);
  const [scope, setScope] = useState<OwnMetricScope | null>(scopes[0] ?? null);
  const [target, setTarget] = useState<TargetText>({
    is: metric?.target?.is ?? "none",
    text: metric?.target ? String((isShare(metric.definition) ? 100 : 1) * metric.target.value) : "",
  });
  const draft = { name: name.trim(), definition, target: targetOf(definition, target) };
  const required = useRequired();
  const faults = {
    name: required(name),
    "definition -> text": definition.kind === "formula" ? required(definition.text) : null,
    "definition -> filter": null,
    "definition -> value -> part":
      definition.kind === "rows" && definition.value.kind === "share" ? required(definition.value.part) : null,
    "definition -> by": definition.kind === "rows" && lacksFieldName(definition) ? errors.t("required") : null,
    target: target.is === "none" || !takesTarget(definition) || isNumber(target.text) ? null : t("form.notNumber"),
  };
  /** @param changed the definition, the target and the scope after a change, for the preview */
  const show = (changed: OwnMetricDefinition, goal: TargetText, owner: OwnMetricScope | null): void => {
    const isComplete =
      changed.kind === "formula"
        ? changed.text.trim() !== ""
        : !lacksFieldName(changed) && (changed.value.kind !== "share" || changed.value.part.trim() !== "");
    onDraft(isComplete ? { name: name.trim(), definition: changed, target: targetOf(changed, goal) } : null, owner);
  };
  const define = (next: OwnMetricDefinition): void => {
    setDefinition(next);
    show(next, target, scope);
  };
  const aim = (next: TargetText): void => {
    setTarget(next);
    show(definition, next, scope);
  };
  return (
    <FormDialog
      title={t(isNew ? "form.new" : "form.change")}
      draft={[name, definition, scope, target]}
      action={t("form.save")}
      isBusy={isBusy}
      faults={faults}
      failure={failure}
      failureTitle={t("form.failed")}
      onSubmit={() => onSave(draft, scope)}
      onClose={onClose}
    >
      {({ errorsOf: textsOf }) => {
        // The server's texts begin with the path of the field, which has its label here.
        const errorsOf = (field: keyof typeof faults) =>
          textsOf(field)?.map((text) => (text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text));
        return (
          <>
            <FormField label={t("form.name")} errors={errorsOf("name")}>
              {(control) => (
                <InputGroup
                  {...control}
                  autoComplete="off"
                  maxLength={TEXT_LIMITS.name}
                  value={name}
                  onValueChange={setName}
                />
              )}
            </FormField>
            {scope !== null && scopes.length > 1 && (
              <FormField label={t("form.scope")}>
                {(control) => (
                  <Select
                    {...control}
                    fill
                    value={scope}
                    options={scopes.map((value) => ({ value, text: t(`form.scopes.${value}`) }))}
                    onValueChange={(next) => {
                      setScope(next);
                      show(definition, target, next);
                    }}
                  />
                )}
              </FormField>
            )}
            <FormField label={t("form.kind")}>
              {(control) => (
                <Select
                  {...control}
                  fill
                  value={definition.kind}
                  options={(["rows", "formula"] as const).map((value) => ({ value, text: t(`form.kinds.${value}`) }))}
                  onValueChange={(kind) => define(kind === "rows" ? EMPTY : EMPTY_FORMULA)}
                />
              )}
            </FormField>
            {definition.kind === "rows" ? (
              <OwnMetricRowsFields
                definition={definition}
                filterErrors={errorsOf("definition -> filter")}
                partErrors={errorsOf("definition -> value -> part")}
                fieldErrors={errorsOf("definition -> by")}
                onChange={define}
              />
            ) : (
              <>
                <FormField
                  label={t("form.formula")}
                  help={t("form.formulaHelp")}
                  errors={errorsOf("definition -> text")}
                >
                  {(control) => (
                    <TextArea
                      {...control}
                      fill
                      rows={3}
                      spellCheck={false}
                      maxLength={OWN_METRIC_LIMITS.formulaChars}
                      value={definition.text}
                      onChange={({ currentTarget: { value: text } }) => define({ ...definition, text })}
                    />
                  )}
                </FormField>
                <FormField label={t("form.unit")}>
                  {(control) => (
                    <Select
                      {...control}
                      fill
                      value={definition.unit}
                      options={FORMULA_UNITS.map((value) => ({ value, text: t(`form.units.${value}`) }))}
                      onValueChange={(unit) => define({ ...definition, unit })}
                    />
                  )}
                </FormField>
              </>
            )}
            {takesTarget(definition) && (
              <FormField label={t("form.target")}>
                {(control) => (
                  <Select
                    {...control}
                    fill
                    value={target.is}
                    options={(["none", "at_most", "at_least"] as const).map((value) => ({
                      value,
                      text: t(`form.targets.${value}`),
                    }))}
                    onValueChange={(is) => aim({ ...target, is })}
                  />
                )}
              </FormField>
            )}
            {takesTarget(definition) && target.is !== "none" && (
              <FormField
                label={t("form.targetValue")}
                help={t(
                  `form.targetHelp.${isShare(definition) ? "share" : isHours(definition) ? "hours" : "other"}` as const,
                )}
                errors={errorsOf("target")}
              >
                {(control) => (
                  <InputGroup
                    {...control}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={20}
                    value={target.text}
                    onValueChange={(text) => aim({ ...target, text })}
                  />
                )}
              </FormField>
            )}
            <Section title={t("form.preview")} headingLevel={3} size="body" lead={t("form.previewOf")}>
              {preview}
            </Section>
          </>
        );
      }}
    </FormDialog>
  );
}
