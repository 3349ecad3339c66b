import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { Form } from "../patterns/Form.tsx";
import { NewPasswordFields, NO_PASSWORD } from "./NewPasswordFields.tsx";
import { usePasswordValidation } from "./usePasswordValidation.ts";
import { Button } from "../ui/Button.tsx";

export interface ResetPasswordFormProps {
  onSubmit: (passwords: { new_password: string; confirm_password: string }) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** The page does not know the owner of the link; the host checks against address and name. */
const NO_OWNER = { email: "", name: "" };

/** The form for a new password after a reset. */
export function ResetPasswordForm({ onSubmit, isBusy = false, failure = null }: ResetPasswordFormProps) {
  const { t } = useTranslation("auth");
  const check = usePasswordValidation();
  const [value, setValue] = useState(NO_PASSWORD);
  const faults = check(value.password, value.confirmation, NO_OWNER);
  return (
    <Form
      faults={{ new_password: faults.password, confirm_password: faults.confirm }}
      failure={failure}
      failureTitle={t("resetFailed")}
      isBusy={isBusy}
      onSubmit={() => onSubmit({ new_password: value.password, confirm_password: value.confirmation })}
    >
      {({ errorsOf }) => (
        <>
          <NewPasswordFields
            labels={{ password: t("newPassword"), confirmation: t("newPasswordAgain") }}
            name="new_password"
            owner={NO_OWNER}
            value={value}
            onChange={setValue}
            errors={{ password: errorsOf("new_password"), confirmation: errorsOf("confirm_password") }}
          />
          <Button type="submit" intent="primary" size="large" fill text={t("resetSave")} loading={isBusy} />
        </>
      )}
    </Form>
  );
}
