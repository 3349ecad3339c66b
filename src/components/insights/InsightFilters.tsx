import type { InsightOptions } from "../../../contract/insights/insights.ts";
import type { PeriodChoice } from "../../domain/insightPeriods.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { PeriodFields } from "../patterns/PeriodFields.tsx";
import { insightFacets, type InsightNarrowing } from "../patterns/insightFacets.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonSkeleton } from "../ui/ButtonSkeleton.tsx";
import { Inline } from "../ui/Inline.tsx";

export interface InsightChoice extends PeriodChoice, InsightNarrowing {
  project: readonly string[];
}

export interface InsightFiltersProps {
  choice: InsightChoice;
  /** Null before they are loaded: then only the period can be selected. */
  options: InsightOptions | null;
  /** They are loading: space is reserved for each, which avoids a layout shift. */
  isWaiting?: boolean;
  /** False inside a project, where the project is fixed. */
  hasProjects: boolean;
  onChange: (next: Partial<InsightChoice>) => void;
}

/** Period and granularity, in the allowed pairs, and the filters. */
export function InsightFilters({ choice, options, isWaiting = false, hasProjects, onChange }: InsightFiltersProps) {
  const { t } = useTranslation("insights");
  const facets = [
    {
      key: "project",
      name: t("filters.project"),
      choices: hasProjects ? (options?.projects ?? []).map(({ slug, name }) => ({ value: slug, label: name })) : [],
    } as const,
    ...insightFacets(options, t),
  ];
  const isNarrowed = facets.some(({ key }) => choice[key].length > 0 && (key !== "project" || hasProjects));
  return (
    <Inline as="section" aria-label={t("filters.label")}>
      <PeriodFields value={choice} onChange={onChange} />
      {options === null &&
        isWaiting &&
        facets
          .filter(({ key }) => (key === "project" ? hasProjects : choice[key].length === 0))
          .map(({ key, name }) => <ButtonSkeleton key={key} text={name} />)}
      {facets
        .filter(({ key, choices }) => choices.length > 0 || (choice[key].length > 0 && key !== "project"))
        .map(({ key, name, choices }) => (
          <FacetFilter
            key={key}
            name={name}
            choices={choices}
            chosen={choice[key]}
            onChange={(chosen) => onChange({ [key]: chosen })}
          />
        ))}
      {isNarrowed && (
        <Button
          variant="minimal"
          text={t("filters.clear")}
          onClick={() =>
            onChange({
              ...(hasProjects && { project: [] }),
              repository: [],
              tracker: [],
              person: [],
              label: [],
              type: [],
            })
          }
        />
      )}
    </Inline>
  );
}
