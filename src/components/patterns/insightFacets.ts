import type { ISSUE_TYPES } from "../../../contract/constants.ts";
import type { InsightOptions } from "../../../contract/insights/insights.ts";
import type { useTranslation } from "../../i18n/useTranslation.ts";

/** What the numbers of Insights are narrowed by, besides projects. */
export interface InsightNarrowing {
  readonly repository: readonly string[];
  readonly tracker: readonly string[];
  readonly person: readonly string[];
  readonly label: readonly string[];
  readonly type: readonly (typeof ISSUE_TYPES)[number][];
}

type Words = ReturnType<typeof useTranslation<"insights">>["t"];

/**
 * The filters of Insights by their names, each with what can be chosen.
 * @param options null: nothing yet. @param t of the catalogue of Insights, which the screens of the filters load
 */
export function insightFacets(options: Omit<InsightOptions, "projects"> | null, t: Words) {
  const named = (list: readonly { readonly id: string; readonly name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return [
    { key: "repository", name: t("filters.repository"), choices: named(options?.repositories) },
    { key: "tracker", name: t("filters.tracker"), choices: named(options?.trackers) },
    { key: "person", name: t("filters.person"), choices: named(options?.people) },
    {
      key: "label",
      name: t("filters.labels"),
      choices: (options?.labels ?? []).map((label) => ({ value: label, label })),
    },
    {
      key: "type",
      name: t("filters.type"),
      choices: (options?.types ?? []).map((type) => ({ value: type, label: t(`types.${type}`) })),
    },
  ] as const;
}
