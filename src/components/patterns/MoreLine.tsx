import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";

export interface MoreLineProps {
  /** Entries of the list that are not shown; nothing is rendered for 0. */
  count: number;
}

/** The last entry of a list that is shown in part. */
export function MoreLine({ count }: MoreLineProps) {
  const { t } = useTranslation("states");
  if (count <= 0) return null;
  return (
    <Text as="li" size="small" tone="muted">
      {t("moreTerms", { count })}
    </Text>
  );
}
