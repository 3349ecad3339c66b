import { Suspense, use, useLayoutEffect } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import { IssueArticle } from "../../components/issues/IssueArticle.tsx";
import { IssueRequests } from "../../components/issues/IssueRequests.tsx";
import { ClampedContent } from "../../components/patterns/ClampedContent.tsx";
import { IssueStateTag } from "../../components/patterns/IssueStateTag.tsx";
import { NamedText } from "../../components/patterns/NamedText.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { ProviderMark } from "../../components/ui/ProviderMark.tsx";
import { MarkdownSuspends } from "../../components/ui/markdownSuspends.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useNameHrefs } from "../graph/useNameHrefs.ts";
import { hrefTo } from "../paths.ts";
import { QueryFailure } from "../failures/QueryFailure.tsx";
import { useSettled } from "../loading/useSettled.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { usePageTitle } from "../usePageTitle.ts";
import type { IssueSectionProps } from "./issueLoader.ts";
import { ISSUE_PANELS } from "./issuePanels.ts";
import styles from "./IssueRoute.module.css";
import { FOLDED } from "./foldedPlace.ts";
import { McpAddressSection } from "./McpAddressSection.tsx";
import { useStoredWrites } from "./useStoredWrites.ts";

/** Its controls are not needed to read the issue. */
const IssueWriteSection = lazyComponent(() => import("./IssueWriteSection.tsx"), "IssueWriteSection");

/** Few issues have marks. */
const loadMarks = () => import("./IssueMarks.tsx");
const IssueMarks = lazyComponent(loadMarks, "IssueMarks");
const AddIssueMark = lazyComponent(loadMarks, "AddIssueMark");

/** An issue as its tracker has it after a change, which the loader does not know yet. */
export interface ChangedIssue {
  readonly issue: Issue | null;
  readonly onShown: (issue: Issue | null) => void;
}

interface IssueOfProject {
  slug: string;
  issue: Issue;
}

/** The pages of what the texts of an issue name; the same question for its title and its article is one request. */
const useNamesOfIssue = (slug: string, { tracker, title, body, comment_list: comments }: Issue) =>
  useNameHrefs(slug, tracker, title, body, ...comments.map((comment) => comment.body));

function LinkedTitle({ slug, issue }: IssueOfProject) {
  return <NamedText text={issue.title} hrefs={useNamesOfIssue(slug, issue)} />;
}

/** The article, with links to what its texts name. */
function LinkedArticle({ slug, issue }: IssueOfProject) {
  const nameHrefs = useNamesOfIssue(slug, issue);
  return (
    <IssueArticle
      issue={issue}
      personHref={(person) => hrefTo.person(slug, person)}
      issueHref={(address) => hrefTo.issue(slug, address)}
      nameHrefs={nameHrefs}
    />
  );
}

type LoadedIssueProps = Pick<IssueSectionProps, "slug" | "data"> & { changed: ChangedIssue };

/** Title, place and state of the issue, or why it could not be loaded. */
export function IssueHeader({ slug, data, changed }: LoadedIssueProps) {
  const query = useLoaderState(data.issue);
  const project = use(data.project);
  const { t } = useTranslation("issuePage");
  const issue = changed.issue ?? query.data;
  usePageTitle(issue ? t("title", { key: issue.key, title: issue.title }) : "");
  if (!issue) {
    return <QueryFailure query={query} failed={t("failed")} />;
  }
  const tracker = project.success ? project.data.trackers.find(({ id }) => id === issue.tracker) : undefined;
  return (
    <PageHeader
      title={<LinkedTitle slug={slug} issue={issue} />}
      above={
        <Breadcrumbs
          crumbs={[
            { text: project.success ? project.data.name : slug, href: hrefTo.project(slug) },
            { text: t("back"), href: hrefTo.issues(slug) },
            { text: issue.key },
          ]}
        />
      }
      description={
        <span className={styles.facts}>
          <IssueStateTag state={issue.state} />
          <a className={styles.host} href={webHref(issue.url)} target="_blank" rel="noopener noreferrer">
            {tracker && <ProviderMark provider={tracker.provider} size={14} />}
            {tracker ? t("article.trackerNamed", { name: tracker.name }) : t("article.tracker")}
          </a>
          <a href={`#${ISSUE_PANELS.act}`} className={styles.act}>
            {t(issue.state === "open" ? "actOpen" : "actClosed")}
          </a>
        </span>
      }
    />
  );
}

/**
 * The report and its comments; nothing where it could not be loaded, which the header says.
 * @param props.onComplete called once no part will be added
 */
export function ReportSection(props: ReportProps) {
  return (
    <Suspense fallback={<Skeleton count={8} />}>
      <MarkdownSuspends value>
        <Report {...props} />
      </MarkdownSuspends>
    </Suspense>
  );
}

type ReportProps = LoadedIssueProps & Pick<IssueSectionProps, "id"> & { onComplete: () => void };

function Report({ data, changed, ...props }: ReportProps) {
  const loaded = use(data.issue);
  return (
    loaded.success && <LoadedReport {...props} data={data} changed={changed} issue={changed.issue ?? loaded.data} />
  );
}

function LoadedReport({ slug, id, data, changed, issue, onComplete }: ReportProps & { issue: Issue }) {
  const areWritesKnown = useSettled(useStoredWrites(slug, issue.id));
  const act = { id: ISSUE_PANELS.act, className: `${styles.panel} ${styles.write}` };
  return (
    <>
      <ClampedContent>
        <Stack>
          <IssueRequests requests={issue.requests} hrefOf={({ address }) => hrefTo.request(slug, address)} />
          {issue.marks.length > 0 && <IssueMarks slug={slug} issue={issue} data={data} />}
          <LinkedArticle slug={slug} issue={issue} />
        </Stack>
      </ClampedContent>
      {/* A jump mark leads here before it is loaded. */}
      <Suspense
        fallback={
          <div {...act}>
            <Skeleton {...FOLDED} />
          </div>
        }
      >
        <div {...act}>
          <IssueWriteSection slug={slug} id={id} issue={issue} onShown={changed.onShown} />
          <AddIssueMark slug={slug} issue={issue} data={data} isShown={areWritesKnown} />
        </div>
        {areWritesKnown && <ReportEnd slug={slug} issueKey={issue.key} onComplete={onComplete} />}
      </Suspense>
    </>
  );
}

function ReportEnd({ slug, issueKey, onComplete }: Pick<ReportProps, "slug" | "onComplete"> & { issueKey: string }) {
  useLayoutEffect(onComplete, [onComplete]);
  return <McpAddressSection slug={slug} issueKey={issueKey} />;
}
