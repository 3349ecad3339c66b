import { Suspense, use } from "react";
import {
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useParams,
  useRevalidator,
} from "react-router-dom";
import { PLANS } from "../../../contract/constants.ts";
import { Breadcrumbs } from "../../components/Breadcrumbs/Breadcrumbs.tsx";
import { FailedState } from "../../components/FailedState/FailedState.tsx";
import { IssueArticle } from "../../components/IssueArticle/IssueArticle.tsx";
import { IssueState } from "../../components/IssueState/IssueState.tsx";
import { PageHeader } from "../../components/PageHeader/PageHeader.tsx";
import { Skeleton } from "../../components/Skeleton/Skeleton.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { appContext } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useFailureText } from "../useFailureText.ts";
import { usePageTitle } from "../usePageTitle.ts";
import styles from "./AssistanceRoute.module.css";
import { AnalysisSection, CommitsSection, RelatedSection, SimilarSection } from "./IssueSections.tsx";
import { McpAddress } from "./McpAddress.tsx";
import { WhereSection } from "./WhereSection.tsx";
import { WhoSection } from "./WhoSection.tsx";

function hasDocuments(plan: keyof typeof PLANS | null): boolean {
  const features: readonly string[] = PLANS[plan ?? "Enterprise"].features;
  return features.includes("document_explorer");
}

/** Nothing is awaited: the issue and each panel arrive on their own, and one that fails takes no other with it. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { services, store } = context.get(appContext);
  const slug = params["slug"] ?? "";
  const id = params["id"] ?? "";
  const { issues } = services;
  return {
    issue: issues.get(slug, id, request.signal),
    project: services.projects.get(slug, request.signal),
    localization: issues.localization(slug, id, request.signal),
    analysis: issues.analysis(slug, id, request.signal),
    similar: issues.similar(slug, id, request.signal),
    commits: issues.commits(slug, id, request.signal),
    // A refusal would lead away from the issue: what the plan does not have is not asked for.
    documents: hasDocuments(store.plan.name) ? issues.documents(slug, id, request.signal) : null,
  };
}

/** Which file is open stands in the address too, but needs no new data. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isOnlyLooks = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return !isOnlyLooks && defaultShouldRevalidate;
}

export type AssistanceData = ReturnType<typeof loader>;

export function Component() {
  const data = useLoaderData<typeof loader>();
  const { slug = "", id = "" } = useParams();
  const { t } = useWords("assistance");
  return (
    <div className={styles.screen}>
      <div className={styles.issue}>
        <Suspense
          key={id}
          fallback={
            <>
              <Skeleton count={2} height="1.5rem" />
              <Skeleton count={12} />
            </>
          }
        >
          <IssueSection slug={slug} data={data} />
        </Suspense>
      </div>
      <div className={styles.panels} role="complementary" aria-label={t("panels")}>
        <AnalysisSection key={`analysis ${id}`} slug={slug} id={id} data={data} />
        <WhereSection key={id} slug={slug} id={id} data={data} />
        <WhoSection key={`who ${id}`} slug={slug} id={id} />
        <SimilarSection key={`similar ${id}`} slug={slug} id={id} data={data} />
        <RelatedSection key={`related ${id}`} slug={slug} id={id} data={data} />
        <CommitsSection key={`commits ${id}`} slug={slug} id={id} data={data} />
      </div>
    </div>
  );
}

function IssueSection({ slug, data }: { slug: string; data: AssistanceData }) {
  const issue = use(data.issue);
  const project = use(data.project);
  const { t } = useWords("assistance");
  const wordFailure = useFailureText();
  const revalidator = useRevalidator();
  usePageTitle(issue.success ? t("title", { key: issue.data.key, title: issue.data.title }) : "");
  if (!issue.success) {
    return (
      <FailedState
        title={t("failed")}
        failure={wordFailure(issue.error)}
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
            <IssueState state={issue.data.state} />
            <a href={issue.data.url} target="_blank" rel="noopener noreferrer">
              {tracker ? t("article.trackerNamed", { name: tracker.name }) : t("article.tracker")}
            </a>
          </span>
        }
      />
      <McpAddress slug={slug} issueKey={issue.data.key} />
      <IssueArticle issue={issue.data} />
    </>
  );
}
