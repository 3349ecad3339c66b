import { observer } from "mobx-react-lite";
import { type ReactNode, Suspense, use, useEffect, useState } from "react";
import { useLoaderData, useParams } from "react-router-dom";
import type { Issue, IssueCard } from "../../../contract/issues.ts";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { IssueRequests } from "../../components/issues/IssueRequests.tsx";
import { IssueArticle } from "../../components/issues/IssueArticle.tsx";
import { AmbiguousNumber } from "../../components/patterns/AmbiguousNumber.tsx";
import { IssueLink } from "../../components/patterns/IssueLink.tsx";
import { IssueStateTag } from "../../components/patterns/IssueStateTag.tsx";
import { JumpLinks } from "../../components/patterns/JumpLinks.tsx";
import { ProviderMark } from "../../components/ui/ProviderMark.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { NamedText } from "../../components/patterns/NamedText.tsx";
import { RelativeTime } from "../../components/ui/RelativeTime.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useNameHrefs } from "../graph/useNameHrefs.ts";
import { ConnectedSection } from "../graph/ConnectedSection.tsx";
import { hrefTo } from "../paths.ts";
import { QueryFailure } from "../QueryFailure.tsx";
import { useLoaderState } from "../useLoaderState.ts";
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

const AssistanceSkeleton = () => (
  <Stack gap={2}>
    <Skeleton count={2} height="1.5rem" />
    <Skeleton isAnnounced={false} count={3} />
  </Stack>
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
  const { t } = useTranslation("assistance");
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
      <AmbiguousNumber title={t("choice.title", { name })} text={t("choice.text")} label={t("choice.list")}>
        {issues.map((issue) => (
          <li key={issue.id}>
            <IssueLink issue={issue} href={hrefTo.assistance(slug, issue.address)} />
            <Text as="div" size="small" tone="muted">
              {trackers.get(issue.tracker)} · <RelativeTime at={issue.updated_at} />
            </Text>
          </li>
        ))}
      </AmbiguousNumber>
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
    { id: ISSUE_PANELS.localization, text: t("localization.others"), panel: <LocalizationSection {...props} /> },
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
      <Suspense key={id} fallback={<AssistanceSkeleton />}>
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
      issueHref={(address) => hrefTo.assistance(slug, address)}
      nameHrefs={nameHrefs}
    />
  );
}

function IssueHeader({ slug, data }: { slug: string; data: AssistanceData }) {
  const query = useLoaderState(data.issue);
  const project = use(data.project);
  const { t } = useTranslation("assistance");
  const issue = query.data;
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
