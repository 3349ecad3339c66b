import type { ReactNode } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { OwnMetricDraft } from "../../../contract/insights/ownMetrics.ts";
import { takesTarget, targetUnit } from "../../domain/ownMetricTarget.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { Section } from "../ui/Section.tsx";
import { OwnMetricFormulaFields } from "./OwnMetricFormulaFields.tsx";
import { OwnMetricRowsFields } from "./OwnMetricRowsFields.tsx";
import { OwnMetricTargetFields } from "./OwnMetricTargetFields.tsx";
import { EMPTY_DEFINITIONS, useOwnMetricDraft } from "./useOwnMetricDraft.ts";

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

/** Defines or changes a metric: rows that are counted, or a formula, with its values while it is built. */
export function OwnMetricDialog(props: OwnMetricDialogProps) {
  const { metric, isNew, scopes, isBusy = false, failure = null, preview, onDraft, onSave, onClose } = props;
  const { t } = useTranslation("ownMetrics");
  const form = useOwnMetricDraft({ metric, scope: scopes[0] ?? null, onDraft });
  const { name, definition, scope, target, faults, change } = form;
  return (
    <FormDialog
      title={t(isNew ? "form.new" : "form.change")}
      draft={[name, definition, scope, target]}
      action={t("form.save")}
      isBusy={isBusy}
      faults={faults}
      failure={failure}
      failureTitle={t("form.failed")}
      onSubmit={() => onSave(form.draft, scope)}
      onClose={onClose}
    >
      {({ errorsOf: textsOf }) => {
        // The server's texts begin with the path of the field, which has its label here.
        const errorsOf = (field: keyof typeof faults) =>
          textsOf(field)?.map((text) => (text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text));
        return (
          <>
            <TextField
              label={t("form.name")}
              errors={errorsOf("name")}
              maxLength={TEXT_LIMITS.name}
              isSpellChecked
              value={name}
              onChange={form.setName}
            />
            {scope !== null && scopes.length > 1 && (
              <SelectField
                label={t("form.scope")}
                value={scope}
                options={scopes.map((value) => ({ value, text: t(`form.scopes.${value}`) }))}
                onChange={(next) => change({ scope: next })}
              />
            )}
            <SelectField
              label={t("form.kind")}
              value={definition.kind}
              options={(["rows", "formula"] as const).map((value) => ({ value, text: t(`form.kinds.${value}`) }))}
              onChange={(kind) => change({ definition: EMPTY_DEFINITIONS[kind] })}
            />
            {definition.kind === "rows" ? (
              <OwnMetricRowsFields
                definition={definition}
                filterErrors={errorsOf("definition -> filter")}
                partErrors={errorsOf(
                  `definition -> value -> ${definition.value.kind === "followed" ? "issues" : "part"}`,
                )}
                fieldErrors={errorsOf("definition -> by")}
                onChange={(next) => change({ definition: next })}
              />
            ) : (
              <OwnMetricFormulaFields
                definition={definition}
                textErrors={errorsOf("definition -> text")}
                onChange={(next) => change({ definition: next })}
              />
            )}
            {takesTarget(definition) && (
              <OwnMetricTargetFields
                target={target}
                unit={targetUnit(definition)}
                errors={errorsOf("target")}
                onChange={(next) => change({ target: next })}
              />
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
