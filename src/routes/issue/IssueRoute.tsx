import { observer } from "mobx-react-lite";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { useLoaderData, useParams } from "react-router-dom";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import { JumpLinks } from "../../components/patterns/JumpLinks.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FailureGroup } from "../failures/FailureGroup.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";
import { OpenPanels } from "./openPanels.ts";
import { AnswerSection } from "./AnswerSection.tsx";
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

const IssueSkeleton = () => (
  <Stack gap={2}>
    <Skeleton count={2} height="1.5rem" />
    <Skeleton isAnnounced={false} count={3} />
  </Stack>
);

const IssueScreen = observer(function IssueScreen({ slug, id, data }: IssueSectionProps) {
  const { t } = useTranslation("issuePage");
  const { t: tExperts } = useTranslation("experts");
  const { t: tGraph } = useTranslation("graph");
  const { plan } = useStore();
  const props = { slug, id, data };
  const changed = useChangedIssue(data);
  const [all, setAll] = useState<{ of: string; isOpen: boolean } | null>(null);
  const allOfIssue = all?.of === id ? all : null;
  const isAllOpen = allOfIssue?.isOpen ?? false;
  const left: readonly Panel[] = [
    { id: ISSUE_PANELS.report, text: t("article.report"), panel: <ReportSection {...props} changed={changed} /> },
  ];
  const right: readonly Panel[] = [
    { id: ISSUE_PANELS.analysis, text: t("analysis.title"), panel: <AnalysisSection {...props} /> },
    { id: ISSUE_PANELS.localization, text: t("localization.others"), panel: <LocalizationSection {...props} /> },
    { id: ISSUE_PANELS.people, text: tExperts("panel.title"), panel: <ExpertsSection {...props} /> },
    { id: ISSUE_PANELS.similar, text: t("similar.title"), panel: <SimilarSection {...props} /> },
    ...(plan.has("document_explorer")
      ? [{ id: ISSUE_PANELS.pages, text: t("related.title"), panel: <RelatedSection {...props} /> }]
      : []),
    { id: ISSUE_PANELS.commits, text: t("commits.title"), panel: <CommitsSection {...props} /> },
    { id: ISSUE_PANELS.connected, text: tGraph("title"), panel: <ConnectionsSection {...props} /> },
  ];
  return (
    <FailureGroup>
      <Suspense key={id} fallback={<IssueSkeleton />}>
        <IssueHeader slug={slug} data={data} changed={changed} />
      </Suspense>
      <JumpLinks
        label={t("jumpLinks")}
        targets={[...left, ...right]}
        action={
          <Button
            size="small"
            variant="outlined"
            text={t(isAllOpen ? "closeAll" : "openAll")}
            onClick={() => setAll({ of: id, isOpen: !isAllOpen })}
          />
        }
      />
      <AnswerSection key={`answer ${id}`} {...props} />
      <div className={styles.screen}>
        <div className={styles.panels}>
          <Panels panels={left} issue={id} />
        </div>
        <div className={styles.panels} role="complementary" aria-label={t("panels")}>
          <OpenPanels value={allOfIssue}>
            <Panels panels={right} issue={id} />
          </OpenPanels>
        </div>
      </div>
    </FailureGroup>
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

/** Each is the target of a jump mark, and has its own state for each issue. */
function Panels({ panels, issue }: { panels: readonly Panel[]; issue: string }) {
  return panels.map(({ id, panel }) => (
    <div key={`${id} ${issue}`} id={id} className={styles.panel}>
      {panel}
    </div>
  ));
}
