import { useTranslation } from "../../i18n/useTranslation.ts";

/** Something before an @, and a dotted name after it. The server decides; this saves a round trip for a typing error. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** The fault in an address, in the reader's language; null when it is valid. Surrounding spaces are allowed. */
export function useEmailValidation(): (email: string) => string | null {
  const { t } = useTranslation("errors");
  return (email) => {
    const text = email.trim();
    if (text === "") return t("required");
    return EMAIL.test(text) ? null : t("email");
  };
}
