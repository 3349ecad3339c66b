import { REQUEST_STATES } from "../../../contract/constants.ts";
import { isResultKind } from "../../domain/resultKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FacetName } from "./SearchFacetList.tsx";

/** Names a value of a facet for the reader. @param sourceNames names of the sources by id and of the projects by slug */
export function useFacetValueName(
  sourceNames: Readonly<Record<string, string>>,
): (facet: FacetName, value: string) => string {
  const { t } = useTranslation("search");
  return (facet, value) => {
    if (facet === "repository" || facet === "project") return sourceNames[value] ?? value;
    if (facet === "folder" && (value === "" || value === "." || value === "/")) return t("facet.root");
    if (facet === "kind" && isResultKind(value)) return t(`kind.${value}`);
    const state = facet === "state" ? REQUEST_STATES.find((known) => known === value) : undefined;
    return state ? t(`state.${state}`) : value;
  };
}
