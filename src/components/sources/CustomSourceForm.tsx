import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { EMPTY_CUSTOM_SOURCE, linkTemplateFault, type CustomSourceDraft } from "../../domain/customSource.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Select } from "../ui/Select.tsx";
import { Text } from "../ui/Text.tsx";

export interface CustomSourceFormProps {
  isBusy?: boolean;
  /** Why the last attempt was refused. */
  failure?: FormErrorInfo | null;
  onCreate: (draft: CustomSourceDraft) => void;
  onCancel: () => void;
}

/** The form that creates a source for a tracker that has no connector. */
export function CustomSourceForm({ isBusy = false, failure = null, onCreate, onCancel }: CustomSourceFormProps) {
  const { t } = useTranslation("imports");
  const { t: tStates } = useTranslation("states");
  const [draft, setDraft] = useState(EMPTY_CUSTOM_SOURCE);
  const fault = linkTemplateFault(draft.linkTemplate);
  return (
    <Form
      label={t("form.label")}
      faults={{
        name: draft.name.trim() === "" ? t("form.required") : null,
        link_template: fault && t(fault === "missing" ? "form.required" : "form.linkFault"),
      }}
      failure={failure}
      failureTitle={t("form.failed")}
      isBusy={isBusy}
      onSubmit={() => onCreate(draft)}
    >
      {({ errorsOf }) => (
        <>
          <Text as="p" tone="muted">
            {t("form.text")}
          </Text>
          <FormField label={t("form.name")} errors={errorsOf("name")}>
            {(control) => (
              <InputGroup
                {...control}
                name="name"
                autoComplete="off"
                maxLength={TEXT_LIMITS.name}
                intent={errorsOf("name") ? "danger" : "none"}
                value={draft.name}
                readOnly={isBusy}
                onValueChange={(name) => setDraft({ ...draft, name })}
              />
            )}
          </FormField>
          <FormField label={t("form.holds")}>
            {(control) => (
              <Select
                {...control}
                fill
                disabled={isBusy}
                value={draft.holds}
                options={(["issues", "pages"] as const).map((value) => ({ value, text: t(`form.holdsOf.${value}`) }))}
                onValueChange={(holds) => setDraft({ ...draft, holds })}
              />
            )}
          </FormField>
          <FormField label={t("form.link")} help={t("form.linkHelp")} errors={errorsOf("link_template")}>
            {(control) => (
              <InputGroup
                {...control}
                name="link_template"
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                maxLength={TEXT_LIMITS.url}
                intent={errorsOf("link_template") ? "danger" : "none"}
                value={draft.linkTemplate}
                readOnly={isBusy}
                onValueChange={(linkTemplate) => setDraft({ ...draft, linkTemplate })}
              />
            )}
          </FormField>
          <Inline align="stretch">
            <Button type="submit" intent="primary" text={t("form.create")} loading={isBusy} />
            <Button variant="minimal" text={tStates("cancel")} disabled={isBusy} onClick={onCancel} />
          </Inline>
        </>
      )}
    </Form>
  );
}
