import type { RuleDefinition, Rules } from "../../../contract/integrations/rules.ts";
import { FormError } from "../../components/patterns/FormError.tsx";
import { RuleFileErrors } from "../../components/rules/RuleFileErrors.tsx";
import { RuleForm } from "../../components/rules/RuleForm.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { useInlineForm } from "../forms/useInlineForm.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { RuleSection } from "./RuleSection.tsx";

/** The rules of a project, a form for another one, and the switch that stops all. */
export function RulesSection({ slug }: { slug: string }) {
  const services = useServices();
  const { t } = useTranslation("rules");
  const list = useQuery(settingsKeys.rules(slug), (signal) => services.rules.list(slug, signal));
  return (
    <AsyncContent query={list} failed={t("failed")}>
      {(rules) => <RuleList slug={slug} rules={rules} />}
    </AsyncContent>
  );
}

function RuleList({ slug, rules: { stopped, rules, files, options } }: { slug: string; rules: Rules }) {
  const services = useServices();
  const { t, format } = useTranslation("rules");
  const formatError = useErrorMessage();
  const invalidates = [settingsKeys.rules(slug)];
  const { openerRef, ...form } = useInlineForm();
  const add = useMutation((rule: RuleDefinition) => services.rules.add(slug, rule), {
    invalidates,
    onSuccess: form.close,
  });
  const stop = useMutation((isStopped: boolean) => services.rules.stop(slug, isStopped), {
    invalidates,
  });
  return (
    <Stack gap={3}>
      {stopped && (
        <Callout intent="warning" title={t("stopped")}>
          {stopped.by === null
            ? t("stoppedAt", { time: format.dateTime(stopped.at) })
            : t("stoppedBy", { name: stopped.by, time: format.dateTime(stopped.at) })}
        </Callout>
      )}
      {files
        .filter(({ errors }) => errors.length > 0)
        .map((file) => (
          <RuleFileErrors key={file.source} file={file} />
        ))}
      {rules.length === 0 && !form.isOpen && (
        <Text as="p" tone="muted">
          {t("none")}
        </Text>
      )}
      {rules.map((rule) => (
        <RuleSection key={rule.id} slug={slug} rule={rule} options={options} />
      ))}
      <FormError title={t("changeFailed")} failure={stop.error && formatError(stop.error)} />
      {form.isOpen ? (
        <RuleForm
          rule={null}
          options={options}
          isBusy={add.isPending}
          failure={add.error && formatError(add.error)}
          onSave={(rule) => void add.mutate(rule)}
          onCancel={() => {
            add.reset();
            form.close();
          }}
        />
      ) : (
        <Inline>
          <Button ref={openerRef} variant="outlined" text={t("add")} onClick={form.open} />
          {(rules.length > 0 || stopped !== null) && (
            <Button
              variant="outlined"
              intent={stopped === null ? "danger" : "none"}
              text={t(stopped === null ? "stop" : "resume")}
              loading={stop.isPending}
              onClick={() => void stop.mutate(stopped === null)}
            />
          )}
        </Inline>
      )}
    </Stack>
  );
}
