import { observer } from "mobx-react-lite";
import { type ReactNode, Suspense, use, useEffect, useState } from "react";
import { useLoaderData, useParams, useRevalidator } from "react-router-dom";
import type { Issue, IssueCard } from "../../../contract/issues.ts";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { IssueRequests } from "../../components/issues/IssueRequests.tsx";
import { IssueChoice } from "../../components/issues/IssueChoice.tsx";
import { IssueArticle } from "../../components/issues/IssueArticle.tsx";
import { IssueStateTag } from "../../components/issues/IssueStateTag.tsx";
import { JumpLinks } from "../../components/patterns/JumpLinks.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useNameHrefs } from "../graph/useNameHrefs.ts";
import { ConnectedSection } from "../graph/ConnectedSection.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { AnswerSection } from "./AnswerSection.tsx";
import type { AssistanceData } from "./assistanceLoader.ts";
import styles from "./AssistanceRoute.module.css";
import { AnalysisSection, CommitsSection, RelatedSection, SimilarSection } from "./IssueSections.tsx";
import { ISSUE_PANELS } from "./issuePanels.ts";
import { McpAddressSection } from "./McpAddressSection.tsx";
import { LocalizationSection } from "./LocalizationSection.tsx";
import { ExpertsSection } from "./ExpertsSection.tsx";

export { loader, shouldRevalidate } from "./assistanceLoader.ts";

export function Component() {
  const data = useLoaderData<AssistanceData>();
  const { slug = "", id = "" } = useParams();
  const choice = useChoice(data);
  return choice.length > 0 ? (
    <IssueChoiceScreen slug={slug} name={id} issues={choice} data={data} />
  ) : (
    <IssueScreen slug={slug} id={id} data={data} />
  );
}

/** The issues that the address may mean; none until that is known, so that the panels of the usual case do not wait for it. */
function useChoice({ choice }: AssistanceData): readonly IssueCard[] {
  const [known, setKnown] = useState<{ of: AssistanceData["choice"]; issues: readonly IssueCard[] } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void choice.then((issues) => {
      if (isCurrent && issues.length > 0) setKnown({ of: choice, issues });
    });
    return () => {
      isCurrent = false;
    };
  }, [choice]);
  return known?.of === choice ? known.issues : NO_CHOICE;
}

const NO_CHOICE: readonly IssueCard[] = [];

const Waiting = () => (
  <div>
    <Skeleton count={2} height="1.5rem" />
    <Skeleton count={12} />
  </div>
);

interface IssueChoiceScreenProps {
  slug: string;
  name: string;
  issues: readonly IssueCard[];
  data: AssistanceData;
}

/** The issues that have the number of the address. */
function IssueChoiceScreen({ slug, name, issues, data }: IssueChoiceScreenProps) {
  const project = use(data.project);
  usePageTitle(name);
  const trackers = new Map(project.success ? project.data.trackers.map((tracker) => [tracker.id, tracker.name]) : []);
  return (
    <>
      <PageHeader
        title={name}
        above={
          <Breadcrumbs
            crumbs={[{ text: project.success ? project.data.name : slug, href: hrefTo.project(slug) }, { text: name }]}
          />
        }
      />
      <IssueChoice
        name={name}
        issues={issues}
        trackers={trackers}
        hrefOf={(address) => hrefTo.assistance(slug, address)}
      />
    </>
  );
}

const IssueScreen = observer(function IssueScreen({
  slug,
  id,
  data,
}: {
  slug: string;
  id: string;
  data: AssistanceData;
}) {
  const { t } = useTranslation("assistance");
  const { t: tExperts } = useTranslation("experts");
  const { t: tGraph } = useTranslation("graph");
  const { plan } = useStore();
  const props = { slug, id, data };
  const left: readonly Panel[] = [
    { id: ISSUE_PANELS.report, text: t("article.report"), panel: <ReportSection {...props} /> },
    { id: ISSUE_PANELS.similar, text: t("similar.title"), panel: <SimilarSection {...props} /> },
    { id: ISSUE_PANELS.analysis, text: t("analysis.title"), panel: <AnalysisSection {...props} /> },
    { id: ISSUE_PANELS.commits, text: t("commits.title"), panel: <CommitsSection {...props} /> },
  ];
  const right: readonly Panel[] = [
    { id: ISSUE_PANELS.where, text: t("localization.others"), panel: <LocalizationSection {...props} /> },
    { id: ISSUE_PANELS.people, text: tExperts("panel.title"), panel: <ExpertsSection {...props} /> },
    ...(plan.has("document_explorer")
      ? [{ id: ISSUE_PANELS.pages, text: t("related.title"), panel: <RelatedSection {...props} /> }]
      : []),
    {
      id: ISSUE_PANELS.connected,
      text: tGraph("title"),
      panel: <ConnectedSection slug={slug} node={{ kind: "issue", id }} />,
    },
  ];
  return (
    <>
      <Suspense key={id} fallback={<Waiting />}>
        <IssueHeader slug={slug} data={data} />
      </Suspense>
      <JumpLinks label={t("parts")} targets={[...left, ...right]} />
      <AnswerSection key={`answer ${id}`} {...props} />
      <div className={styles.screen}>
        <div className={styles.panels}>
          <Panels panels={left} issue={id} />
        </div>
        <div className={styles.panels} role="complementary" aria-label={t("panels")}>
          <Panels panels={right} issue={id} />
        </div>
      </div>
    </>
  );
});

interface Panel {
  readonly id: string;
  readonly text: string;
  readonly panel: ReactNode;
}

/** Each is the target of a jump mark, and has its own state for each issue. */
function Panels({ panels, issue }: { panels: readonly Panel[]; issue: string }) {
  return panels.map(({ id, panel }) => (
    <div key={`${id} ${issue}`} id={id} className={styles.part}>
      {panel}
    </div>
  ));
}

/** The article, with links to the commits that its texts name. */
function LinkedArticle({ slug, issue }: { slug: string; issue: Issue }) {
  const nameHrefs = useNameHrefs(slug, issue.tracker, issue.body, ...issue.comment_list.map(({ body }) => body));
  return <IssueArticle issue={issue} personHref={(person) => hrefTo.person(slug, person)} nameHrefs={nameHrefs} />;
}

function IssueHeader({ slug, data }: { slug: string; data: AssistanceData }) {
  const issue = use(data.issue);
  const project = use(data.project);
  const { t } = useTranslation("assistance");
  const formatError = useErrorMessage();
  const revalidator = useRevalidator();
  usePageTitle(issue.success ? t("title", { key: issue.data.key, title: issue.data.title }) : "");
  if (!issue.success) {
    return (
      <ErrorState
        title={t("failed")}
        failure={formatError(issue.error)}
        isRetrying={revalidator.state === "loading"}
        onRetry={() => void revalidator.revalidate()}
      />
    );
  }
  const tracker = project.success ? project.data.trackers.find(({ id }) => id === issue.data.tracker) : undefined;
  return (
    <PageHeader
      title={issue.data.title}
      above={
        <Breadcrumbs
          crumbs={[
            { text: project.success ? project.data.name : slug, href: hrefTo.project(slug) },
            { text: t("back"), href: hrefTo.issues(slug) },
            { text: issue.data.key },
          ]}
        />
      }
      description={
        <span className={styles.facts}>
          <IssueStateTag state={issue.data.state} />
          <a href={issue.data.url} target="_blank" rel="noopener noreferrer">
            {tracker ? t("article.trackerNamed", { name: tracker.name }) : t("article.tracker")}
          </a>
        </span>
      }
    />
  );
}

/** The report and its comments; nothing where it could not be loaded, which the header says. */
function ReportSection({ slug, data }: { slug: string; data: AssistanceData }) {
  return (
    <Suspense fallback={<Skeleton count={8} />}>
      <Report slug={slug} data={data} />
    </Suspense>
  );
}

function Report({ slug, data }: { slug: string; data: AssistanceData }) {
  const issue = use(data.issue);
  if (!issue.success) return null;
  return (
    <>
      <IssueRequests requests={issue.data.requests} hrefOf={({ address }) => hrefTo.request(slug, address)} />
      <LinkedArticle slug={slug} issue={issue.data} />
      <McpAddressSection slug={slug} issueKey={issue.data.key} />
    </>
  );
}
