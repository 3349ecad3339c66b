import { useMemo } from "react";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";

/** Names of sources by id. A repository and its tracker often have one name, so those have their kind in addition. */
export function useSourceNames(sources: readonly LinkedSource[]): Readonly<Record<string, string>> {
  const { t } = useTranslation("search");
  const { t: tProject } = useTranslation("project");
  return useMemo(() => {
    const isAmbiguous = (name: string) => sources.filter((source) => source.name === name).length > 1;
    return Object.fromEntries(
      sources.map(({ id, kind, name }) => [
        id,
        isAmbiguous(name) ? t("sourceOfKind", { name, kind: tProject(`kind.${kind}`) }) : name,
      ]),
    );
  }, [sources, t, tProject]);
}
