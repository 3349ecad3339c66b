import { Button, Intent } from "@blueprintjs/core";
import { useState } from "react";
import { useWords } from "../../i18n/useWords.ts";
import { EmailField } from "../EmailField/EmailField.tsx";
import { useEmailFault } from "../EmailField/useEmailFault.ts";
import styles from "../FormField/Form.module.css";
import { FormFailure, type SubmitFailure } from "../FormFailure/FormFailure.tsx";
import { useWrongField } from "../FormField/useWrongField.ts";

export interface EmailFormProps {
  onSubmit: (email: string) => void;
  isBusy?: boolean;
  failure?: SubmitFailure | null;
}

/** Asks for the address that receives the password reset link. */
export function EmailForm({ onSubmit, isBusy = false, failure = null }: EmailFormProps) {
  const { t } = useWords("auth");
  const [email, setEmail] = useState("");
  const [isChecked, setChecked] = useState(false);
  const fault = useEmailFault()(email);
  const ref = useWrongField(isBusy);
  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (fault === null && !isBusy) onSubmit(email.trim());
      }}
    >
      <FormFailure title={t("forgotFailed")} failure={failure} shownFields={["email"]} />
      <EmailField
        value={email}
        onChange={setEmail}
        errors={isChecked && fault !== null ? [fault] : failure?.fields?.["email"]}
      />
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill text={t("forgotSend")} loading={isBusy} />
    </form>
  );
}
