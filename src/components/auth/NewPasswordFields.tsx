import type { PasswordOwner } from "../../../contract/access/passwords.ts";
import { PasswordField } from "./PasswordField.tsx";
import { PasswordRules } from "./PasswordRules.tsx";

/** A new password, entered twice. */
export interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}

export const NO_PASSWORD: NewPassword = { password: "", confirmation: "" };

export interface NewPasswordFieldsProps {
  labels: NewPassword;
  /** Name of the first field; the second is always `confirm_password`. */
  name: "password" | "new_password";
  /** The owner of the password: it may not be their address or name. */
  owner: PasswordOwner;
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  errors: { readonly [Field in keyof NewPassword]: readonly string[] | undefined };
}

/** Two fields for a new password, with its rules checked as the user types. */
export function NewPasswordFields({ labels, name, owner, value, onChange, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={labels.password}
        name={name}
        autoComplete="new-password"
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        errors={errors.password}
        help={<PasswordRules password={value.password} owner={owner} />}
      />
      <PasswordField
        label={labels.confirmation}
        name="confirm_password"
        autoComplete="new-password"
        value={value.confirmation}
        onChange={(again) => onChange({ ...value, confirmation: again })}
        errors={errors.confirmation}
      />
    </>
  );
}
