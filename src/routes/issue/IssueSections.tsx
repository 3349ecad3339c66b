import { observer } from "mobx-react-lite";
import { type ReactNode, Suspense, use } from "react";
import type { Result } from "../../services/result.ts";
import type { Project } from "../../../contract/projects.ts";
import { AnalysisPanel } from "../../components/issues/AnalysisPanel.tsx";
import { CommitsPanel } from "../../components/issues/CommitsPanel.tsx";
import { RelatedDocumentsPanel } from "../../components/issues/RelatedDocumentsPanel.tsx";
import { SimilarIssuesPanel } from "../../components/issues/SimilarIssuesPanel.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import type { IssueSectionProps } from "./issueLoader.ts";
import { AsyncSection } from "../loading/AsyncSection.tsx";
import { useIssueAnalysis, useSimilarIssues } from "./useIssueQueries.ts";

/** The panel with the analysis of the issue. */
export function AnalysisSection({ slug, id }: Omit<IssueSectionProps, "data">) {
  const { t } = useTranslation("issuePage");
  const query = useIssueAnalysis(slug, id);
  return (
    <AsyncSection title={t("analysis.title")} loading={t("panelLoading")} failed={t("analysis.failed")} query={query}>
      {(analysis) => <AnalysisPanel analysis={analysis} hrefOf={(other) => hrefTo.issue(slug, other)} />}
    </AsyncSection>
  );
}

/** The panel of similar issues. */
export function SimilarSection({ slug, id, data }: IssueSectionProps) {
  const { t } = useTranslation("issuePage");
  const query = useSimilarIssues(slug, id);
  return (
    <AsyncSection title={t("similar.title")} loading={t("similar.loading")} failed={t("similar.failed")} query={query}>
      {(similar) => (
        <WithProject project={data.project}>
          {(project) => (
            <SimilarIssuesPanel
              similar={similar}
              trackers={namesOf(project?.trackers)}
              hrefOf={(other) => hrefTo.issue(slug, other)}
              commitHref={(hash) => hrefTo.commit(slug, hash)}
              fileHref={(repository, path) => hrefTo.code(slug, { repository, path })}
            />
          )}
        </WithProject>
      )}
    </AsyncSection>
  );
}

/** The panel of related pages; omitted where the plan has no documents. */
export const RelatedSection = observer(function RelatedSection({ slug, id, data }: IssueSectionProps) {
  const { t } = useTranslation("issuePage");
  const { issues } = useServices();
  const { plan } = useStore();
  // A refusal would redirect away from the issue, so a feature outside the plan is not requested.
  const isIncluded = plan.has("document_explorer");
  const query = useQuery(isIncluded ? queryKeys.issueDocuments(slug, id) : null, (signal) =>
    issues.documents(slug, id, signal),
  );
  if (!isIncluded) return null;
  return (
    <AsyncSection title={t("related.title")} loading={t("related.loading")} failed={t("related.failed")} query={query}>
      {(documents) => (
        <WithProject project={data.project}>
          {(project) => (
            <RelatedDocumentsPanel
              documents={documents}
              hrefOf={({ source, path, line }) => hrefTo.document(slug, { source, path, line })}
              sources={namesOf([...(project?.wikis ?? []), ...(project?.repositories ?? [])])}
            />
          )}
        </WithProject>
      )}
    </AsyncSection>
  );
});

/** The panel of commits since the report in its likely files. */
export function CommitsSection({ slug, id }: Omit<IssueSectionProps, "data">) {
  const { t } = useTranslation("issuePage");
  const { issues } = useServices();
  const query = useQuery(queryKeys.issueCommits(slug, id), (signal) => issues.commits(slug, id, signal));
  return (
    <AsyncSection title={t("commits.title")} loading={t("commits.loading")} failed={t("commits.failed")} query={query}>
      {(commits) => (
        <CommitsPanel
          commits={commits}
          commitHref={(hash) => hrefTo.commit(slug, hash)}
          personHref={(person) => hrefTo.person(slug, person)}
          fileHref={(repository, path) => hrefTo.code(slug, { repository, path })}
        />
      )}
    </AsyncSection>
  );
}

const namesOf = (sources: readonly { id: string; name: string }[] = []): ReadonlyMap<string, string> =>
  new Map(sources.map(({ id, name }) => [id, name]));

interface WithProjectProps {
  project: Promise<Result<Project>>;
  children: (project: Project | null) => ReactNode;
}

/** Renders without the names of sources until they are loaded. */
function WithProject({ project, children }: WithProjectProps) {
  return (
    <Suspense fallback={children(null)}>
      <LoadedProject project={project}>{children}</LoadedProject>
    </Suspense>
  );
}

function LoadedProject({ project, children }: WithProjectProps) {
  const result = use(project);
  return children(result.success ? result.data : null);
}
