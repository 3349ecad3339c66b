import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import {
  MAX_RULE_ACTIONS,
  RULE_CERTAINTIES,
  RULE_TRIGGERS,
  type RuleTrigger,
  STALE_DAYS,
  canDo,
  hasArea,
  isOfIssue,
  isOfMetric,
} from "../../../contract/integrations/ruleKinds.ts";
import { TARGET_METRICS } from "../../../contract/insights/targetMetrics.ts";
import type { RuleDefinition, Rules } from "../../../contract/integrations/rules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormActions } from "../patterns/FormActions.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

import { useInitialFocus } from "../ui/useInitialFocus.ts";
import { RuleActionFields, type TypedAction, actionOf } from "./RuleActionFields.tsx";
import { detailOf } from "./RuleCard.tsx";
import styles from "./RuleForm.module.css";

export interface RuleFormProps {
  /** The rule to edit; null for a new one. */
  rule: RuleDefinition | null;
  options: Rules["options"];
  isBusy: boolean;
  failure: FormErrorInfo | null;
  onSave: (rule: RuleDefinition) => void;
  onCancel: () => void;
}

const ANY_CERTAINTY = ["any"] as const;
const ANY_METRIC = ["any"] as const;
const NEW_ACTION: TypedAction = { kind: "notify", value: "" };

const hasItem = (when: RuleTrigger): boolean => isOfIssue(when) || when === "request.opened";

interface RuleFields {
  readonly name: string;
  readonly when: RuleTrigger;
  /** As typed. */
  readonly days: string;
  readonly search: string;
  readonly metric: (typeof ANY_METRIC)[number] | (typeof TARGET_METRICS)[number];
  readonly query: string;
  readonly area: string;
  readonly certainty: (typeof ANY_CERTAINTY)[number] | (typeof RULE_CERTAINTIES)[number];
  readonly actions: readonly TypedAction[];
}

/** When, if and actions of a rule. */
export function RuleForm({ rule, options, isBusy, failure, onSave, onCancel }: RuleFormProps) {
  const { t } = useTranslation("rules");
  const [fields, setFields] = useState((): RuleFields => ({
    name: rule?.name ?? "",
    when: rule?.when ?? RULE_TRIGGERS[0],
    days: String(rule?.days ?? ""),
    search: rule?.search ?? "",
    metric: rule?.metric ?? ANY_METRIC[0],
    query: rule?.query ?? "",
    area: rule?.area ?? "",
    certainty: rule?.certainty ?? ANY_CERTAINTY[0],
    actions: rule?.actions.map((action): TypedAction => ({ kind: action.do, value: detailOf(action) })) ?? [NEW_ACTION],
  }));
  const set = (change: Partial<RuleFields>): void => setFields((now) => ({ ...now, ...change }));
  const first = useInitialFocus();
  const { when, actions } = fields;
  const days = Number(fields.days);
  const isDays = Number.isInteger(days) && days >= STALE_DAYS.min && days <= STALE_DAYS.max;
  const required = useRequired();
  const complete = actions.map(actionOf);
  return (
    <Form
      label={rule ? t("editTitle", { name: rule.name }) : t("addTitle")}
      faults={{
        name: required(fields.name),
        days: when === "issue.stale" && !isDays ? t("noDays", STALE_DAYS) : null,
        query: null,
        area: null,
        certainty: null,
        search: when === "search.matched" ? required(fields.search) : null,
        metric: null,
        actions: complete.includes(null) ? t("noAction") : null,
      }}
      failure={failure}
      failureTitle={t("saveFailed")}
      isBusy={isBusy}
      onSubmit={() =>
        onSave({
          name: fields.name.trim(),
          when,
          days: when === "issue.stale" ? days : null,
          search: when === "search.matched" ? fields.search : null,
          query: hasItem(when) ? fields.query.trim() : "",
          ...(isOfMetric(when) && fields.metric !== "any" && { metric: fields.metric }),
          area: hasArea(when) && fields.area.trim() !== "" ? fields.area.trim() : null,
          certainty: isOfIssue(when) && fields.certainty !== "any" ? fields.certainty : null,
          actions: complete.filter((action) => action !== null),
        })
      }
    >
      {({ errorsOf }) => (
        <>
          <TextField
            label={t("name")}
            errors={errorsOf("name")}
            inputRef={first}
            maxLength={TEXT_LIMITS.name}
            isSpellChecked
            value={fields.name}
            onChange={(name) => set({ name })}
          />
          <RuleConditions fields={fields} searches={options.searches} errorsOf={errorsOf} onChange={set} />
          <fieldset className={styles.actions}>
            <legend>{t("actionsTitle")}</legend>
            {actions.map((action, position) => (
              <RuleActionFields
                // An action has no name of its own, and its fields are controlled.
                key={`action ${position}`}
                number={position + 1}
                action={action}
                trigger={when}
                webhooks={options.webhooks}
                errors={complete[position] === null ? errorsOf("actions") : undefined}
                onChange={(changed) => set({ actions: actions.with(position, changed) })}
                onRemove={actions.length > 1 ? () => set({ actions: actions.toSpliced(position, 1) }) : undefined}
              />
            ))}
            {actions.length < MAX_RULE_ACTIONS && (
              <div>
                <Button
                  size="small"
                  variant="outlined"
                  text={t("addAction")}
                  onClick={() => set({ actions: [...actions, NEW_ACTION] })}
                />
              </div>
            )}
          </fieldset>
          <FormActions action={t("save")} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}

interface RuleConditionsProps {
  fields: RuleFields;
  /** Names of saved searches. */
  searches: readonly string[];
  errorsOf: (field: "days" | "search" | "query" | "metric" | "area" | "certainty") => readonly string[] | undefined;
  onChange: (change: Partial<RuleFields>) => void;
}

/** The event of a rule, and what it has to fulfil. */
function RuleConditions({ fields, searches, errorsOf, onChange }: RuleConditionsProps) {
  const { t } = useTranslation("rules");
  const { when, actions } = fields;
  return (
    <>
      <SelectField
        label={t("when")}
        value={when}
        options={RULE_TRIGGERS.map((value) => ({ value, text: t(`triggers.${value}`) }))}
        onChange={(chosen) =>
          onChange({
            when: chosen,
            actions: actions.map((action) => (canDo(chosen, action.kind) ? action : NEW_ACTION)),
          })
        }
      />
      {when === "issue.stale" && (
        <FormField label={t("days")} errors={errorsOf("days")}>
          {(control) => (
            <InputGroup
              {...control}
              type="number"
              min={STALE_DAYS.min}
              max={STALE_DAYS.max}
              value={fields.days}
              onValueChange={(days) => onChange({ days })}
            />
          )}
        </FormField>
      )}
      {when === "search.matched" && (
        <SelectField
          label={t("search")}
          help={t("searchHelp")}
          errors={errorsOf("search")}
          value={searches.includes(fields.search) ? fields.search : null}
          options={searches.map((value) => ({ value, text: value }))}
          onChange={(search) => onChange({ search })}
        />
      )}
      {hasItem(when) && (
        <TextField
          label={t("query")}
          help={t("queryHelp")}
          errors={errorsOf("query")}
          isSpellChecked
          value={fields.query}
          onChange={(query) => onChange({ query })}
        />
      )}
      {isOfMetric(when) && (
        <SelectField
          label={t("metric")}
          help={t("metricHelp")}
          errors={errorsOf("metric")}
          value={fields.metric}
          options={[...ANY_METRIC, ...TARGET_METRICS].map((value) => ({ value, text: t(`metrics.${value}`) }))}
          onChange={(metric) => onChange({ metric })}
        />
      )}
      {hasArea(when) && (
        <TextField
          label={t(isOfIssue(when) ? "area" : "folder")}
          help={t("areaHelp")}
          errors={errorsOf("area")}
          isSpellChecked
          value={fields.area}
          onChange={(area) => onChange({ area })}
        />
      )}
      {isOfIssue(when) && (
        <SelectField
          label={t("certainty")}
          help={t("certaintyHelp")}
          errors={errorsOf("certainty")}
          value={fields.certainty}
          options={[...ANY_CERTAINTY, ...RULE_CERTAINTIES].map((value) => ({
            value,
            text: t(`certainties.${value}`),
          }))}
          onChange={(certainty) => onChange({ certainty })}
        />
      )}
    </>
  );
}
