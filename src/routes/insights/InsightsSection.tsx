import { observer } from "mobx-react-lite";
import { Suspense, useState } from "react";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { TargetMetric } from "../../../contract/insights/targetMetrics.ts";
import type { Project } from "../../../contract/projects.ts";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import type { Query } from "../paths.ts";
import { DrilldownSection } from "./DrilldownSection.tsx";
import { InsightsContent } from "./InsightsContent.tsx";
import { InsightsToolbar } from "./InsightsToolbar.tsx";
import { useAnnotations } from "./useAnnotations.ts";
import { useInsightsAddress } from "./useInsightsAddress.ts";
import styles from "./InsightsSection.module.css";

/** Loaded by those who set one, as the dialog of an annotation is. */
const TargetSection = lazyComponent(() => import("./TargetSection.tsx"), "TargetSection");

export interface InsightsSectionProps {
  /** The project whose page contains the view; null: all, or those of the address. */
  own: Pick<Project, "slug" | "name" | "role"> | null;
  hrefOf: (query: Query) => string;
}

/** The series, the views and their drill-down. */
export const InsightsSection = observer(function InsightsSection({ own, hrefOf }: InsightsSectionProps) {
  const slug = own?.slug ?? null;
  const { t } = useTranslation("insights");
  const { insights } = useServices();
  const { hasDashboards } = useStore().plan;
  const address = useInsightsAddress(slug, hrefOf);
  const { chosen, choice, point, releases, choose, close } = address;
  const [edited, setEdited] = useState<TargetMetric | null>(null);
  const series = useQuery(insightKeys.insightSeries(choice), (signal) => insights.series(choice, signal), {
    isLive: true,
  });
  const { data } = series;
  const options = useQuery(
    insightKeys.insightOptions(slug),
    (signal) => insights.options(slug === null ? [] : [slug], signal),
    { isLive: true },
  );
  const annotations = useAnnotations(choice, data?.buckets ?? [], releases);
  const projects =
    own !== null
      ? [own]
      : (options.data?.projects ?? []).filter(
          (project) => chosen.project.length === 0 || chosen.project.includes(project.slug),
        );
  const project = projects.length > 1 ? null : (projects[0] ?? null);
  return (
    <Stack gap={4}>
      <InsightsToolbar
        slug={slug}
        choice={choice}
        options={options}
        hasReports={hasDashboards}
        canExport={data !== null}
        onChange={choose}
      />
      <AsyncContent
        query={series}
        failed={t("failed")}
        loading={
          <div className={styles.loading}>
            <Skeleton count={1} height="1.625rem" />
            <Skeleton isAnnounced={false} shape="cards" count={6} height="20rem" />
          </div>
        }
      >
        {(insightsOfChoice) => (
          <InsightsContent
            insights={insightsOfChoice}
            isLoading={series.isLoading}
            own={own}
            projects={projects}
            address={address}
            options={options.data}
            annotations={annotations}
            hasDashboards={hasDashboards}
            onEditTarget={project !== null && mayInProject(project.role, "targets.change") ? setEdited : undefined}
          />
        )}
      </AsyncContent>
      {project !== null && edited !== null && (
        <Suspense fallback={null}>
          <TargetSection
            slug={project.slug}
            metric={edited}
            value={data?.targets.find(({ metric }) => metric === edited)?.value ?? null}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      <DrilldownSection choice={choice} point={point} insights={data} onClose={close} />
    </Stack>
  );
});
