import type { PeriodChoice } from "../../domain/insightPeriods.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { PeriodFields } from "../patterns/PeriodFields.tsx";
import { Inline } from "../ui/Inline.tsx";

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
      <PeriodFields value={choice} onChange={onChange} />
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
