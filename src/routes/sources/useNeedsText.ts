import type { MappingNeed } from "../../../contract/importing/draftMapping.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";

/** The words for what a mapping still needs; null for nothing. */
export function useNeedsText(): (needs: readonly MappingNeed[]) => string | null {
  const { t, format } = useTranslation("imports");
  const names: Readonly<Record<MappingNeed, string>> = {
    id: t("file.fields.id"),
    title: t("file.fields.title"),
    date: t("file.needsDate"),
    order: t("file.needsOrder"),
    states: t("file.stateValues"),
  };
  return (needs) =>
    needs.length === 0 ? null : t("file.needs", { fields: format.list(needs.map((need) => names[need])) });
}
