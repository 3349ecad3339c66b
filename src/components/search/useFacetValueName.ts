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
    if (facet === "state" && isState(value)) return t(`state.${value}`);
    return value;
  };
}

const isState = (value: string): value is "open" | "closed" => value === "open" || value === "closed";
