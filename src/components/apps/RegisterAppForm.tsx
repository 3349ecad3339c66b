import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { AppWrite } from "../../../contract/integrations/apps.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormActions } from "../patterns/FormActions.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Text } from "../ui/Text.tsx";
import { useInitialFocus } from "../ui/useInitialFocus.ts";

export interface RegisterAppFields {
  /** "" for github.com. */
  url: string;
  /** "" for the account of the person. */
  organization: string;
  writes: AppWrite[];
}

export interface RegisterAppFormProps {
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onRegister: (fields: RegisterAppFields) => void;
  onCancel: () => void;
}

const WRITES = ["comment", "check"] as const satisfies readonly AppWrite[];

/** Where a new app is registered: at github.com or a server of the company, for an organisation or a person, and what it may write. */
export function RegisterAppForm({ isBusy = false, failure = null, onRegister, onCancel }: RegisterAppFormProps) {
  const { t } = useTranslation("apps");
  const [fields, setFields] = useState<RegisterAppFields>({ url: "", organization: "", writes: [] });
  const first = useInitialFocus();
  return (
    <Form
      label={t("register")}
      faults={{ organization: null, url: null }}
      failure={failure}
      failureTitle={t("registerFailed")}
      isBusy={isBusy}
      onSubmit={() => onRegister({ ...fields, url: fields.url.trim(), organization: fields.organization.trim() })}
    >
      {({ errorsOf }) => (
        <>
          <TextField
            name="app-organization"
            label={t("organization")}
            help={t("organizationHelp")}
            errors={errorsOf("organization")}
            inputRef={first}
            maxLength={100}
            isReadOnly={isBusy}
            value={fields.organization}
            onChange={(organization) => setFields({ ...fields, organization })}
          />
          <TextField
            name="app-url"
            label={t("url")}
            help={t("urlHelp")}
            errors={errorsOf("url")}
            type="url"
            maxLength={TEXT_LIMITS.url}
            isReadOnly={isBusy}
            value={fields.url}
            onChange={(url) => setFields({ ...fields, url })}
          />
          <div role="group" aria-label={t("writes.label")}>
            <Text as="p">{t("writes.text")}</Text>
            {WRITES.map((write) => (
              <Checkbox
                key={write}
                label={t(`writes.${write}`)}
                checked={fields.writes.includes(write)}
                disabled={isBusy}
                onChange={({ currentTarget: { checked } }) =>
                  setFields({
                    ...fields,
                    writes: WRITES.filter((one) => (one === write ? checked : fields.writes.includes(one))),
                  })
                }
              />
            ))}
          </div>
          <Text as="p" tone="muted">
            {t("rights")}
          </Text>
          <FormActions action={t("continue")} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
