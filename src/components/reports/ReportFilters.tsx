import type { ReportBody, Reports } from "../../../contract/insights/reports.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";

type Filters = Pick<ReportBody, "project" | "repository">;

export interface ReportFiltersProps {
  value: Filters & Pick<ReportBody, "page">;
  /** Names of projects are those of their Insights. */
  pages: Reports["pages"];
  repositories: readonly { readonly id: string; readonly name: string }[];
  onChange: (next: Partial<Filters>) => void;
}

/** What a report is limited to: projects of a dashboard's cards, and repositories. */
export function ReportFilters({ value, pages, repositories, onChange }: ReportFiltersProps) {
  const { t } = useTranslation("reports");
  const insights = useTranslation("insights");
  const { page, project, repository } = value;
  const projects = pages.flatMap((one) =>
    one.page.kind === "insights" ? [{ value: one.page.project, label: one.name }] : [],
  );
  const hasProjects = page.kind === "dashboard" && (projects.length > 0 || project.length > 0);
  const hasRepositories = repositories.length > 0 || repository.length > 0;
  if (!hasProjects && !hasRepositories) return null;
  return (
    <Inline as="section" aria-label={t("dialog.filters")}>
      <Text tone="muted" size="small">
        {t("dialog.filters")}
      </Text>
      {hasProjects && (
        <FacetFilter
          name={insights.t("filters.project")}
          choices={projects}
          chosen={project}
          onChange={(next) => onChange({ project: next })}
        />
      )}
      {hasRepositories && (
        <FacetFilter
          name={insights.t("filters.repository")}
          choices={repositories.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={repository}
          onChange={(next) => onChange({ repository: next })}
        />
      )}
      {project.length + repository.length > 0 && (
        <Button
          variant="minimal"
          text={t("dialog.clearFilters")}
          onClick={() => onChange({ project: [], repository: [] })}
        />
      )}
    </Inline>
  );
}
