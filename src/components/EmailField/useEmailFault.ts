import { useWords } from "../../i18n/useWords.ts";

/** Something before an @, and a dotted name after it. The server decides; this spares a round trip for a slip of the finger. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** What is wrong with an address, in the reader's language; null when nothing is. Spaces around it are no fault. */
export function useEmailFault(): (email: string) => string | null {
  const { t } = useWords("errors");
  return (email) => {
    const text = email.trim();
    if (text === "") return t("required");
    return EMAIL.test(text) ? null : t("email");
  };
}
