import {
  RULE_ACTIONS,
  canDo,
  type RuleActionKind,
  type RuleTrigger,
} from "../../../contract/integrations/ruleKinds.ts";
import type { RuleAction } from "../../../contract/integrations/rules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Select } from "../ui/Select.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { TextArea } from "../ui/TextArea.ts";

/** An action as it is typed. */
export interface TypedAction {
  kind: RuleActionKind;
  value: string;
}

export interface RuleActionFieldsProps {
  number: number;
  action: TypedAction;
  trigger: RuleTrigger;
  webhooks: readonly string[];
  errors: readonly string[] | undefined;
  onChange: (action: TypedAction) => void;
  /** Left out for the only action. */
  onRemove?: (() => void) | undefined;
}

/** The action that was typed; null while something is missing. */
export function actionOf({ kind, value }: TypedAction): RuleAction | null {
  if (kind === "assign_expert") return { do: kind };
  const text = value.trim();
  if (text === "") return null;
  switch (kind) {
    case "label":
      return { do: kind, label: text };
    case "assign":
      return { do: kind, person: text };
    case "comment":
      return { do: kind, text };
    case "notify":
      return { do: kind, people: text.split(/[\s,;]+/).filter((part) => part !== "") };
    case "webhook":
      return { do: kind, webhook: text };
    case "mark":
      return { do: kind, mark: text };
  }
}

/** One action: what is done, and what it names. */
export function RuleActionFields({
  number,
  action,
  trigger,
  webhooks,
  errors,
  onChange,
  onRemove,
}: RuleActionFieldsProps) {
  const { t } = useTranslation("rules");
  const { kind, value } = action;
  const kinds = RULE_ACTIONS.filter((one) => canDo(trigger, one));
  const change = (next: string): void => onChange({ kind, value: next });
  return (
    <Stack gap={2}>
      <Inline>
        <Select
          aria-label={t("action", { number })}
          value={kind}
          options={kinds.map((one) => ({ value: one, text: t(`actions.${one}`) }))}
          onValueChange={(chosen) => onChange({ kind: chosen, value: "" })}
        />
        {onRemove && <Button size="small" variant="minimal" text={t("removeAction", { number })} onClick={onRemove} />}
      </Inline>
      {kind === "assign_expert" ? (
        <Text as="p" size="small" tone="muted">
          {t("expertHelp")}
        </Text>
      ) : (
        <FormField label={t(`values.${kind}`)} help={t(`valueHelp.${kind}`)} errors={errors}>
          {(control) =>
            kind === "comment" ? (
              <TextArea {...control} fill value={value} onChange={({ currentTarget }) => change(currentTarget.value)} />
            ) : kind === "webhook" ? (
              <Select
                {...control}
                value={webhooks.includes(value) ? value : null}
                options={webhooks.map((one) => ({ value: one, text: one }))}
                onValueChange={change}
              />
            ) : (
              <InputGroup {...control} autoComplete="off" value={value} onValueChange={change} />
            )
          }
        </FormField>
      )}
    </Stack>
  );
}
