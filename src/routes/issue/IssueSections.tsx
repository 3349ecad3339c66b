import { observer } from "mobx-react-lite";
import { type ReactNode, Suspense, use } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { Analysis } from "../../../contract/issues/analysis.ts";
import type { Result } from "../../services/result.ts";
import type { Project } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import type { IssueSectionProps } from "./issueLoader.ts";
import { IssuePanel } from "./IssuePanel.tsx";
import { ISSUE_PANELS } from "./issuePanels.ts";
import {
  useIssueAnalysis,
  useIssueCommits,
  useIssueConnections,
  useIssueDocuments,
  useSimilarIssues,
} from "./useIssueQueries.ts";
import { useShortNames } from "./useShortNames.ts";

/* The code of a panel is loaded when the panel is opened. */
const AnalysisPanel = lazyComponent(() => import("../../components/issues/AnalysisPanel.tsx"), "AnalysisPanel");
const CommitsPanel = lazyComponent(() => import("../../components/issues/CommitsPanel.tsx"), "CommitsPanel");
const RelatedDocumentsPanel = lazyComponent(
  () => import("../../components/issues/RelatedDocumentsPanel.tsx"),
  "RelatedDocumentsPanel",
);
const SimilarIssuesPanel = lazyComponent(
  () => import("../../components/issues/SimilarIssuesPanel.tsx"),
  "SimilarIssuesPanel",
);
const ConnectedSection = lazyComponent(() => import("../graph/ConnectedSection.tsx"), "ConnectedSection");

type IssueAddress = Omit<IssueSectionProps, "data">;

/** The panel with the analysis of the issue. */
export function AnalysisSection({ slug, id }: IssueAddress) {
  const { t } = useTranslation("issuePage");
  const query = useIssueAnalysis(slug, id);
  return (
    <IssuePanel
      id={ISSUE_PANELS.analysis}
      title={t("analysis.title")}
      loading={t("panelLoading")}
      failed={t("analysis.failed")}
      query={query}
      summary={useAnalysisSummary()}
    >
      {(analysis) => <AnalysisPanel analysis={analysis} hrefOf={(other) => hrefTo.issue(slug, other)} />}
    </IssuePanel>
  );
}

/** What was predicted, and how much the report lacks. */
function useAnalysisSummary(): (analysis: Analysis) => string {
  const { t } = useTranslation("issuePage");
  return ({ type, area, severity, expected_days: days, report }) => {
    const lacking = report?.filter(({ found }) => !found).length ?? 0;
    return [
      type.value !== null && t(`analysis.types.${type.value}`),
      area.value !== null && area.value,
      severity.value !== null && t(`analysis.severities.${severity.value}`),
      days !== null && t("analysis.days", { count: days.median }),
      report && (lacking === 0 ? t("analysis.complete") : t("analysis.missing", { count: lacking })),
    ]
      .filter((part) => typeof part === "string")
      .join(" · ");
  };
}

/** The panel with similar issues. */
export function SimilarSection({ slug, id, data }: IssueSectionProps) {
  const { t } = useTranslation("issuePage");
  const query = useSimilarIssues(slug, id);
  const names = useShortNames();
  return (
    <IssuePanel
      id={ISSUE_PANELS.similar}
      title={t("similar.title")}
      loading={t("similar.loading")}
      failed={t("similar.failed")}
      query={query}
      summary={(similar) => names(similar.map(({ issue }) => issue.key))}
      empty={(similar) => (similar.length === 0 ? t("similar.empty") : null)}
    >
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
    </IssuePanel>
  );
}

/** The panel with related pages; omitted where the plan has no documents. */
export const RelatedSection = observer(function RelatedSection({ slug, id, data }: IssueSectionProps) {
  const { t } = useTranslation("issuePage");
  const { plan } = useStore();
  const query = useIssueDocuments(slug, id);
  const names = useShortNames();
  if (!plan.has("document_explorer")) return null;
  return (
    <IssuePanel
      id={ISSUE_PANELS.pages}
      title={t("related.title")}
      loading={t("related.loading")}
      failed={t("related.failed")}
      query={query}
      summary={(documents) => names(documents.map(({ title }) => title))}
      empty={(documents) => (documents.length === 0 ? t("related.empty") : null)}
    >
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
    </IssuePanel>
  );
});

/** The panel with commits since the report in its likely files. */
export function CommitsSection({ slug, id }: IssueAddress) {
  const { t } = useTranslation("issuePage");
  const query = useIssueCommits(slug, id);
  const names = useShortNames();
  return (
    <IssuePanel
      id={ISSUE_PANELS.commits}
      title={t("commits.title")}
      loading={t("commits.loading")}
      failed={t("commits.failed")}
      query={query}
      summary={({ commits, total }) =>
        names(
          commits.map(({ title }) => title),
          Math.max(total, commits.length),
          1,
        )
      }
      empty={({ commits, files }) =>
        commits.length > 0 ? null : t(files.length === 0 ? "commits.noFiles" : "commits.empty")
      }
    >
      {(commits) => (
        <CommitsPanel
          commits={commits}
          commitHref={(hash) => hrefTo.commit(slug, hash)}
          personHref={(person) => hrefTo.person(slug, person)}
          fileHref={(repository, path) => hrefTo.code(slug, { repository, path })}
        />
      )}
    </IssuePanel>
  );
}

/** The panel with what is connected with the issue. */
export function ConnectionsSection({ slug, id }: IssueAddress) {
  const { t: tIssue } = useTranslation("issuePage");
  const { t, format } = useTranslation("graph");
  const query = useIssueConnections(slug, id);
  return (
    <IssuePanel
      id={ISSUE_PANELS.connected}
      title={t("title")}
      loading={tIssue("panelLoading")}
      failed={t("failed")}
      query={query}
      summary={({ groups }) =>
        groups
          .map(({ kind, total, total_capped: isCapped }) =>
            [t(`kind.${kind}`), isCapped ? t("atLeast", { count: total }) : format.number(total)].join(" "),
          )
          .join(" · ")
      }
      empty={({ groups }) => (groups.length === 0 ? t("empty") : null)}
    >
      {() => <ConnectedSection slug={slug} node={{ kind: "issue", id }} />}
    </IssuePanel>
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
