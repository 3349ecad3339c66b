import { isEmail } from "../../domain/emailList.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";

/** The fault in an address, in the reader's language; null when it is valid. Surrounding spaces are allowed. */
export function useEmailValidation(): (email: string) => string | null {
  const { t } = useTranslation("errors");
  return (email) => {
    const text = email.trim();
    if (text === "") return t("required");
    return isEmail(text) ? null : t("email");
  };
}
