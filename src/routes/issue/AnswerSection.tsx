import { observer } from "mobx-react-lite";
import { use } from "react";
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
import { useSettledCount } from "../loading/useSettled.ts";
import type { IssueSectionProps } from "./issueLoader.ts";
import { CopyPromptButton } from "./CopyPromptButton.tsx";
import { FileCodeSection } from "./FileCodeSection.tsx";
import { ISSUE_PANELS } from "./issuePanels.ts";
import { useFileContent } from "./useFileContent.ts";
import { useFileFeedback } from "./useFileFeedback.ts";
import { useIssueAnalysis, useIssueExperts, useIssueLocalization, useSimilarIssues } from "./useIssueQueries.ts";

/** What of the answer can be shown, in the order of the page. */
export interface AnswerState {
  /** The sentence with its code and its notices. */
  readonly isShown: boolean;
  /** The lists below them too: the answer has its final height. */
  readonly isComplete: boolean;
}

export function useAnswerState(slug: string, id: string): AnswerState {
  const localization = useIssueLocalization(slug, id);
  const main = [localization, useIssueAnalysis(slug, id)];
  // The code has its place before it comes, so that the sentence does not wait for it.
  const code = useFileContent(slug, localization.data?.files[0]);
  const all = [...main, code, useIssueExperts(slug, id), useSimilarIssues(slug, id)];
  const count = useSettledCount(all);
  return { isShown: count >= main.length, isComplete: count === all.length };
}

/** The answer to the issue. Where there is none, or it failed, the panel of the likely files says why. */
export function AnswerSection({ slug, id, data, state }: IssueSectionProps & { state: AnswerState }) {
  const { t } = useTranslation("issuePage");
  const { data: localization, setData } = useIssueLocalization(slug, id);
  if (!state.isShown) return <AnswerSkeleton label={t("localization.loading")} />;
  const [first] = localization?.files ?? [];
  if (localization === null || !first) return <StatusNotices slug={slug} id={id} />;
  return (
    <Answer
      slug={slug}
      id={id}
      data={data}
      localization={localization}
      first={first}
      setData={setData}
      isComplete={state.isComplete}
    />
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

interface AnswerProps extends IssueSectionProps, Pick<AnswerState, "isComplete"> {
  localization: Localization;
  first: LocalizedFile;
  setData: QueryState<Localization>["setData"];
}

function Answer({ slug, id, data, localization, first, setData, isComplete }: AnswerProps) {
  const { t } = useTranslation("issuePage");
  const onVerdict = useFileFeedback(slug, { issue: id }, setData);
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
      {isComplete ? (
        <>
          <PeopleInShort slug={slug} id={id} />
          <SimilarInShort slug={slug} id={id} />
          <NextStepsSection slug={slug} id={id} data={data} />
        </>
      ) : (
        <Skeleton shape="rows" />
      )}
    </AnswerPanel>
  );
}

/** Lines of code of the answer: with them it ends above the fold of a window of 800 px. */
const CODE_LINES = 15;

type IssueAddress = Pick<IssueSectionProps, "slug" | "id">;

const PeopleInShort = observer(function PeopleInShort({ slug, id }: IssueAddress) {
  const { t } = useTranslation("issuePage");
  const { plan } = useStore();
  const { data, error } = useIssueExperts(slug, id);
  if (!plan.has("expert_recommender") || error || data === null || data.length === 0) return null;
  return (
    <SideSection title={t("answer.people")} more={<a href={`#${ISSUE_PANELS.people}`}>{t("answer.all")}</a>}>
      <TopPeople experts={data} personHref={(person) => hrefTo.person(slug, person)} />
    </SideSection>
  );
});

function SimilarInShort({ slug, id }: IssueAddress) {
  const { t } = useTranslation("issuePage");
  const { data, error } = useSimilarIssues(slug, id);
  if (error || data === null || data.length === 0) return null;
  return (
    <SideSection title={t("similar.title")} more={<a href={`#${ISSUE_PANELS.similar}`}>{t("answer.all")}</a>}>
      <TopSimilarIssues similar={data} hrefOf={(other) => hrefTo.issue(slug, other)} />
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
