import { useState } from "react";
import type { Rule, RuleDefinition, Rules } from "../../../contract/integrations/rules.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { RuleCard } from "../../components/rules/RuleCard.tsx";
import { RuleForm } from "../../components/rules/RuleForm.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { Disclosure } from "../../components/ui/Disclosure.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useInlineForm } from "../forms/useInlineForm.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { DryRunSection, useDryRun } from "./DryRunSection.tsx";
import { RuleLogSection } from "./RuleLogSection.tsx";

export interface RuleSectionProps {
  slug: string;
  rule: Rule;
  options: Rules["options"];
}

/** One rule: dry run, turning on or off, change, log, remove. */
export function RuleSection({ slug, rule, options }: RuleSectionProps) {
  const { id, definition, revision } = rule;
  const services = useServices();
  const { t } = useTranslation("rules");
  const formatError = useErrorMessage();
  const { openerRef, ...form } = useInlineForm();
  const [isLogOpen, setLogOpen] = useState(false);
  const invalidates = [settingsKeys.rules(slug)];
  const trial = useDryRun(slug, id);
  const turn = useMutation((isOn: boolean) => services.rules.turn(id, isOn, revision), { invalidates });
  const change = useMutation((given: RuleDefinition) => services.rules.change(id, given), {
    invalidates,
    onSuccess: () => {
      trial.forget();
      form.close();
    },
  });
  const remove = useConfirmation(() => services.rules.remove(id), { invalidates });
  const failure = turn.error ?? trial.error;
  if (form.isOpen) {
    return (
      <Card>
        <RuleForm
          rule={definition}
          options={options}
          isBusy={change.isPending}
          failure={change.error && formatError(change.error)}
          onSave={(given) => void change.mutate(given)}
          onCancel={() => {
            change.reset();
            form.close();
          }}
        />
      </Card>
    );
  }
  return (
    <>
      <RuleCard
        rule={rule}
        isSwitching={turn.isPending}
        isTrying={trial.isPending}
        failure={failure && formatError(failure)}
        onTurn={(isOn) => void turn.mutate(isOn)}
        onDryRun={trial.start}
        onEdit={rule.file === null ? form.open : undefined}
        editRef={openerRef}
        onRemove={rule.file === null ? () => remove.ask(null) : undefined}
      >
        <DryRunSection slug={slug} trial={trial} />
        <Disclosure summary={t("log")} isOpen={isLogOpen} onToggle={setLogOpen}>
          {isLogOpen && <RuleLogSection slug={slug} ruleId={id} />}
        </Disclosure>
      </RuleCard>
      <ConfirmDialog
        {...remove.dialog}
        title={t("removeTitle", { name: definition.name })}
        text={t("removeText")}
        action={t("remove")}
      />
    </>
  );
}
