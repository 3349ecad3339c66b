import { useId, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./SsoPolicyForm.module.css";

export interface SsoPolicyFormProps {
  isRequired: boolean;
  /** Ids of the Admins who keep their password. */
  passwordAdmins: readonly string[];
  /** The Admins of the company. */
  admins: readonly { readonly id: string; readonly name: string; readonly email: string }[];
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (policy: { is_required: boolean; password_admins: string[] }) => void;
}

/** Whether single sign-on is required, and which Admins may still use a password. */
export function SsoPolicyForm({ admins, isBusy = false, failure = null, onSave, ...stored }: SsoPolicyFormProps) {
  const { t } = useTranslation("sso");
  const id = useId();
  const [isRequired, setRequired] = useState(stored.isRequired);
  const [chosen, setChosen] = useState<readonly string[]>(stored.passwordAdmins);
  return (
    <Form
      label={t("policy")}
      faults={{ password_admins: null }}
      failure={failure}
      failureTitle={t("policyFailed")}
      isBusy={isBusy}
      onSubmit={() => onSave({ is_required: isRequired, password_admins: [...chosen] })}
    >
      {({ errorsOf }) => {
        const faults = errorsOf("password_admins") ?? [];
        return (
          <>
            <div>
              <Checkbox
                label={t("required")}
                checked={isRequired}
                aria-describedby={`${id}text`}
                onChange={({ currentTarget: { checked } }) => setRequired(checked)}
              />
              <Text as="p" tone="muted" id={`${id}text`}>
                {t("policyText")}
              </Text>
            </div>
            <fieldset className={styles.admins}>
              <legend>{t("keepers")}</legend>
              {admins.map((admin) => (
                <Checkbox
                  key={admin.id}
                  label={`${admin.name} (${admin.email})`}
                  checked={chosen.includes(admin.id)}
                  aria-invalid={faults.length > 0 || undefined}
                  aria-describedby={faults.length > 0 ? `${id}faults` : undefined}
                  onChange={({ currentTarget: { checked } }) =>
                    setChosen((now) => (checked ? [...now, admin.id] : now.filter((other) => other !== admin.id)))
                  }
                />
              ))}
              <Text tone="danger" id={`${id}faults`} role="alert">
                {faults.join("\n")}
              </Text>
            </fieldset>
            <div>
              <Button type="submit" intent="primary" text={t("save")} loading={isBusy} />
            </div>
          </>
        );
      }}
    </Form>
  );
}
