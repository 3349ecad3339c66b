import { observer } from "mobx-react-lite";
import { Suspense, use } from "react";
import type { Localization, LocalizedFile } from "../../../contract/issues/localization.ts";
import { TopPeople } from "../../components/experts/TopPeople.tsx";
import { IssueStatusNotices } from "../../components/issues/IssueStatusNotices.tsx";
import { NextSteps } from "../../components/issues/NextSteps.tsx";
import { TopSimilarIssues } from "../../components/issues/TopSimilarIssues.tsx";
import { AnswerPanel } from "../../components/localization/AnswerPanel.tsx";
import { AnswerSkeleton } from "../../components/localization/AnswerSkeleton.tsx";
import { LocalizedSnippet } from "../../components/localization/LocalizedSnippet.tsx";
import { SideSection } from "../../components/localization/SideSection.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { QueryState } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { useSettledWithin } from "../loading/useSettled.ts";
import type { IssueSectionProps } from "./issueLoader.ts";
import { CopyPromptButton } from "./CopyPromptButton.tsx";
import { FileCodeSection } from "./FileCodeSection.tsx";
import { ISSUE_PANELS } from "./issuePanels.ts";
import { useFileContent } from "./useFileContent.ts";
import { useFileFeedback } from "./useFileFeedback.ts";
import { useIssueAnalysis, useIssueExperts, useIssueLocalization, useSimilarIssues } from "./useIssueQueries.ts";

/** The answer to the issue. Where there is none, or it failed, the panel of the likely files says why. */
export function AnswerSection({ slug, id, data }: IssueSectionProps) {
  const { t } = useTranslation("issuePage");
  const { data: localization, error, setData } = useIssueLocalization(slug, id);
  if (localization === null && !error) return <AnswerSkeleton label={t("localization.loading")} />;
  const [first] = localization?.files ?? [];
  if (localization === null || !first) return <StatusNotices slug={slug} id={id} />;
  return (
    <Suspense fallback={<AnswerSkeleton label={t("localization.loading")} />}>
      <Answer slug={slug} id={id} data={data} localization={localization} first={first} setData={setData} />
    </Suspense>
  );
}

/** Evidence that the issue may be fixed or obsolete, which stays where there is no answer. */
function StatusNotices({ slug, id }: IssueAddress) {
  const { data: analysis } = useIssueAnalysis(slug, id);
  return (
    analysis && (
      <IssueStatusNotices
        analysis={analysis}
        hrefOf={(other) => hrefTo.issue(slug, other)}
        commitHref={(hash) => hrefTo.commit(slug, hash)}
      />
    )
  );
}

/** How long the answer waits for the code and the lists below it, in milliseconds. */
const WAIT_MS = 1500;

interface AnswerProps extends IssueSectionProps {
  localization: Localization;
  first: LocalizedFile;
  setData: QueryState<Localization>["setData"];
}

function Answer({ slug, id, data, localization, first, setData }: AnswerProps) {
  const { t } = useTranslation("issuePage");
  const isSettled = useSettledWithin(
    WAIT_MS,
    useFileContent(slug, first),
    useIssueAnalysis(slug, id),
    useIssueExperts(slug, id),
    useSimilarIssues(slug, id),
  );
  const onVerdict = useFileFeedback(slug, { issue: id }, setData);
  if (!isSettled) return <AnswerSkeleton label={t("localization.loading")} />;
  const snippet = first.snippet && <LocalizedSnippet path={first.path} snippet={first.snippet} />;
  return (
    <AnswerPanel
      localization={localization}
      code={<FileCodeSection slug={slug} file={first} snippet={snippet} most={CODE_LINES} />}
      codeHref={(place) => hrefTo.codeAt(slug, place)}
      commitHref={(hash) => hrefTo.commit(slug, hash)}
      onVerdict={(verdict) => onVerdict(first, verdict)}
      actions={
        <>
          <a href={hrefTo.projectTab(slug, "ask", { task: "plan", q: id })}>{t("plan")}</a>
          <CopyPromptButton slug={slug} id={id} data={data} localization={localization} />
        </>
      }
      notices={<StatusNotices slug={slug} id={id} />}
    >
      <PeopleInShort slug={slug} id={id} />
      <SimilarInShort slug={slug} id={id} />
      <NextStepsSection slug={slug} id={id} data={data} />
    </AnswerPanel>
  );
}

/** Lines of code of the answer: with them it ends above the fold of a window of 800 px. */
const CODE_LINES = 16;

type IssueAddress = Pick<IssueSectionProps, "slug" | "id">;

const PEOPLE = { count: 3, height: "2.5rem" };

const PeopleInShort = observer(function PeopleInShort({ slug, id }: IssueAddress) {
  const { t } = useTranslation("issuePage");
  const { plan } = useStore();
  const { data, error } = useIssueExperts(slug, id);
  if (!plan.has("expert_recommender") || error || data?.length === 0) return null;
  return (
    <SideSection title={t("answer.people")} more={<a href={`#${ISSUE_PANELS.people}`}>{t("answer.all")}</a>}>
      {data === null ? (
        <Skeleton shape="rows" {...PEOPLE} />
      ) : (
        <TopPeople experts={data} personHref={(person) => hrefTo.person(slug, person)} />
      )}
    </SideSection>
  );
});

function SimilarInShort({ slug, id }: IssueAddress) {
  const { t } = useTranslation("issuePage");
  const { data, error } = useSimilarIssues(slug, id);
  if (error || data?.length === 0) return null;
  return (
    <SideSection title={t("similar.title")} more={<a href={`#${ISSUE_PANELS.similar}`}>{t("answer.all")}</a>}>
      {data === null ? (
        <Skeleton shape="rows" {...PEOPLE} />
      ) : (
        <TopSimilarIssues similar={data} hrefOf={(other) => hrefTo.issue(slug, other)} />
      )}
    </SideSection>
  );
}

function NextStepsSection({ slug, id, data }: IssueSectionProps) {
  const { t } = useTranslation("issuePage");
  const issue = use(data.issue);
  const { data: analysis } = useIssueAnalysis(slug, id);
  const { data: experts } = useIssueExperts(slug, id);
  const { data: similar } = useSimilarIssues(slug, id);
  if (!issue.success) return null;
  return (
    <SideSection title={t("answer.next")}>
      <NextSteps
        issue={issue.data}
        actHref={`#${ISSUE_PANELS.act}`}
        report={analysis?.report ?? null}
        expert={experts?.find(({ presence }) => presence === "active") ?? null}
        personHref={(person) => hrefTo.person(slug, person)}
        duplicate={similar?.find(({ is_duplicate: isDuplicate }) => isDuplicate) ?? null}
        hrefOf={(other) => hrefTo.issue(slug, other)}
      />
    </SideSection>
  );
}
