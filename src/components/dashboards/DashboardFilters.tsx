import { granularitiesOf, PERIODS, periodChoice, type PeriodChoice } from "../../domain/insightPeriods.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Select } from "../ui/Select.tsx";

/** What the whole page is about. */
export interface DashboardChoice extends PeriodChoice {
  readonly project: readonly string[];
  readonly repository: readonly string[];
}

export interface DashboardFiltersProps {
  choice: DashboardChoice;
  projects: readonly { readonly slug: string; readonly name: string }[];
  repositories: readonly { readonly id: string; readonly name: string }[];
  onChange: (next: Partial<DashboardChoice>) => void;
}

/** The period of all cards, and the projects and repositories of those without a project of their own. */
export function DashboardFilters({ choice, projects, repositories, onChange }: DashboardFiltersProps) {
  const { t } = useTranslation("insights");
  return (
    <Inline as="section" aria-label={t("filters.label")}>
      <Select
        aria-label={t("filters.period")}
        value={choice.period}
        options={PERIODS.map((period) => ({ value: period, text: t(`periods.${period}`) }))}
        onValueChange={(period) => onChange(periodChoice(period, choice.granularity))}
      />
      <Select
        aria-label={t("filters.granularity")}
        value={choice.granularity}
        options={granularitiesOf(choice.period).map((name) => ({ value: name, text: t(`granularities.${name}`) }))}
        onValueChange={(granularity) => onChange({ granularity })}
      />
      {(projects.length > 0 || choice.project.length > 0) && (
        <FacetFilter
          name={t("filters.project")}
          choices={projects.map(({ slug, name }) => ({ value: slug, label: name }))}
          chosen={choice.project}
          onChange={(project) => onChange({ project })}
        />
      )}
      {(repositories.length > 0 || choice.repository.length > 0) && (
        <FacetFilter
          name={t("filters.repository")}
          choices={repositories.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={choice.repository}
          onChange={(repository) => onChange({ repository })}
        />
      )}
    </Inline>
  );
}
