import { useTranslation } from "../../i18n/useTranslation.ts";

/** The fault of a field that needs a text: null where it has one besides white space. */
export function useRequired(): (text: string) => string | null {
  const { t } = useTranslation("errors");
  return (text) => (text.trim() === "" ? t("required") : null);
}
