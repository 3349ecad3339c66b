import { useState } from "react";
import type { CompanyRole } from "../../../contract/access/companies.ts";
import { COMPANY_ROLES, TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useEmailValidation } from "../patterns/useEmailValidation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Form } from "../patterns/Form.tsx";
import { Select } from "../ui/Select.tsx";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import styles from "./InviteForm.module.css";

export interface InviteFormProps {
  onInvite: (invitation: { email: string; role: CompanyRole }) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** Invites an address into the company. Remount it (by `key`) to clear it after a success. */
export function InviteForm({ onInvite, isBusy = false, failure = null }: InviteFormProps) {
  const { t } = useTranslation("settings");
  const states = useTranslation("states");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<CompanyRole>("Member");
  const fault = useEmailValidation()(email);
  return (
    <Form
      label={t("company.invite")}
      faults={{ email: fault, role: null }}
      failure={failure}
      failureTitle={t("company.inviteFailed")}
      isBusy={isBusy}
      onSubmit={() => onInvite({ email: email.trim(), role })}
    >
      {({ errorsOf }) => (
        <>
          <div className={styles.fields}>
            <FormField className={styles.email} label={t("company.inviteEmail")} errors={errorsOf("email")}>
              {(control) => (
                <InputGroup
                  {...control}
                  name="email"
                  type="email"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={TEXT_LIMITS.email}
                  value={email}
                  onValueChange={setEmail}
                />
              )}
            </FormField>
            <FormField label={t("company.inviteRole")} errors={errorsOf("role")}>
              {(control) => (
                <Select
                  {...control}
                  value={role}
                  options={COMPANY_ROLES.map((value) => ({ value, text: states.t(`roles.${value}`) }))}
                  onValueChange={setRole}
                />
              )}
            </FormField>
            <Button
              className={styles.button}
              type="submit"
              intent="primary"
              text={t("company.inviteSend")}
              loading={isBusy}
            />
          </div>
        </>
      )}
    </Form>
  );
}
