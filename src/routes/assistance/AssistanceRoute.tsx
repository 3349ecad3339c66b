import { Suspense, use, useEffect, useState } from "react";
import { useLoaderData, useParams, useRevalidator } from "react-router-dom";
import type { Issue, IssueCard } from "../../../contract/issues.ts";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { IssueRequests } from "../../components/issues/IssueRequests.tsx";
import { IssueChoice } from "../../components/issues/IssueChoice.tsx";
import { IssueArticle } from "../../components/issues/IssueArticle.tsx";
import { IssueStateTag } from "../../components/issues/IssueStateTag.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useCommitHrefs } from "../commit/useCommitHrefs.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { usePageTitle } from "../usePageTitle.ts";
import type { AssistanceData } from "./assistanceLoader.ts";
import styles from "./AssistanceRoute.module.css";
import { AnalysisSection, CommitsSection, RelatedSection, SimilarSection } from "./IssueSections.tsx";
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
  <div className={styles.waiting}>
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

function IssueScreen({ slug, id, data }: { slug: string; id: string; data: AssistanceData }) {
  const { t } = useTranslation("assistance");
  return (
    <div className={styles.screen}>
      <div className={styles.issue}>
        <Suspense key={id} fallback={<Waiting />}>
          <IssueSection slug={slug} data={data} />
        </Suspense>
      </div>
      <div className={styles.panels} role="complementary" aria-label={t("panels")}>
        <AnalysisSection key={`analysis ${id}`} slug={slug} id={id} />
        <LocalizationSection key={id} slug={slug} id={id} data={data} />
        <ExpertsSection key={`who ${id}`} slug={slug} id={id} />
        <SimilarSection key={`similar ${id}`} slug={slug} id={id} data={data} />
        <RelatedSection key={`related ${id}`} slug={slug} id={id} data={data} />
        <CommitsSection key={`commits ${id}`} slug={slug} id={id} />
      </div>
    </div>
  );
}

/** The article, with links to the commits that its texts name. */
function LinkedArticle({ slug, issue }: { slug: string; issue: Issue }) {
  const commitHrefs = useCommitHrefs(slug, issue.body, ...issue.comment_list.map(({ body }) => body));
  return <IssueArticle issue={issue} commitHrefs={commitHrefs} />;
}

function IssueSection({ slug, data }: { slug: string; data: AssistanceData }) {
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
    <>
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
      <McpAddressSection slug={slug} issueKey={issue.data.key} />
      <IssueRequests requests={issue.data.requests} hrefOf={({ address }) => hrefTo.request(slug, address)} />
      <LinkedArticle slug={slug} issue={issue.data} />
    </>
  );
}
