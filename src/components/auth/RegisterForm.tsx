import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmailField } from "../patterns/EmailField.tsx";
import { useEmailValidation } from "../patterns/useEmailValidation.ts";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { useFocusFirstError } from "../patterns/useFocusFirstError.ts";
import { NewPasswordFields, NO_PASSWORD } from "./NewPasswordFields.tsx";
import { usePasswordValidation } from "./usePasswordValidation.ts";
import { Button } from "../ui/Button.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { Intent } from "../ui/intent.ts";
import styles from "../patterns/Form.module.css";

export interface RegisterFormProps {
  /** The invited address; another one must be verified. Null: the invitation names none, so the visitor enters one. */
  email: string | null;
  onSubmit: (person: { email: string; name: string; password: string; confirm_password: string }) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** Name and password of a new user. */
export function RegisterForm({ email, onSubmit, isBusy = false, failure = null }: RegisterFormProps) {
  const { t } = useTranslation("auth");
  const errors = useTranslation("errors");
  const [ownEmail, setOwnEmail] = useState("");
  const [isOwn, setOwn] = useState(email === null);
  const [name, setName] = useState("");
  const [value, setValue] = useState(NO_PASSWORD);
  const [isChecked, setChecked] = useState(false);
  const address = isOwn ? ownEmail.trim() : (email ?? "");
  const emailFault = useEmailValidation()(address);
  const check = usePasswordValidation();
  const owner = { email: address, name: name.trim() };
  const passwords = check(value.password, value.confirmation, owner);
  const faults: Readonly<Record<"email" | "name" | "password" | "confirm_password", readonly string[]>> = {
    email: emailFault === null ? [] : [emailFault],
    name: owner.name === "" ? [errors.t("required")] : [],
    password: passwords.password,
    confirm_password: passwords.confirm,
  };
  const errorsOf = (field: keyof typeof faults): readonly string[] | undefined =>
    isChecked && faults[field].length > 0 ? faults[field] : failure?.fields?.[field];
  const ref = useFocusFirstError(isBusy);
  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (Object.values(faults).every((texts) => texts.length === 0) && !isBusy) {
          onSubmit({
            email: address,
            name: name.trim(),
            password: value.password,
            confirm_password: value.confirmation,
          });
        }
      }}
    >
      <FormError
        title={t("registerFailed")}
        failure={failure}
        shownFields={["email", "name", "password", "confirm_password"]}
      />
      <EmailField
        value={isOwn ? ownEmail : (email ?? "")}
        onChange={isOwn ? setOwnEmail : undefined}
        errors={errorsOf("email")}
        help={
          email === null ? undefined : (
            <>
              {isOwn && <div>{t("otherEmailHelp")}</div>}
              <Button
                size="small"
                variant="minimal"
                text={isOwn ? t("invitedEmail") : t("otherEmail")}
                onClick={() => setOwn(!isOwn)}
              />
            </>
          )
        }
      />
      <FormField label={t("name")} errors={errorsOf("name")}>
        {(control) => (
          <InputGroup
            {...control}
            name="name"
            size="large"
            autoComplete="name"
            maxLength={TEXT_LIMITS.name}
            value={name}
            onValueChange={setName}
          />
        )}
      </FormField>
      <NewPasswordFields
        labels={{ password: t("password"), confirmation: t("confirmPassword") }}
        name="password"
        owner={owner}
        value={value}
        onChange={setValue}
        errors={{ password: errorsOf("password"), confirmation: errorsOf("confirm_password") }}
      />
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill text={t("register")} loading={isBusy} />
    </form>
  );
}
