import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";

/** The words for a figure of Insights without data. */
export function NothingInPeriod() {
  const { t } = useTranslation("insights");
  return (
    <Text as="p" tone="muted">
      {t("views.none")}
    </Text>
  );
}
