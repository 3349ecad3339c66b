import { PASSWORD_MIN_LENGTH } from "../../../contract/constants.ts";
import { passwordFaults, type PasswordOwner } from "../../../contract/access/passwords.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";

/** Faults of a new password and its repetition, as messages for the two fields; empty lists for a valid one. */
export function usePasswordValidation(): (
  password: string,
  again: string,
  owner: PasswordOwner,
) => { password: readonly string[]; confirm: readonly string[] } {
  const { t } = useTranslation("auth");
  const errors = useTranslation("errors");
  return (password, again, owner) => ({
    password:
      password === ""
        ? [errors.t("required")]
        : passwordFaults(password, owner).map((fault) => t(`faults.${fault}`, { length: PASSWORD_MIN_LENGTH })),
    confirm: again === "" ? [errors.t("required")] : again === password ? [] : [errors.t("passwordsDiffer")],
  });
}
