import type { Precision } from "../../../contract/code/references.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Tag } from "../ui/Tag.tsx";

export interface PrecisionTagProps {
  precision: Precision;
}

/** Whether what is shown about a name comes from an uploaded index, or from the names alone. */
export function PrecisionTag({ precision }: PrecisionTagProps) {
  const { t } = useTranslation("symbols");
  const isPrecise = precision === "precise";
  return <Tag intent={isPrecise ? "success" : "none"}>{isPrecise ? t("precise") : t("byName")}</Tag>;
}
