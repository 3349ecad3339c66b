import type { InsightOptions } from "../../../contract/insights/insights.ts";
import type { ReportBody, Reports } from "../../../contract/insights/reports.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { insightFacets } from "../patterns/insightFacets.ts";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./ReportDialog.module.css";

type Filters = Pick<ReportBody, "project" | "repository" | "tracker" | "person" | "label" | "type">;

/** The filters of a report that is not limited. */
export const NO_FILTERS: Filters = { project: [], repository: [], tracker: [], person: [], label: [], type: [] };

export interface ReportFiltersProps {
  value: Filters & Pick<ReportBody, "page">;
  /** Names of projects are those of their Insights. */
  pages: Reports["pages"];
  /** What can be chosen; null before it is loaded. */
  options: Omit<InsightOptions, "projects"> | null;
  onChange: (next: Partial<Filters>) => void;
}

/** What a report is limited to: projects and repositories of a dashboard's cards, and the filters of Insights. */
export function ReportFilters({ value, pages, options, onChange }: ReportFiltersProps) {
  const { t } = useTranslation("reports");
  const insights = useTranslation("insights");
  const projects = pages.flatMap((one) =>
    one.page.kind === "insights" ? [{ value: one.page.project, label: one.name }] : [],
  );
  const facets = insightFacets(options, insights.t);
  const isDashboard = value.page.kind === "dashboard";
  const shown = [
    ...(isDashboard ? [{ key: "project" as const, name: insights.t("filters.project"), choices: projects }] : []),
    ...facets.filter(({ key }) => key === "repository" || !isDashboard),
  ].filter(({ key, choices }) => choices.length > 0 || value[key].length > 0);
  if (shown.length === 0) return null;
  return (
    <section className={styles.filters} aria-label={t("dialog.filters")}>
      <Text tone="muted" size="small">
        {t("dialog.filters")}
      </Text>
      {shown.map(({ key, name, choices }) => (
        <FacetFilter
          key={key}
          name={name}
          choices={choices}
          chosen={value[key]}
          onChange={(chosen) => onChange({ [key]: chosen })}
        />
      ))}
      {shown.some(({ key }) => value[key].length > 0) && (
        <Button variant="minimal" text={t("dialog.clearFilters")} onClick={() => onChange(NO_FILTERS)} />
      )}
    </section>
  );
}
