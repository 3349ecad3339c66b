import { Button, InputGroup, Intent } from "@blueprintjs/core";
import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useWords } from "../../i18n/useWords.ts";
import styles from "../FormField/Form.module.css";
import { FormFailure, type SubmitFailure } from "../FormFailure/FormFailure.tsx";
import { FormField } from "../FormField/FormField.tsx";
import { looksLikeEmail } from "../FormField/looksLikeEmail.ts";

export interface EmailFormProps {
  onSubmit: (email: string) => void;
  isBusy?: boolean;
  failure?: SubmitFailure | null;
}

/** Asks for the address that a link to a new password goes to. */
export function EmailForm({ onSubmit, isBusy = false, failure = null }: EmailFormProps) {
  const { t } = useWords("auth");
  const errors = useWords("errors");
  const [email, setEmail] = useState("");
  const [isChecked, setChecked] = useState(false);
  const fault = email.trim() === "" ? errors.t("required") : looksLikeEmail(email) ? null : errors.t("email");
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!fault && !isBusy) onSubmit(email.trim());
      }}
    >
      <FormFailure title={t("forgotFailed")} failure={failure} shownFields={["email"]} />
      <FormField label={t("email")} errors={isChecked && fault ? [fault] : failure?.fields?.["email"]}>
        {(control) => (
          <InputGroup
            {...control}
            name="email"
            type="email"
            size="large"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={TEXT_LIMITS.email}
            value={email}
            onValueChange={setEmail}
          />
        )}
      </FormField>
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill text={t("forgotSend")} loading={isBusy} />
    </form>
  );
}
