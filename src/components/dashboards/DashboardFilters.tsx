import { INSIGHT_PERIODS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Select } from "../ui/Select.tsx";

export type PeriodName = keyof typeof INSIGHT_PERIODS;
export type GranularityName = (typeof INSIGHT_PERIODS)[PeriodName][number];

/** What the whole page is about. */
export interface DashboardChoice {
  readonly period: PeriodName;
  readonly granularity: GranularityName;
  readonly project: readonly string[];
  readonly repository: readonly string[];
}

export interface DashboardFiltersProps {
  choice: DashboardChoice;
  projects: readonly { readonly slug: string; readonly name: string }[];
  repositories: readonly { readonly id: string; readonly name: string }[];
  onChange: (next: Partial<DashboardChoice>) => void;
}

const PERIODS = Object.keys(INSIGHT_PERIODS) as PeriodName[];

/** The period of all cards, and the projects and repositories of those without a project of their own. */
export function DashboardFilters({ choice, projects, repositories, onChange }: DashboardFiltersProps) {
  const { t } = useTranslation("insights");
  const granularities: readonly GranularityName[] = INSIGHT_PERIODS[choice.period];
  return (
    <Inline as="section" aria-label={t("filters.label")}>
      <Select
        aria-label={t("filters.period")}
        value={choice.period}
        options={PERIODS.map((period) => ({ value: period, text: t(`periods.${period}`) }))}
        onValueChange={(period) => {
          const allowed: readonly GranularityName[] = INSIGHT_PERIODS[period];
          const granularity = allowed.includes(choice.granularity) ? choice.granularity : allowed[0];
          onChange({ period, ...(granularity && { granularity }) });
        }}
      />
      <Select
        aria-label={t("filters.granularity")}
        value={choice.granularity}
        options={granularities.map((one) => ({ value: one, text: t(`granularities.${one}`) }))}
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
