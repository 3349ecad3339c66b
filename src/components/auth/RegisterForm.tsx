import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmailField } from "../patterns/EmailField.tsx";
import { useEmailValidation } from "../patterns/useEmailValidation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Form } from "../patterns/Form.tsx";
import { NewPasswordFields, NO_PASSWORD } from "./NewPasswordFields.tsx";
import { usePasswordValidation } from "./usePasswordValidation.ts";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

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
  const address = isOwn ? ownEmail.trim() : (email ?? "");
  const emailFault = useEmailValidation()(address);
  const check = usePasswordValidation();
  const owner = { email: address, name: name.trim() };
  const passwords = check(value.password, value.confirmation, owner);
  const faults = {
    email: emailFault,
    name: owner.name === "" ? errors.t("required") : null,
    password: passwords.password,
    confirm_password: passwords.confirm,
  };
  return (
    <Form
      faults={faults}
      failure={failure}
      failureTitle={t("registerFailed")}
      isBusy={isBusy}
      onSubmit={() =>
        onSubmit({ email: address, name: owner.name, password: value.password, confirm_password: value.confirmation })
      }
    >
      {({ errorsOf }) => (
        <>
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
          <Button type="submit" intent="primary" size="large" fill text={t("register")} loading={isBusy} />
        </>
      )}
    </Form>
  );
}
