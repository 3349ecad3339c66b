import { Suspense, use } from "react";
import {
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useParams,
  useRevalidator,
} from "react-router-dom";
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
import { WhereSection } from "./WhereSection.tsx";
import { WhoSection } from "./WhoSection.tsx";

/** Nothing is awaited: the issue and each panel arrive on their own, and one that fails takes no other with it. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { services } = context.get(appContext);
  const slug = params["slug"] ?? "";
  const id = params["id"] ?? "";
  return {
    issue: services.issues.get(slug, id, request.signal),
    project: services.projects.get(slug, request.signal),
    localization: services.issues.localization(slug, id, request.signal),
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
        <WhereSection key={id} slug={slug} id={id} data={data} />
        <WhoSection key={`who ${id}`} slug={slug} id={id} />
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
      <IssueArticle issue={issue.data} />
    </>
  );
}
