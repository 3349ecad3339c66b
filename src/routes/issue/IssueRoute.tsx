import { observer } from "mobx-react-lite";
import { type ReactNode, Suspense, use, useCallback, useMemo, useState } from "react";
import { useLoaderData, useParams } from "react-router-dom";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import { JumpLinks } from "../../components/patterns/JumpLinks.tsx";
import { AnswerSkeleton } from "../../components/localization/AnswerSkeleton.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FailureGroup } from "../failures/FailureGroup.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";
import { InOrder } from "../loading/InOrder.tsx";
import { useScrollToTarget } from "../loading/useScrollToTarget.ts";
import { useSettledCount } from "../loading/useSettled.ts";
import { useUnmovedBelow } from "../loading/useUnmovedBelow.ts";
import { OpenPanels } from "./openPanels.ts";
import { AnswerSection, useAnswerState } from "./AnswerSection.tsx";
import type { IssueData, IssueSectionProps } from "./issueLoader.ts";
import { type ChangedIssue, IssueHeader, ReportSection } from "./IssueReport.tsx";
import styles from "./IssueRoute.module.css";
import {
  AnalysisSection,
  CommitsSection,
  ConnectionsSection,
  RelatedSection,
  SimilarSection,
} from "./IssueSections.tsx";
import { ISSUE_PANELS } from "./issuePanels.ts";
import { useIssueChoice } from "./useIssueChoice.ts";
import { useIssueEvidence } from "./useIssueQueries.ts";
import { LocalizationSection } from "./LocalizationSection.tsx";
import { ExpertsSection } from "./ExpertsSection.tsx";

/** Few addresses name several issues. */
const IssueChoice = lazyComponent(() => import("./IssueChoice.tsx"), "IssueChoice");

export { loader, shouldRevalidate } from "./issueLoader.ts";

export function Component() {
  const data = useLoaderData<IssueData>();
  const { slug = "", id = "" } = useParams();
  const choice = useIssueChoice(data);
  return choice.length > 0 ? (
    <Suspense fallback={<IssueSkeleton />}>
      <IssueChoice slug={slug} name={id} issues={choice} data={data} />
    </Suspense>
  ) : (
    <IssueScreen slug={slug} id={id} data={data} />
  );
}

function IssueSkeleton() {
  const { t } = useTranslation("issuePage");
  return (
    <Stack gap={5}>
      <Skeleton isAnnounced={false} count={2} height="1.5rem" />
      <AnswerSkeleton label={t("localization.loading")} />
    </Stack>
  );
}

/** Each part appears when those above it have their final height, so that nothing moves. All requests start at once. */
function IssueScreen(props: IssueSectionProps) {
  const { slug, id } = props;
  return (
    <FailureGroup>
      <IssueRequests slug={slug} id={id} />
      <Suspense key={id} fallback={<IssueSkeleton />}>
        <LoadedIssue {...props} />
      </Suspense>
    </FailureGroup>
  );
}

/** Renders nothing. The page itself waits for the issue. */
const IssueRequests = observer(function IssueRequests({ slug, id }: Omit<IssueSectionProps, "data">) {
  useIssueEvidence(slug, id);
  useAnswerState(slug, id);
  return null;
});

const LoadedIssue = observer(function LoadedIssue({ slug, id, data }: IssueSectionProps) {
  const { t } = useTranslation("issuePage");
  const { t: tExperts } = useTranslation("experts");
  const { t: tGraph } = useTranslation("graph");
  const { plan } = useStore();
  const issue = use(data.issue);
  use(data.project);
  const changed = useChangedIssue(data);
  const [all, setAll] = useState<{ readonly isOpen: boolean } | null>(null);
  const isAllOpen = all?.isOpen ?? false;
  const props = { slug, id, data };
  const answer = useAnswerState(slug, id);
  const { place, below } = useUnmovedBelow(answer.isComplete);
  // In one column the evidence is below the report.
  const [isReportComplete, setReportComplete] = useState(!issue.success);
  const handleReport = useCallback(() => setReportComplete(true), []);
  useScrollToTarget(answer.isComplete && isReportComplete);
  const queries = useIssueEvidence(slug, id);
  const evidence: readonly (Panel & { query: keyof typeof queries })[] = [
    {
      id: ISSUE_PANELS.analysis,
      text: t("analysis.title"),
      query: "analysis",
      panel: <AnalysisSection {...props} />,
    },
    {
      id: ISSUE_PANELS.localization,
      text: t("localization.others"),
      query: "localization",
      panel: <LocalizationSection {...props} />,
    },
    { id: ISSUE_PANELS.people, text: tExperts("panel.title"), query: "people", panel: <ExpertsSection {...props} /> },
    { id: ISSUE_PANELS.similar, text: t("similar.title"), query: "similar", panel: <SimilarSection {...props} /> },
    ...(plan.has("document_explorer")
      ? [
          {
            id: ISSUE_PANELS.pages,
            text: t("related.title"),
            query: "pages" as const,
            panel: <RelatedSection {...props} />,
          },
        ]
      : []),
    { id: ISSUE_PANELS.commits, text: t("commits.title"), query: "commits", panel: <CommitsSection {...props} /> },
    { id: ISSUE_PANELS.connected, text: tGraph("title"), query: "connected", panel: <ConnectionsSection {...props} /> },
  ];
  const settled = useSettledCount(evidence.map(({ query }) => queries[query]));
  return (
    <>
      <IssueHeader slug={slug} data={data} changed={changed} />
      <JumpLinks
        label={t("jumpLinks")}
        targets={[{ id: ISSUE_PANELS.report, text: t("article.report") }, ...evidence]}
        action={
          <Button
            size="small"
            variant="outlined"
            text={t(isAllOpen ? "closeAll" : "openAll")}
            onClick={() => setAll({ isOpen: !isAllOpen })}
          />
        }
      />
      <div ref={place} className={styles.answer} data-loading={!answer.isComplete || undefined}>
        <AnswerSection {...props} state={answer} />
      </div>
      <div ref={below} className={styles.screen}>
        <div className={styles.panels}>
          <div id={ISSUE_PANELS.report} className={styles.panel}>
            <ReportSection {...props} changed={changed} onComplete={handleReport} />
          </div>
        </div>
        <div className={styles.panels} role="complementary" aria-label={t("panels")} hidden={!isReportComplete}>
          <OpenPanels value={all}>
            {/* The first without an answer says that it loads. */}
            <Panels panels={evidence} shown={isReportComplete ? settled + 1 : 0} />
          </OpenPanels>
        </div>
      </div>
    </>
  );
});

/** What a member's change has made of the issue, until the page is loaded again. */
function useChangedIssue(data: IssueData): ChangedIssue {
  const [shown, setShown] = useState<{ readonly data: IssueData; readonly issue: Issue | null } | null>(null);
  const issue = shown?.data === data ? shown.issue : null;
  return useMemo(() => ({ issue, onShown: (next) => setShown({ data, issue: next }) }), [issue, data]);
}

interface Panel {
  readonly id: string;
  readonly text: string;
  readonly panel: ReactNode;
}

/** Each is the target of a jump mark. One that the address opens holds those below it until its content is there. */
function Panels({ panels, shown }: { panels: readonly Panel[]; shown: number }) {
  return (
    <InOrder>
      {panels.slice(0, shown).map(({ id, panel }) => (
        <div key={id} id={id} className={styles.panel}>
          {panel}
        </div>
      ))}
    </InOrder>
  );
}
